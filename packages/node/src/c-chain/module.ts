import type { ChainModule } from '../chain/module.ts'
import { namedID } from '../codec/ids.ts'
import { Accounts } from './accounts/accounts.ts'
import { nativeHandlers } from './native/handlers.ts'
import { keystoreHandlers } from './native/keystore-handlers.ts'
import { atomicNetwork, openCChain } from './open.ts'
import { evmHandlers } from './rpc/handlers.ts'
import { localLimits, publicLimits } from './rpc/parts.ts'

const VERSION = 'native-node/evm/v0.1.0'
/** Blocks of 24 hours at two seconds each. */
const PROOF_WINDOW = 43_200n

/** The C-Chain: contracts. */
export const cChain: ChainModule = {
  describe: ({ chains }) => ({
    id: chains.C,
    aliases: ['C', 'evm'],
    vm: { id: namedID('evm'), names: ['evm'] },
  }),
  load(services) {
    const opening = services.store.then((store) => openCChain(store, services))
    const opened = (): typeof opening => opening
    const evm = evmHandlers({
      chain: opened,
      accounts: new Accounts(() => services.store, services.clock),
      limits: services.settings.public ? publicLimits : localLimits,
      version: VERSION,
      window: { isPruning: false, blocks: PROOF_WINDOW },
    })
    const { network, registry, users, overlay } = services
    const native = {
      chain: opened,
      store: () => services.store,
      network: atomicNetwork(network),
      space: {
        hrp: network.hrp,
        alias: 'C',
        isChain: (name: string) => registry.find(name)?.id === network.chains.C,
      },
      registry,
      users,
      nativeAliases: ['NATIVE', ...Object.values(overlay?.assets ?? {})],
    }
    return {
      chain: opening.then(({ producer }) => producer),
      handlers: {
        cChain: evm,
        cChainNative: { ...nativeHandlers(native), ...keystoreHandlers(native) },
      },
    }
  },
}
