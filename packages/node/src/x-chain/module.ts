import type { ChainModule } from '../chain/module.ts'
import { createOutput } from '../chain/fund.ts'
import { parseAddress } from '../codec/address.ts'
import { namedID } from '../codec/ids.ts'
import { xChainHandlers } from './api/handlers.ts'
import { importHandler } from './api/import-handler.ts'
import { staticHandlers } from './api/static-handlers.ts'
import { walletHandlers } from './api/wallet-handlers.ts'
import { openXChain } from './chain.ts'
import { replayXChain } from './replay.ts'

export const xChain: ChainModule = {
  describe: ({ chains }) => ({
    id: chains.X,
    aliases: ['X', 'xvm'],
    vm: { id: namedID('avm'), names: ['xvm'] },
  }),
  replay: (store, scratch, { network }) => replayXChain(store, scratch, network),
  groups: ['xChain', 'xChainStatic', 'xChainWallet'],
  async open({ store, users, ...services }) {
    const chain = await openXChain(store, services)
    const { vm, space } = chain
    return {
      chain: chain.producer,
      handlers: {
        xChain: { ...xChainHandlers(chain), ...importHandler(chain, users) },
        xChainStatic: staticHandlers,
        xChainWallet: walletHandlers(chain),
      },
      async fund(funding) {
        const owner = parseAddress(space, funding.address)
        if (owner === undefined) return false
        const assetID = services.network.nativeAssetID
        await createOutput(store, vm.state(store).utxos, { owner, assetID }, funding)
        return true
      },
    }
  },
}
