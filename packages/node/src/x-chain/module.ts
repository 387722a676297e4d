import type { ChainModule } from '../chain/module.ts'
import { outputsCreated } from '../chain/fund.ts'
import { createdOutput } from '../chain/utxo-set.ts'
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
      async fund({ address, amount, supplyChange }) {
        const owner = parseAddress(space, address)
        if (owner === undefined) return false
        const output = createdOutput(owner, amount, services.network.nativeAssetID)
        const added = vm.state(store).utxos.added(output)
        await store.write(outputsCreated(added, supplyChange, Buffer.from(output.txID, 'hex')))
        return true
      },
    }
  },
}
