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
      async fund({ address, amount, supplyChange }) {
        const [store, { vm, space }] = await Promise.all([services.store, opening])
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
