import { existsSync } from 'node:fs'
import { join } from 'node:path'
import type { Handlers } from '@native-node/server'
import { metrics, type Metrics } from '@rpcloom/rpc/metrics'
import { Profiler } from './profile/profiler.ts'
import type { Chain } from './chain/chain.ts'
import { MovableClock, type Clock } from './chain/clock.ts'
import type { Follower } from './chain/follower.ts'
import type { Fund } from './chain/fund.ts'
import type { ChainServices, CurrentValidators, OpenChain } from './chain/module.ts'
import { onceOpen } from './chain/once-open.ts'
import type { Tip } from './chain/vm.ts'
import { ChainRegistry } from './chain/registry.ts'
import type { ExternalChain } from './chain/external-chain.ts'
import { cChainOf } from './c-chain/open.ts'
import { chainsOf } from './chains.ts'
import { PRIMARY_NETWORK_ID } from './codec/ids.ts'
import { devTools, reachBlock, type NodeDevTools } from './dev/dev-tools.ts'
import { platformTools } from './p-chain/dev/platform-tools.ts'
import type { Check } from './health/check.ts'
import { Users } from './keystore/users.ts'
import { blockLog } from './log/block-log.ts'
import { Logger, plain } from './log/logger.ts'
import { genesisFor } from './network/genesis/choose.ts'
import { identityOf, type Identity } from './network/identity.ts'
import { networkOf, type Network } from './network/network.ts'
import { noPeers, type Peers } from './network/peers.ts'
import type { SharedRedis } from '@rpcloom/redis'
import { openLogStores } from './open-log.ts'
import { openRedis } from './redis.ts'
import { ownerOf } from './owner.ts'
import { isFetched } from './c-chain/dev/fork/fork-store.ts'
import { readOverlay, type Overlay } from './settings/aliases.ts'
import { Replica } from './replica/replica.ts'
import { conflictOf } from './settings/conflicts.ts'
import { readWriteLock, type ReadWriteLock } from './scheduling/read-write-lock.ts'
import { profileFolder } from './settings/profile-folder.ts'
import { logStoreOf } from './settings/setting-file.ts'
import { defaults, type Settings } from './settings/settings.ts'
import { memoryStore } from './store/memory-store.ts'
import { revertible, type RevertibleStore } from './store/revertible-store.ts'
import { StoreError } from './store/store-error.ts'
import type { Content } from './store/ownership.ts'
import {
  closeStores,
  folders,
  hasChainData,
  isReplicated,
  openBoth,
  openStores,
  type Stores,
} from './store/stores.ts'
import type { Store } from './store/store.ts'
import { verified } from './verify.ts'

/** Settings, and dependencies that an embedding process can inject. */
export interface NodeOptions extends Partial<Settings> {
  /** Additional health checks. A check with the name of a built-in check replaces it. */
  readonly checks?: readonly Check[]
  readonly peers?: Peers
  readonly logger?: Logger
  /** Clock for block times and locktime checks. The default is the system clock. */
  readonly clock?: Clock
  /**
   * Opens a custom store for the chain data, and one for the data of this node, such as its keys. They replace the
   * data folder or the memory stores. The node closes them when it stops. If the chain data is a `ReplicatedStore`, the
   * node follows its log, and produces blocks only while it is the writer.
   */
  readonly openStore?: (content: Content) => Promise<Store>
  /** Called with each line that contracts print with `console.sol`, in development mode. It must not throw. */
  readonly onPrint?: (line: string) => void
}

/** Everything that the handlers and health checks of a node depend on. */
export interface NodeServices {
  readonly settings: Settings
  readonly network: Network
  readonly overlay: Overlay | undefined
  readonly registry: ChainRegistry
  /** Chains that this node runs, by primary alias. */
  readonly chains: ReadonlyMap<string, Promise<Chain>>
  /** Chains that other nodes run, by primary alias. */
  readonly external: ReadonlyMap<string, ExternalChain>
  readonly handlers: Handlers
  readonly validators: CurrentValidators
  /** Returns the prices of gas by primary alias, of the chains that are open and have prices. */
  readonly gasPrices: () => Promise<ReadonlyMap<string, bigint>>
  readonly clock: Clock
  readonly logger: Logger
  readonly peers: Peers
  readonly users: Users
  readonly metrics: Metrics
  /** Whether the stores are in the data folder. */
  readonly isOnDisk: boolean
  /** Whether the chain data follows a log, or may do so. */
  readonly hasLog: boolean
  /** Resolves to undefined if the chain data does not follow a log. */
  readonly replica: Promise<Replica | undefined>
  /** What nodes share; undefined without Redis. */
  readonly redis: SharedRedis | undefined
  /** Chain data. */
  readonly store: Promise<Store>
  /** Data of this node only: its identity, keystore users and accounts. */
  readonly nodeStore: Promise<Store>
  /** Listeners that are called with the time in milliseconds that a worker thread ran for a client, by its address. */
  readonly worked: Set<(client: string, milliseconds: number) => void>
  /** Listeners that are called when a read or write of the data folder failed. */
  readonly storeFailed: Set<() => void>
  readonly identity: Promise<Identity>
  readonly profiler: Promise<Profiler> | undefined
  /** Undefined outside of development mode. */
  readonly dev: NodeDevTools | undefined
  /** The lock that is held while the development tools replace the state of the chains. */
  readonly lock: ReadWriteLock
  /** Subnets that are still initializing. */
  readonly pending: Set<string>
}

