import type { ChainModule, ChainServices, OpenChain } from '../chain/module.ts'
import { namedID } from '../codec/ids.ts'
import { Accounts } from './accounts/accounts.ts'
import { externalEvm } from './external/external-evm.ts'
import { fundC } from './dev/fund.ts'
import { testKeys } from './dev/test-accounts.ts'
import { withFork } from './api/dev/fork-handlers.ts'
import { cDevHandlers } from './api/dev/handlers.ts'
import { withPending } from './api/dev/pending-handlers.ts'
import type { CChain } from './chain/c-chain.ts'
import { openDevChain, type DevChain } from './dev/dev-chain.ts'
import { bytesOf } from './hex.ts'
import { nativeHandlers } from './api/native/handlers.ts'
import { keystoreHandlers } from './api/native/keystore-handlers.ts'
import { atomicNetwork, callTimeoutOf, cChainOf, openCChain } from './open.ts'
import { profileFolder } from '../settings/profile-folder.ts'
import { baseFeeNow } from './api/evm/fees.ts'
import { DebugFiles } from './api/evm/debug/files.ts'
import { evmHandlers } from './api/evm/handlers.ts'
import { limitsOf } from './api/evm/parts.ts'
import { replayCChain } from './replay.ts'

/**
 * The prefunded key of local networks. In development mode, the node signs with this key and the test keys for any caller.
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
  replay: (store, scratch, { network, settings }) =>
    replayCChain(store, scratch, cChainOf(network, settings)),
  external({ settings, logger }) {
    const { cChainEvmUrl: url, cChainEvmWsUrl } = settings
    if (url === undefined) return undefined
    const socketUrl = cChainEvmWsUrl ?? url.replace(/^http/i, 'ws')
    return externalEvm({ url, socketUrl, timeoutMs: callTimeoutOf(settings), logger })
  },
  groups: ['cChain', 'cChainNative', 'cChainDev'],
  async open(services) {
    const { store, dev } = services
    if (dev === undefined) return openEvm(services, await openCChain(store, services))
    const developed = await openDevChain(store, services, dev)
    return openEvm(services, developed.chain, developed)
  },
}

/** Returns the open chain with its handlers. */
export function openEvm(services: ChainServices, chain: CChain, developed?: DevChain): OpenChain {
  const { settings, store, network, registry, users, overlay } = services
  const signing = {
    chain,
    accounts: new Accounts(services.nodeStore, developed && [...testKeys, FUNDED_KEY]),
    limits: limitsOf(settings),
    ...(developed && { impersonation: developed.impersonation }),
    ...(developed && settings.devPending && { estimating: developed.estimating }),
  }
  const version = developed ? DEV_VERSION : VERSION
  const handlers = evmHandlers({
    ...signing,
    version,
    window: {
      isPruning: settings.pruningEnabled,
      blocks: BigInt(settings.historicalProofQueryWindow),
    },
    files: new DebugFiles(profileFolder(settings)),
    logger: services.logger,
    redis: services.redis,
  })
  const forked = developed ? withFork(handlers, chain, developed.forking) : handlers
  const native = {
    chain,
    store,
    network: atomicNetwork(network),
    space: registry.space(network.hrp, 'C'),
    registry,
    users,
    nativeAliases: ['NATIVE', ...Object.values(overlay?.assets ?? {})],
  }
  return {
    chain: chain.producer,
    gasPrice: () => baseFeeNow(chain),
    handlers: {
      cChain: developed && settings.devPending ? withPending(forked, signing, developed) : forked,
      cChainNative: { ...nativeHandlers(native), ...keystoreHandlers(native) },
      ...(developed && { cChainDev: cDevHandlers({ ...developed, signing, version }) }),
    },
    ...(developed && { fund: (funding) => fundC(developed, native, funding) }),
  }
}
