import type { ChainModule } from '../chain/module.ts'
import { namedID } from '../codec/ids.ts'
import { Accounts } from './accounts/accounts.ts'
import { externalEvm } from './external/external-evm.ts'
import { fundC } from './dev/fund.ts'
import { cDevHandlers } from './dev/handlers.ts'
import { Impersonation } from './dev/impersonation.ts'
import { Mining } from './dev/mining.ts'
import { bytesOf } from './hex.ts'
import { nativeHandlers } from './native/handlers.ts'
import { keystoreHandlers } from './native/keystore-handlers.ts'
import { atomicNetwork, vmOptionsOf, callTimeoutOf, openCChain } from './open.ts'
import { profileFolder } from '../settings/profile-folder.ts'
import { DebugFiles } from './rpc/debug/files.ts'
import { evmHandlers } from './rpc/handlers.ts'
import { limitsOf } from './rpc/parts.ts'
import { replayCChain } from './replay.ts'
import type { SigningParts } from './rpc/signing.ts'

/**
 * The prefunded key of local networks. In development mode, the node signs with this key for any
 * caller.
 */
const FUNDED_KEY = bytesOf('56289e99c94b6912bfc12adc093c9b51124f0dc54ac7a766b2bc5ccf558d8027')

const VERSION = 'native-node/evm/v0.1.0'
/**
 * The client version in development mode. Tools use development methods only if the version starts
 * with the name of a development node.
 */
const DEV_VERSION = `anvil-methods/${VERSION}`

export const cChain: ChainModule = {
  describe: ({ chains }) => ({
    id: chains.C,
    aliases: ['C', 'evm'],
    vm: { id: namedID('evm'), names: ['evm'] },
  }),
  replay: async (store, scratch, services) =>
    replayCChain(store, scratch, await vmOptionsOf(services)),
  external({ settings, logger }) {
    const { cChainEvmUrl: url, cChainEvmWsUrl } = settings
    if (url === undefined) return undefined
    const socketUrl = cChainEvmWsUrl ?? url.replace(/^http/i, 'ws')
    return externalEvm({ url, socketUrl, timeoutMs: callTimeoutOf(settings), logger })
  },
  load(services) {
    const { dev, settings } = services
    const mining = dev && new Mining(dev, settings.blockTime)
    const opening = services.store.then((store) => openCChain(store, { ...services, mining }))
    const opened = (): typeof opening => opening
    const impersonation = new Impersonation()
    const signing: SigningParts = {
      chain: async (caller) => ({ ...(await opening), ...(caller && { signal: caller.signal }) }),
      accounts: new Accounts(() => services.store, services.clock, dev && [FUNDED_KEY]),
      limits: limitsOf(settings),
      impersonation,
    }
    const version = dev ? DEV_VERSION : VERSION
    const evm = evmHandlers({
      ...signing,
      version,
      window: {
        isPruning: settings.pruningEnabled,
        blocks: BigInt(settings.historicalProofQueryWindow),
      },
      files: new DebugFiles(profileFolder(services.settings)),
      logger: services.logger,
    })
    const store = (): typeof services.store => services.store
    const { network, registry, users, overlay } = services
    const native = {
      chain: opened,
      store,
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
        ...(dev &&
          mining && {
            cChainDev: cDevHandlers({
              opened,
              store,
              dev,
              mining,
              impersonation,
              signing,
              version,
            }),
          }),
      },
      fund: async (funding) => fundC(await opening, await services.store, native, funding),
    }
  },
}