/** Starts to open the store and the chains of a node. Returns before they are open. */
export async function openServices(options: NodeOptions): Promise<NodeServices> {
  const settings: Settings = { ...defaults, ...options }
  const network = networkOf(await genesisFor(settings))
  const overlay = settings.aliases === undefined ? undefined : await readOverlay(settings.aliases)
  const logger = options.logger ?? new Logger(settings.logLevel, undefined, settings.logFormat)
  const conflict = conflictOf(settings)
  if (conflict !== undefined) throw new RangeError(conflict)
  const redis =
    settings.redis === undefined ? undefined : await openRedis(settings.redis, network, logger)
  const storeFailed = new Set<() => void>()
  const worked: NodeServices['worked'] = new Set()
  const onFailure = (): void => {
    for (const listener of storeFailed) listener()
  }
  const opened = openNodeStores(options, { settings, network, logger, onFailure })
  const opening = settings.verify ? opened.then(verified(settings, network)) : opened
  const nodeStore = opening.then(({ node }) => node)
  const chainStore = opening.then(({ chain }) => chain)
  const dev = settings.dev ? devParts(chainStore, options.clock) : undefined
  const store = dev?.store ?? chainStore
  const identity = nodeStore.then((opened) => identityOf(network, opened))
  const reportFailure = (error: unknown, message: string): void =>
    logger.error(message, { error: plain(error) })
  const replica = chainStore.then((opened) =>
    isReplicated(opened) ? new Replica(opened, reportFailure) : undefined,
  )
  const base = {
    settings,
    network,
    overlay,
    clock: dev?.clock ?? options.clock ?? MovableClock.running(),
    peers: options.peers ?? noPeers,
    users: new Users(() => nodeStore),
    registry: new ChainRegistry(
      chainsOf(settings).map(({ describe }) => describe(network)),
      overlay?.pathSegments,
    ),
    isOnDisk: !settings.memory && options.openStore === undefined,
    hasLog: options.openStore !== undefined || logStoreOf(settings) !== undefined,
    replica,
    redis,
    store,
    nodeStore,
    storeFailed,
    worked,
    identity,
    lock: readWriteLock(),
  }
  // Prevent unhandled rejections until callers await these promises. The callers still receive the
  // failures.
  for (const awaited of [chainStore, store, nodeStore, identity, replica]) awaited.catch(() => {})
  const tools =
    dev &&
    devTools({
      ...dev,
      lock: base.lock,
      networkID: network.id,
      chains: () => Promise.all(loaded.chains.values()),
      funds: () => loaded.funds(),
    })
  const services: ClosedServices = {
    ...base,
    logger,
    dev: tools,
    onFailure: reportFailure,
    onPrint: options.onPrint,
    onAccepted: blockLog(logger),
    onWork(client, milliseconds) {
      for (const listener of worked) listener(client, milliseconds)
    },
  }
  const loaded: ChainParts = openChains(services, { store, nodeStore, replica }, (tip) => {
    // The stored blocks may be in the future, because the clock was advanced before a restart.
    // Advance the clock to the last blocks again.
    if (dev !== undefined) reachBlock(dev.clock, tip)
  })
  return {
    ...base,
    ...loaded,
    dev: dev &&
      tools && {
        ...tools,
        ...platformTools({ ...base, store: dev.store }),
        evmChainId: cChainOf(network, settings).rules.chainId,
      },
    logger,
    metrics: metrics({ prefix: 'node_rpc' }),
    profiler: settings.adminApiEnabled ? Profiler.open(profileFolder(settings)) : undefined,
    pending: new Set([PRIMARY_NETWORK_ID]),
  }
}

interface DevParts {
  readonly store: Promise<RevertibleStore>
  readonly clock: MovableClock
}

/** Creates a store that can be reverted and a clock that can be moved. */
function devParts(opening: Promise<Store>, clock: Clock | undefined): DevParts {
  if (clock !== undefined && !(clock instanceof MovableClock))
    throw new TypeError('Option clock must be a MovableClock in development mode')
  return {
    store: opening.then((store) => revertible(store, isFetched)),
    clock: clock ?? MovableClock.running(),
  }
}

/** The services of chains before the stores are open. */
type ClosedServices = Omit<ChainServices, 'store' | 'nodeStore'>

