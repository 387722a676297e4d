import type { ChainModule } from '../chain/module.ts'
import { namedID, nodeIDText, ZERO_ID } from '../codec/ids.ts'
import type { Validator as NetworkValidator } from '../network/network.ts'
import { pChainHandlers } from './api/handlers.ts'
import type { PChain } from './chain.ts'
import { openPChain } from './open.ts'
import { validators } from './state/records.ts'

/** The P-Chain: validators, subnets and L1s. */
export const pChain: ChainModule = {
  describe: ({ chains }) => ({
    id: chains.P,
    aliases: ['P', 'platform'],
    vm: { id: namedID('platformvm'), names: ['platform'] },
  }),
  load(services) {
    const opening = services.store.then((store) => openPChain(store, services))
    return {
      chain: opening.then(({ producer }) => producer),
      handlers: { pChain: pChainHandlers(() => opening) },
      validators: async () => primaryValidators(await opening),
    }
  },
}

/** The current validators of the Primary Network, each with the stake of its delegators. */
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
