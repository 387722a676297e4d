import type { ChainModule } from '../chain/module.ts'
import { creating } from '../chain/fund.ts'
import { createdOutput } from '../chain/utxo-set.ts'
import { parseAddress } from '../codec/address.ts'
import { namedID, nodeIDText, ZERO_ID } from '../codec/ids.ts'
import type { Validator as NetworkValidator } from '../network/network.ts'
import { pChainHandlers } from './api/handlers.ts'
import type { PChain } from './chain.ts'
import { openPChain } from './open.ts'
import { validators } from './state/records.ts'
import { replayPChain } from './replay.ts'
import { PlatformState } from './state/state.ts'

/** The module of the P-Chain: validators, subnets and L1s. */
export const pChain: ChainModule = {
  describe: ({ chains }) => ({
    id: chains.P,
    aliases: ['P', 'platform'],
    vm: { id: namedID('platformvm'), names: ['platform'] },
  }),
  replay: (store, scratch, { network }) => replayPChain(store, scratch, network),
  load(services) {
    const opening = services.store.then((store) => openPChain(store, services))
    return {
      chain: opening.then(({ producer }) => producer),
      handlers: { pChain: pChainHandlers(() => opening) },
      validators: async () => primaryValidators(await opening),
      async fund({ address, amount, counted }) {
        const [store, { params, space }] = await Promise.all([services.store, opening])
        const owner = parseAddress(space, address)
        if (owner === undefined) return false
        const output = createdOutput(owner, amount, params.nativeAssetID)
        const added = new PlatformState(store).utxos.added(output)
        await store.write(creating(added, counted, Buffer.from(output.txID, 'hex')))
        return true
      },
    }
  },
}

/** Returns the current validators of the Primary Network, including delegated stake. */
function primaryValidators({ read }: PChain): Promise<readonly NetworkValidator[]> {
  return read(async ({ reader }) => {
    const found: NetworkValidator[] = []
    for await (const validator of validators.scan(reader, ZERO_ID)) {
      const { nodeID, weight, delegatorWeight, publicKey, proofOfPossession } = validator
      found.push({
        nodeID: nodeIDText(nodeID),
        weight: weight + delegatorWeight,
        ...(publicKey.length > 0 && { key: { publicKey, proofOfPossession } }),
      })
    }
    return found
  })
}
