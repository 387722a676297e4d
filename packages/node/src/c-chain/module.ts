import type { ChainModule } from '../chain/module.ts'
import { namedID } from '../codec/ids.ts'

/** The C-Chain: contracts. */
export const cChain: ChainModule = {
  describe: ({ chains }) => ({
    id: chains.C,
    aliases: ['C', 'evm'],
    vm: { id: namedID('evm'), names: ['evm'] },
  }),
}
