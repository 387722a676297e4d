import { publicDialect } from './dialect/public.ts'
import { isIP } from 'node:net'
import { join } from 'node:path'
import { createServer, groups, type Server } from '@native-node/server'
import { metrics, type Metrics } from '@rpcloom/rpc/metrics'
import { callLog, type Log } from '@rpcloom/rpc/server'
import { listen, type Listening, type ListenOptions } from '@rpcloom/rpc/node'
import { adminHandlers } from './admin/handlers.ts'
import { Profiler } from './admin/profiler.ts'
import { PRIMARY_NETWORK_ID } from './codec/ids.ts'
import { docsListener } from './docs.ts'
import { encode } from './codec/field.ts'
import { PlatformGenesis } from './codec/p-chain.ts'
import { hashID } from './crypto/hashes.ts'
import { genesisFor } from './genesis/network.ts'
import { platformGenesis } from './genesis/p-chain.ts'
import type { Check } from './health/check.ts'
import { RequestsInFlight } from './health/checks/router.ts'
import { healthHandlers } from './health/handlers.ts'
import { monitorsOf, type Health } from './health/monitors.ts'
import { chainsOf, findChain, type Chain } from './info/chains.ts'
import { infoHandlers } from './info/handlers.ts'
import { identityOf, type Identity } from './info/identity.ts'
import { networkOf, type Network } from './info/networks.ts'
import { noPeers, type Peers } from './info/peers.ts'
import { keystoreHandlers } from './keystore/handlers.ts'
import { Users } from './keystore/users.ts'
import { Logger } from './log/logger.ts'
import { aliasesOf, readOverlay, type Overlay } from './settings/aliases.ts'
import { defaults, type Settings } from './settings/settings.ts'
import { openLevelStore } from './store/level-store.ts'
import { memoryStore } from './store/memory-store.ts'
import type { Store } from './store/store.ts'
import { metricsListener } from './watch/metrics.ts'
import type { XChain } from './x-chain/chain.ts'
import { xChainHandlers } from './x-chain/handlers.ts'
import { importHandler } from './x-chain/import-handler.ts'
import { openXChain } from './x-chain/open.ts'
import { staticHandlers } from './x-chain/static-handlers.ts'
import { walletHandlers } from './x-chain/wallet-handlers.ts'

/** Settings, and what a caller inside the process may bring along. */
export interface NodeOptions extends Partial<Settings> {
  /** Further health checks; one of the name of a built-in takes its place. */
  readonly checks?: readonly Check[]
  readonly peers?: Peers
  readonly logger?: Logger
  /** The time that blocks carry and locks are held against; the system's unless given. */
  readonly clock?: () => Date
  /** Opens another store than the data folder's or the one in memory; the node closes it. */
  readonly openStore?: () => Promise<Store>
}

/** A node that accepts requests. */
export interface RunningNode {
  readonly url: string
  readonly port: number
  /** Wire names of the methods that nothing fills yet. */
  readonly missing: readonly string[]
  readonly health: Health
  /** Resolves once everything is open; rejects where the node cannot work. */
  readonly ready: Promise<void>
  readonly close: () => Promise<void>
}

/** Everything that handlers and checks reach for. */
interface Parts {
  readonly settings: Settings
  readonly network: Network
  readonly overlay: Overlay | undefined
  readonly chains: readonly Chain[]
  readonly clock: () => Date
  readonly logger: Logger
  readonly peers: Peers
  readonly requests: RequestsInFlight
  readonly metrics: Metrics
  readonly store: Promise<Store>
  readonly identity: Promise<Identity>
  readonly xChain: Promise<XChain>
  readonly profiler: Promise<Profiler> | undefined
  /** Subnets that are still being initialised. */
  readonly pending: Set<string>
}

/** Every path that some group has, chain placeholders included. */
const groupPaths = groups
  .flatMap(({ path, chainPath, wsPath, chainWsPath }) => [path, chainPath, wsPath, chainWsPath])
  .filter((path) => path !== undefined)

