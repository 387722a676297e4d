import { isIP } from 'node:net'
import { join } from 'node:path'
import { createServer, groups, type Server } from '@native-node/server'
import type { Log } from '@rpcloom/rpc/server'
import { listen, type Listening } from '@rpcloom/rpc/node'
import { adminHandlers } from './admin/handlers.ts'
import { Profiler } from './admin/profiler.ts'
import { PRIMARY_NETWORK_ID } from './codec/ids.ts'
import { docsListener } from './docs.ts'
import type { Check } from './health/check.ts'
import { RequestsInFlight } from './health/checks/router.ts'
import { healthHandlers } from './health/handlers.ts'
import { monitorsOf, type Health } from './health/monitors.ts'
import { chainsOf, findChain } from './info/chains.ts'
import { infoHandlers } from './info/handlers.ts'
import { identityOf, type Identity } from './info/identity.ts'
import { localNetwork } from './info/networks.ts'
import { noPeers, type Peers } from './info/peers.ts'
import { keystoreHandlers } from './keystore/handlers.ts'
import { Users } from './keystore/users.ts'
import { Logger } from './log/logger.ts'
import { aliasesOf, readOverlay } from './settings/aliases.ts'
import { defaults, type Settings } from './settings/settings.ts'
import { openLevelStore } from './store/level-store.ts'
import { memoryStore } from './store/memory-store.ts'
import type { Store } from './store/store.ts'

/** Settings, and what a caller inside the process may bring along. */
export interface NodeOptions extends Partial<Settings> {
  /** Further health checks; one of the name of a built-in takes its place. */
  readonly checks?: readonly Check[]
  readonly peers?: Peers
  readonly logger?: Logger
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
  readonly logger: Logger
  readonly peers: Peers
  readonly requests: RequestsInFlight
  readonly store: Promise<Store>
  readonly identity: Promise<Identity>
  readonly profiler: Promise<Profiler> | undefined
  /** Subnets that are still being initialised. */
  readonly pending: Set<string>
}

const network = localNetwork

/** Every path that some group has, chain placeholders included. */
const groupPaths = groups
  .flatMap(({ path, chainPath, wsPath, chainWsPath }) => [path, chainPath, wsPath, chainWsPath])
  .filter((path) => path !== undefined)

/**
 * Starts a node. It listens before it is ready: liveness answers at once, readiness and health once the
 * data folder is open and the first round of checks has passed.
 */
export async function startNode(options: NodeOptions = {}): Promise<RunningNode> {
  const parts = openParts(options)
  try {
    const health = monitorsOf({ ...parts, pending: () => [...parts.pending] }, options.checks ?? [])
    let listening: Listening | undefined
    const server = await serverOf(parts, health, () => addressOf(listening))
    const { host, port, allowedHosts } = parts.settings
    listening = await listen(server, {
      host,
      port,
      allowedHosts: [host, ...allowedHosts],
      fallback: docsListener(),
    })
    countRequests(listening, parts.requests)
    return runningNode({ parts, health, listening, missing: server.missing })
  } catch (error) {
    await closeParts(parts)
    throw error
  }
}

function openParts(options: NodeOptions): Parts {
  const settings: Settings = { ...defaults, ...options }
  const store = (options.openStore ?? (() => openStore(settings)))()
  const identity = store.then((opened) => identityOf(network.id, opened))
  // Whoever waits for these hears of a failure; nobody may be waiting yet.
  store.catch(() => {})
  identity.catch(() => {})
  return {
    settings,
    logger: options.logger ?? new Logger(settings.logLevel),
    peers: options.peers ?? noPeers,
    requests: new RequestsInFlight(),
    store,
    identity,
    profiler: settings.adminApiEnabled
      ? Profiler.open(join(settings.dataDir, 'profiles'))
      : undefined,
    pending: new Set([PRIMARY_NETWORK_ID]),
  }
}

async function openStore({ memory, dataDir }: Settings): Promise<Store> {
  return memory ? memoryStore() : openLevelStore(join(dataDir, 'db'), { networkID: network.id })
}

/** `ip:port`, where a host name was resolved when the node began to listen. */
function addressOf(listening: Listening | undefined): string {
  const bound = listening?.server.address()
  if (typeof bound !== 'object' || bound === null) return ''
  const { address, port } = bound
  return `${isIP(address) === 6 ? `[${address}]` : address}:${port}`
}

async function serverOf(parts: Parts, health: Health, address: () => string): Promise<Server> {
  const { settings, logger, peers, profiler } = parts
  const overlay = settings.aliases === undefined ? undefined : await readOverlay(settings.aliases)
  const chains = chainsOf(network, overlay?.pathSegments)
  const handlers = {
    health: healthHandlers(health),
    info: infoHandlers({
      network,
      chains,
      identity: () => parts.identity,
      peers,
      address,
      // None of the chains runs here yet.
      bootstrapped: () => false,
    }),
    keystore: keystoreHandlers(new Users(() => parts.store), settings.passwordRule),
    ...(profiler && { cChainAdmin: adminHandlers(() => profiler, logger) }),
  }
  return createServer(handlers, {
    mode: settings.public ? 'public' : 'local',
    conduct: settings.conduct,
    tolerantParams: true,
    enabled: (setting, fallback) =>
      setting === 'admin-api-enabled' ? settings.adminApiEnabled : fallback,
    resolveChain: (idOrAlias) => findChain(chains, idOrAlias)?.aliases[0],
    log: logTo(logger),
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
  await Promise.all([readiness.runAll(), parts.identity, parts.profiler])
  parts.pending.clear()
  if (stopped.aborted) return
  health.start()
  readiness.start()
  await Promise.all([health.runAll(), readiness.runAll()])
}

/** Closes what was opened; what failed to open needs no closing. */
async function closeParts({ store, profiler }: Parts): Promise<void> {
  const [openedStore, openedProfiler] = await Promise.allSettled([store, profiler])
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
