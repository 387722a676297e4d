import type { RequestListener } from 'node:http'
import { setTimeout as wait } from 'node:timers/promises'
import { createSecureContext, Server as TlsServer } from 'node:tls'
import { listen, type Listening, type ListenOptions } from '@rpcloom/rpc/node'
import type { Metrics } from '@rpcloom/rpc/metrics'
import { bearerListener } from './api/bearer.ts'
import { checkpointListener, checkpointPath } from './api/checkpoint.ts'
import { homeListener } from './api/home.ts'
import { version } from './api/info/versions.ts'
import { publicHealthListener } from './api/public-health.ts'
import type { NodeDevTools } from './dev/dev-tools.ts'
import { disabledPathListener } from './disabled.ts'
import { docsListener } from './docs.ts'
import { stoppingCheck } from './health/checks/stopping.ts'
import { monitorsOf, type Health } from './health/monitors.ts'
import { plain } from './log/logger.ts'
import { diskOf } from './metrics/disk.ts'
import { nodeFamilies } from './metrics/families.ts'
import { metricsListener, metricsPath, type MetricsParts } from './metrics/listener.ts'
import { ownerOf } from './owner.ts'
import { fileOf, tokenOf } from './settings/setting-file.ts'
import { POSITION_HEADER } from './replica/position.ts'
import type { Replica } from './replica/replica.ts'
import { SettingError } from './settings/setting-error.ts'
import type { Settings } from './settings/settings.ts'
import { folders } from './store/stores.ts'
import { closeServices, openServices, type NodeOptions, type NodeServices } from './services.ts'
import { enablingOf, logTo, serverOf, unimplemented } from './server.ts'

/** Time in milliseconds that running calls have to complete when the node stops. Then they are aborted. */
const GRACE_MS = 2000

/** A node that accepts requests. */
export interface RunningNode {
  readonly url: string
  readonly port: number
  /** Names of the methods without a handler. */
  readonly unimplemented: readonly string[]
  readonly health: Health
  /** Tools to change time and state; undefined outside of development mode (`dev`). */
  readonly dev: NodeDevTools | undefined
  /** Resolves once everything is open; rejects if the node cannot start. */
  readonly ready: Promise<void>
  /** Reads the certificate and its key again, and uses them for new connections. Does nothing without TLS. */
  readonly reloadCertificate: () => void
  /** Resolves if another node has become the writer although this node was. It then follows the other one. */
  readonly fenced: Promise<void>
  readonly close: () => Promise<void>
}

/** A node in development mode. */
export interface DevNode extends RunningNode {
  readonly dev: NodeDevTools
}

/**
 * Starts a node. The node listens before it is ready, and the liveness check passes at once.
 * Readiness and health checks pass once the data folder is open and the first round of checks has
 * passed.
 */
export function startNode(options: NodeOptions & { readonly dev: true }): Promise<DevNode>
export function startNode(options?: NodeOptions): Promise<RunningNode>
export async function startNode(options: NodeOptions = {}): Promise<RunningNode> {
  const parts = await openServices(options)
  try {
    const health = monitorsOf({ ...parts, pending: () => [...parts.pending] }, options.checks ?? [])
    logStart(parts)
    const server = serverOf(parts, health)
    const listening = await listen(server, listenOptions(parts, health))
    countSockets(parts.metrics, listening)
    return runningNode({ parts, health, listening, unimplemented: unimplemented(server, parts) })
  } catch (error) {
    await closeServices(parts)
    throw error
  }
}

/** Pages that other programs on this machine serve. In development mode, they may call the node. */
const localPages = ['localhost', '127.0.0.1', '[::1]'].flatMap((host) => [
  `http://${host}:*`,
  `https://${host}:*`,
])

function listenOptions(parts: NodeServices, health: Health): ListenOptions {
  const { settings, network, logger } = parts
  const { host, port, allowedHosts, allowedOrigins } = settings
  const metricsToken = tokenOf('metricsTokenFile', settings)
  const hasMetrics = settings.metrics && (!settings.public || metricsToken !== undefined)
  const home = {
    version,
    networkID: network.id,
    isPublic: settings.public,
    // A browser does not send the token.
    hasMetrics: hasMetrics && metricsToken === undefined,
    hasRpcloom: settings.rpcloomSite !== undefined,
  }
  const others = homeListener(
    home,
    disabledPathListener(enablingOf(parts), docsListener(settings.rpcloomSite)),
  )
  const rest = settings.public ? publicHealthListener(health, others) : others
  const served = withCheckpoint(parts, rest)
  const measured = hasMetrics
    ? bearerListener(metricsPath, metricsToken, metricsListener(metricsOf(parts, health), served))
    : served
  return {
    host,
    port,
    allowedHosts: [host, ...allowedHosts],
    cors: settings.dev ? [...allowedOrigins, ...localPages] : allowedOrigins,
    graceMs: GRACE_MS,
    fallback: measured,
    ...(parts.hasLog && { headers: positionHeaders(parts) }),
    ...tlsOf(settings),
    log: logTo(logger),
  }
}

/** Returns a function that returns the header with the position of the log, once it is known. */
function positionHeaders({ replica }: NodeServices): () => Readonly<Record<string, string>> {
  let opened: Replica | undefined
  replica.then(
    (found) => (opened = found),
    () => undefined,
  )
  return () =>
    opened === undefined
      ? {}
      : {
          [POSITION_HEADER]: String(opened.shown),
          'access-control-expose-headers': POSITION_HEADER,
        }
}