/**
 * Starts a node. It listens before it is ready: liveness answers at once, readiness and health once the
 * data folder is open and the first round of checks has passed.
 */
export async function startNode(options: NodeOptions = {}): Promise<RunningNode> {
  const parts = await openParts(options)
  try {
    const health = monitorsOf({ ...parts, pending: () => [...parts.pending] }, options.checks ?? [])
    let listening: Listening | undefined
    const server = serverOf(parts, health, () => addressOf(listening))
    listening = await listen(server, listenOptions(parts))
    countSockets(parts.metrics, listening)
    countRequests(listening, parts.requests)
    return runningNode({ parts, health, listening, missing: server.missing })
  } catch (error) {
    await closeParts(parts)
    throw error
  }
}

function listenOptions({ settings, metrics, logger }: Parts): ListenOptions {
  const { host, port, allowedHosts, allowedOrigins } = settings
  const isCounted = settings.metrics && !settings.public
  return {
    host,
    port,
    allowedHosts: [host, ...allowedHosts],
    cors: allowedOrigins,
    fallback: isCounted ? metricsListener(metrics, docsListener()) : docsListener(),
    log: logTo(logger),
  }
}

function countSockets(metrics: Metrics, { sockets }: Listening): void {
  metrics.gauge('sockets_open', 'Open WebSocket connections', () => sockets.size)
}

async function openParts(options: NodeOptions): Promise<Parts> {
  const settings: Settings = { ...defaults, ...options }
  const { aliases } = settings
  const network = networkOf(await genesisFor(settings))
  const overlay = aliases === undefined ? undefined : await readOverlay(aliases)
  const chains = chainsOf(network, overlay?.pathSegments)
  const logger = options.logger ?? new Logger(settings.logLevel)
  const clock = options.clock ?? (() => new Date())
  const store = (options.openStore ?? (() => openStore(settings, network)))()
  const identity = store.then((opened) => identityOf(network, opened))
  const xChain = store.then((opened) =>
    openXChain(opened, {
      network,
      chains,
      nativeAliases: Object.values(overlay?.assets ?? {}),
      clock,
      blockTime: settings.blockTime,
      indexed: settings.indexTransactions,
      onFailure: (error) => logger.error('a block could not be written', { error: plain(error) }),
    }),
  )
  // Whoever waits for these hears of a failure; nobody may be waiting yet.
  for (const opening of [store, identity, xChain]) opening.catch(() => {})
  return {
    settings,
    network,
    overlay,
    chains,
    clock,
    logger,
    peers: options.peers ?? noPeers,
    requests: new RequestsInFlight(),
    metrics: metrics({ prefix: 'node_rpc' }),
    store,
    identity,
    xChain,
    profiler: settings.adminApiEnabled
      ? Profiler.open(join(settings.dataDir, 'profiles'))
      : undefined,
    pending: new Set([PRIMARY_NETWORK_ID]),
  }
}

async function openStore({ memory, dataDir }: Settings, { id, genesis }: Network): Promise<Store> {
  if (memory) return memoryStore()
  const hash = hashID(encode(PlatformGenesis, platformGenesis(genesis)))
  return openLevelStore(join(dataDir, 'db'), { networkID: id, genesis: hash })
}

/** `ip:port`, where a host name was resolved when the node began to listen. */
function addressOf(listening: Listening | undefined): string {
  const bound = listening?.server.address()
  if (typeof bound !== 'object' || bound === null) return ''
  const { address, port } = bound
  return `${isIP(address) === 6 ? `[${address}]` : address}:${port}`
}

/** Settings that documents name. */
function switches(settings: Settings): ReadonlyMap<string, boolean> {
  return new Map([
    ['admin-api-enabled', settings.adminApiEnabled],
    ['index-transactions', settings.indexTransactions],
  ])
}

