import type { ChainModule } from '../chain/module.ts'
import { namedID } from '../codec/ids.ts'

/** The P-Chain: validators, subnets and chains. */
export const pChain: ChainModule = {
  describe: ({ chains }) => ({
    id: chains.P,
    aliases: ['P', 'platform'],
    vm: { id: namedID('platformvm'), names: ['platform'] },
  }),
}