type ChainParts = Pick<
  NodeServices,
  'chains' | 'external' | 'handlers' | 'validators' | 'gasPrices'
> & {
  readonly funds: () => Promise<readonly Fund[]>
}

function openChains(
  services: ClosedServices,
  { store, nodeStore, replica }: Pick<NodeServices, 'store' | 'nodeStore' | 'replica'>,
  opened: (tip: Tip) => void,
): ChainParts {
  const { network, registry } = services
  const opening: Promise<OpenChain>[] = []
  const opens = new Map<string, OpenChain>()
  const chains = new Map<string, Promise<Chain>>()
  const external = new Map<string, ExternalChain>()
  const handlers: Handlers[] = []
  for (const { describe, open, groups, ...module } of chainsOf(services.settings)) {
    if (open === undefined) continue
    const info = describe(network)
    const externalChain = module.external?.(services)
    if (externalChain !== undefined) {
      registry.addExternal(info.id, externalChain)
      external.set(info.aliases[0] ?? '', externalChain)
      continue
    }
    const alias = info.aliases[0] ?? ''
    // Created before any call can wait for its position.
    const follower = replica.then((following) => following?.follower(alias))
    follower.catch(() => {})
    const started = (async () => {
      const stores = { store: await store, nodeStore: await nodeStore }
      const running = await startedBy(await follower, (chainStore = stores.store) =>
        open({ ...services, ...stores, store: chainStore }),
      )
      opened(running.chain.tip())
      registry.add(info.id, running.chain)
      opens.set(alias, running)
      return running
    })()
    const chain = started.then((running) => running.chain)
    chain.catch(() => {})
    opening.push(started)
    chains.set(alias, chain)
    handlers.push(
      onceOpen(
        groups,
        started.then((running) => running.handlers),
      ),
    )
  }
  return {
    chains,
    external,
    handlers: Object.assign({}, ...handlers),
    async gasPrices() {
      const prices = [...opens].map(async ([alias, { gasPrice }]) => {
        return gasPrice === undefined ? [] : [[alias, await gasPrice()] as const]
      })
      return new Map((await Promise.all(prices)).flat())
    },
    funds: async () => (await Promise.all(opening)).flatMap(({ fund }) => fund ?? []),
    async validators(subnetID) {
      const all = await Promise.all(opening)
      return all.find(({ validators }) => validators)?.validators?.(subnetID) ?? []
    },
  }
}

/** Opens a chain, and starts it or lets it follow the log. */
async function startedBy(
  follower: Follower | undefined,
  open: (store?: Store) => Promise<OpenChain>,
): Promise<OpenChain> {
  const running = await (follower === undefined ? open() : follower.open(open))
  if (follower === undefined) running.chain.start()
  else await follower.begin(running.chain)
  return running
}

interface Opening {
  readonly settings: Settings
  readonly network: Network
  readonly logger: Logger
  readonly onFailure: () => void
}

async function openNodeStores(
  { openStore }: NodeOptions,
  { settings, network, logger, onFailure }: Opening,
): Promise<Stores> {
  const { memory, dataDir, verify } = settings
  if (openStore !== undefined) return openBoth(openStore)
  if (memory) return openBoth(async () => memoryStore())
  const url = logStoreOf(settings)
  if (url !== undefined) return openLogStores({ url, settings, network, logger, onFailure })
  // Probably a disk is not mounted, or a restored backup is incomplete.
  if (existsSync(join(dataDir, folders.node)) && !hasChainData(dataDir))
    logger.warn('no chain data: new chains start', { data: dataDir })
  return openStores(dataDir, ownerOf(network), { verify, onFailure })
}

/** Closes the stores, the profiler and the chains that were opened. */
export async function closeServices({
  redis,
  replica,
  store,
  nodeStore,
  chains,
  external,
  profiler,
  logger,
}: NodeServices): Promise<void> {
  for (const chain of external.values()) chain.close()
  redis?.close()
  // Fails if the store could not be opened.
  const following = await replica.catch(() => undefined)
  await following?.close()
  const running = await Promise.allSettled(chains.values())
  const opened = running.flatMap((chain) => (chain.status === 'fulfilled' ? [chain.value] : []))
  await Promise.all(opened.map((chain) => chain.close()))
  const [stores, openedProfiler] = await Promise.allSettled([
    Promise.all([store, nodeStore]),
    profiler,
  ])
  if (openedProfiler.status === 'fulfilled') openedProfiler.value?.close()
  if (stores.status === 'rejected') return
  const [chain, node] = stores.value
  try {
    await closeStores({ chain, node })
  } catch (error) {
    if (!(error instanceof StoreError)) throw error
    // All acknowledged writes are durable, so the node has stopped as it should.
    logger.error('the store reported an error when it was closed', { error: error.message })
  }
}