function serverOf(parts: Parts, health: Health, address: () => string): Server {
  const {
    settings,
    network,
    overlay,
    chains,
    logger,
    peers,
    profiler,
    clock,
    metrics: meter,
  } = parts
  const log = logTo(logger)
  const users = new Users(() => parts.store)
  const running = new Set<string>()
  parts.xChain.then(
    () => running.add(network.chains.X),
    () => {},
  )
  const handlers = {
    health: healthHandlers(health),
    info: infoHandlers({
      network,
      chains,
      identity: () => parts.identity,
      peers,
      address,
      bootstrapped: ({ id }) => running.has(id),
    }),
    keystore: keystoreHandlers(users, settings.passwordRule),
    xChain: {
      ...xChainHandlers(() => parts.xChain, clock),
      ...importHandler(() => parts.xChain, users, clock),
    },
    xChainStatic: staticHandlers,
    xChainWallet: walletHandlers(() => parts.xChain),
    ...(profiler && { cChainAdmin: adminHandlers(() => profiler, logger) }),
  }
  return createServer(handlers, {
    mode: settings.public ? 'public' : 'local',
    ...(settings.dialect === 'public' && { dialect: publicDialect }),
    tolerantParams: true,
    enabled: (setting, fallback) => switches(settings).get(setting) ?? fallback,
    resolveChain: (idOrAlias) => findChain(chains, idOrAlias)?.aliases[0],
    log,
    around: [meter.around, callLog(log, { slowMs: settings.slowCallMs })],
    refused: meter.refused,
    disabledGroups: settings.disabledApis,
    ...(overlay && { aliases: aliasesOf(overlay, groupPaths) }),
  })
}

interface Started {
  readonly parts: Parts
  readonly health: Health
  readonly listening: Listening
  readonly missing: readonly string[]
}

function runningNode({ parts, health, listening, missing }: Started): RunningNode {
  const stop = new AbortController()
  const ready = initialise(parts, health, stop.signal)
  ready.catch(() => {})
  let closed: Promise<void> | undefined
  return {
    url: listening.url,
    port: listening.port,
    missing,
    health,
    ready,
    close() {
      closed ??= (async () => {
        stop.abort()
        health.health.stop()
        health.readiness.stop()
        await listening.close()
        await closeParts(parts)
      })()
      return closed
    },
  }
}

/** Readiness tells from the start on what is missing; the other checks wait for what they look at. */
async function initialise(
  parts: Parts,
  { health, readiness }: Health,
  stopped: AbortSignal,
): Promise<void> {
  await Promise.all([readiness.runAll(), parts.identity, parts.xChain, parts.profiler])
  parts.pending.clear()
  if (stopped.aborted) return
  health.start()
  readiness.start()
  await Promise.all([health.runAll(), readiness.runAll()])
}

/** Closes what was opened; what failed to open needs no closing. */
async function closeParts({ store, xChain, profiler }: Parts): Promise<void> {
  const [openedStore, openedChain, openedProfiler] = await Promise.allSettled([
    store,
    xChain,
    profiler,
  ])
  if (openedChain.status === 'fulfilled') await openedChain.value.ledger.close()
  if (openedProfiler.status === 'fulfilled') openedProfiler.value?.close()
  if (openedStore.status === 'fulfilled') await openedStore.value.close()
}

function countRequests({ server }: Listening, requests: RequestsInFlight): void {
  server.on('request', (_, response) => {
    response.once('close', requests.begin())
  })
}

function logTo(logger: Logger): Log {
  return (level, message, fields = {}) => {
    const texts = Object.entries(fields).map(([name, value]) => [name, plain(value)] as const)
    logger[level](message, Object.fromEntries(texts))
  }
}

function plain(value: unknown): string | number | boolean {
  if (typeof value === 'number' || typeof value === 'boolean') return value
  return value instanceof Error ? (value.stack ?? value.message) : String(value)
}
