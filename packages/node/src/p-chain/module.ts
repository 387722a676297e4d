import type { ChainModule, CurrentValidator } from '../chain/module.ts'
import { outputsCreated } from '../chain/fund.ts'
import { createdOutput } from '../chain/utxo-set.ts'
import { parseAddress } from '../codec/address.ts'
import type { ID } from '../codec/field.ts'
import { namedID, nodeIDText, ZERO_ID } from '../codec/ids.ts'
import { pChainHandlers } from './api/handlers.ts'
import { heightOf } from './api/values.ts'
import type { PChain } from './chain.ts'
import { openPChain } from './open.ts'
import { replayPChain } from './replay.ts'
import { INACTIVE } from './state/l1-validators.ts'
import { PlatformState } from './state/state.ts'
import { validatorsAt } from './state/validator-sets.ts'

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
      validators: async (subnetID = ZERO_ID) => currentValidators(await opening, subnetID),
      async fund({ address, amount, supplyChange }) {
        const [store, { params, space }] = await Promise.all([services.store, opening])
        const owner = parseAddress(space, address)
        if (owner === undefined) return false
        const output = createdOutput(owner, amount, params.nativeAssetID)
        const added = new PlatformState(store).utxos.added(output)
        await store.write(outputsCreated(added, supplyChange, Buffer.from(output.txID, 'hex')))
        return true
      },
    }
  },
}

/** Returns the current validators of a subnet by node ID, with delegated stake. */
function currentValidators({ read }: PChain, subnetID: ID): Promise<readonly CurrentValidator[]> {
  return read(async (state) => {
    const members = await validatorsAt(state, subnetID, await heightOf(state))
    return [...members.values()]
      .filter(({ nodeID }) => nodeID !== INACTIVE)
      .sort((one, other) => (one.nodeID < other.nodeID ? -1 : 1))
      .map(({ nodeID, weight, publicKey }) => ({
        nodeID: nodeIDText(nodeID),
        weight,
        ...(publicKey.length > 0 && { publicKey }),
      }))
  })
}
