import type { ChainModule } from '../chain/module.ts'
import { namedID } from '../codec/ids.ts'
import { xChainHandlers } from './api/handlers.ts'
import { importHandler } from './api/import-handler.ts'
import { staticHandlers } from './api/static-handlers.ts'
import { walletHandlers } from './api/wallet-handlers.ts'
import { openXChain } from './chain.ts'

/** The X-Chain: assets. */
export const xChain: ChainModule = {
  describe: ({ chains }) => ({
    id: chains.X,
    aliases: ['X', 'xvm'],
    vm: { id: namedID('avm'), names: ['xvm'] },
  }),
  load(services) {
    const opening = services.store.then((store) => openXChain(store, services))
    const opened = (): typeof opening => opening
    return {
      chain: opening.then(({ producer }) => producer),
      handlers: {
        xChain: { ...xChainHandlers(opened), ...importHandler(opened, services.users) },
        xChainStatic: staticHandlers,
        xChainWallet: walletHandlers(opened),
      },
    }
  },
}