/** Serves checkpoints if there is a token for them. */
function withCheckpoint(parts: NodeServices, next: RequestListener): RequestListener {
  const { settings, store, network, logger } = parts
  const token = tokenOf('checkpointTokenFile', settings)
  if (token === undefined) return next
  const onFailure = (error: unknown): void =>
    logger.error('a checkpoint failed', { error: plain(error) })
  const listener = checkpointListener({ store, owner: ownerOf(network), onFailure }, next)
  return bearerListener(checkpointPath, token, listener)
}

function tlsOf({ tlsCert, tlsKey }: Settings): Pick<ListenOptions, 'tls'> {
  if (tlsCert === undefined || tlsKey === undefined) return {}
  const tls = { cert: fileOf('tlsCert', tlsCert), key: fileOf('tlsKey', tlsKey) }
  try {
    createSecureContext(tls)
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message : String(cause)
    throw new SettingError(
      `The files of --http-tls-cert-file and --http-tls-key-file cannot be used: ${reason}`,
      { cause },
    )
  }
  return { tls }
}

function metricsOf(parts: NodeServices, health: Health): MetricsParts {
  const { settings, network, registry, chains, metrics, logger } = parts
  const { dataDir } = settings
  const onFailure = (error: unknown): void =>
    logger.error('the metrics cannot be read', { error: plain(error) })
  let areOpen = false
  const opening = Promise.all([parts.store, parts.nodeStore])
  opening.then(
    () => (areOpen = true),
    () => undefined,
  )
  const measured = {
    ...parts,
    version,
    networkID: network.id,
    health,
    chains: [...chains.keys()],
    running: () => registry.open(),
    // Opening the stores may take long, and a scrape must not wait for it.
    log: async () => (areOpen ? (await parts.replica)?.store : undefined),
    disk: async () =>
      parts.isOnDisk && areOpen ? diskOf(dataDir, Object.values(folders)) : undefined,
    onFailure,
  }
  return {
    calls: metrics,
    families: () => nodeFamilies(measured),
    onFailure,
  }
}

function logStart({ settings, network, logger }: NodeServices): void {
  const { memory, dataDir, public: isPublic, dev } = settings
  const data = memory ? 'memory' : dataDir
  logger.info('starting', { version, node: process.version, network: network.id, data })
  if (isPublic) logger.info('node-local methods are hidden')
  if (dev) logger.info('development mode: callers can change time and state')
}

function countSockets(metrics: Metrics, { sockets }: Listening): void {
  metrics.gauge('sockets_open', 'Open WebSocket connections', () => sockets.size)
}

interface Started {
  readonly parts: NodeServices
  readonly health: Health
  readonly listening: Listening
  readonly unimplemented: readonly string[]
}

function runningNode({ parts, health, listening, unimplemented }: Started): RunningNode {
  const stop = new AbortController()
  parts.storeFailed.add(() => checkHealth(health))
  const ready = initialise(parts, health, stop.signal)
  ready.catch(() => {})
  let closed: Promise<void> | undefined
  return {
    url: listening.url,
    port: listening.port,
    unimplemented,
    health,
    dev: parts.dev,
    ready,
    fenced: watchRole(parts, stop.signal),
    reloadCertificate() {
      const { server } = listening
      if (!(server instanceof TlsServer)) return
      try {
        server.setSecureContext(tlsOf(parts.settings).tls ?? {})
        parts.logger.info('certificate read again')
      } catch (error) {
        // The node goes on with the certificate that it has.
        parts.logger.error('the certificate cannot be used', { error: plain(error) })
      }
    },
    close() {
      closed ??= (async () => {
        parts.logger.info('stopping')
        stop.abort()
        health.health.stop()
        health.readiness.stop()
        await announceStop(health, parts.settings.httpShutdownWait)
        await listening.close()
        await closeServices(parts)
        parts.logger.info('stopped')
      })()
      return closed
    },
  }
}

/** Fails readiness and health for a time, so that load balancers stop to send requests to the node. */
async function announceStop({ health, readiness }: Health, waitMs: number): Promise<void> {
  if (waitMs === 0) return
  for (const monitor of [health, readiness]) {
    monitor.register(stoppingCheck)
    await monitor.runAll()
  }
  await wait(waitMs)
}

/** Logs changes of the role. Resolves when the node loses that of the writer before it stops; else never. */
function watchRole({ replica, logger }: NodeServices, stopped: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const watch = (following: Replica | undefined): void => {
      if (following === undefined) return
      const { store } = following
      logger.info('following the log', { role: store.role(), position: Number(store.position()) })
      store.onRole(async (role) => {
        if (stopped.aborted) return
        const position = Number(store.position())
        if (role === 'writer') return logger.info('this node writes the chains', { position })
        logger.warn('this node no longer writes the chains', { position })
        resolve()
      })
    }
    // `ready` reports a store that cannot be opened.
    replica.then(watch, () => {})
  })
}

/** Runs the health checks at once if the node is reported as healthy, so that a fault is reported without delay. */
function checkHealth({ health }: Health): void {
  if (health.report().healthy) void health.runAll()
}

/** Runs the readiness checks at once, and the health checks once the chains are open. */
async function initialise(
  parts: NodeServices,
  { health, readiness }: Health,
  stopped: AbortSignal,
): Promise<void> {
  await Promise.all([readiness.runAll(), parts.identity, parts.profiler, ...parts.chains.values()])
  parts.pending.clear()
  if (stopped.aborted) return
  health.start()
  readiness.start()
  await Promise.all([health.runAll(), readiness.runAll()])
  const heights = [...parts.registry.open()].map(([chain, { tip }]) => [
    `height${chain}`,
    Number(tip().height),
  ])
  parts.logger.info('ready', Object.fromEntries(heights))
}
