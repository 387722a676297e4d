import { isIP } from 'node:net'
import { createServer, groups, RpcError, type Middleware, type Server } from '@native-node/server'
import { METHOD_NOT_FOUND } from '@rpcloom/rpc'
import {
  callLog,
  memoryLimiter,
  rateLimit,
  type Aliases,
  type Context,
  type DialectOf,
  type DispatcherOptions,
  type Log,
} from '@rpcloom/rpc/server'
import { adminHandlers } from './api/admin/handlers.ts'
import { healthHandlers } from './api/health.ts'
import { infoHandlers } from './api/info/handlers.ts'
import { keystoreHandlers } from './api/keystore.ts'
import { storeErrors } from './api/store-errors.ts'
import { devHandlers } from './api/dev/handlers.ts'
import { lockedReads } from './dev/read-lock.ts'
import { clientOf, executionLimit } from './execution-limit.ts'
import { failedCalls } from './failed-calls.ts'
import type { Health } from './health/monitors.ts'
import { plain, type Logger } from './log/logger.ts'
import { cachedResults } from './replica/cached-results.ts'
import { forwarder } from './replica/forward.ts'
import { minimumPosition } from './replica/position.ts'
import { replicaWrites } from './replica/writes.ts'
import type { NodeServices } from './services.ts'
import { publicDialect } from './dialect/public.ts'
import { dialectWithHints, type Enabling } from './disabled.ts'
import { referenceEvm } from './dialect/reference.ts'
import { devAliases, devPaths } from './c-chain/api/dev/aliases.ts'
import { aliasesOf } from './settings/aliases.ts'
import type { Settings } from './settings/settings.ts'

const groupPaths = groups
  .flatMap(({ path, at, wsPath, wsAt }) => [path, at, wsPath, wsAt])
  .filter((path) => path !== undefined)

/**
 * Maximum size of a request in bytes in development mode. Greater than the maximum response of 25
 * MB, so that a dumped state can be sent back in a request.
 */
const DUMPED_BYTES = 26_000_000

/**
 * Maximum number of values in a request. The largest requests that a method accepts have fewer than 20,000, and reading an object
 * with as many members takes as long as reading a string of 25 MB.
 */
const VALUES = 25_000

/** Default of `clientExecutionMs` in public mode. */
const PUBLIC_EXECUTION_MS = 5000

/** Time limit of a batch in public mode, which equals that of a single call. */
const PUBLIC_BATCH_MS = 5000

export function serverOf(parts: NodeServices, health: Health): Server {
  const { settings, registry, profiler, metrics: meter, logger, users } = parts
  const log = logTo(logger)
  const limitMs = settings.clientExecutionMs ?? (settings.public ? PUBLIC_EXECUTION_MS : 0)
  const handlers = {
    ...parts.handlers,
    health: healthHandlers(health),
    info: infoHandlers({
      ...parts,
      identity: () => parts.identity,
      address: announcedAddress(settings),
    }),
    keystore: keystoreHandlers(users, settings.passwordRule),
    ...(parts.dev && { dev: devHandlers(parts.dev, parts) }),
    ...(profiler && { cChainAdmin: adminHandlers(() => profiler, logger) }),
  }
  return createServer(handlers, {
    mode: settings.public ? 'public' : 'local',
    dialect: dialectOf(parts),
    tolerantParams: true,
    enabled: (setting, fallback) => enablingSettings(settings).get(setting) ?? fallback,
    resolveAt({ chain = '' }, usual) {
      const alias = registry.find(chain)?.aliases[0]
      // Each group serves one chain, by its ID or an alias.
      return alias === usual?.['chain'] ? usual : undefined
    },
    log,
    middleware: [
      meter.middleware,
      callLog(failedCalls(log), { slowMs: settings.slowCallMs }),
      ...clientRate(parts),
      ...(limitMs > 0 ? [executionLimit({ limitMs, worked: parts.worked })] : []),
      ...(parts.dev ? [lockedReads(parts.lock)] : []),
      storeErrors,
      ...(parts.hasLog ? replication(parts) : []),
    ],
    refused: meter.refused,
    limits: {
      values: VALUES,
      ...(settings.dev && { bodyBytes: DUMPED_BYTES }),
      ...(settings.public && { batchTimeoutMs: PUBLIC_BATCH_MS }),
    },
    disabledGroups: settings.disabledApis,
    ...forwarding(parts),
    aliases: aliasesFor(parts, settings.dev),
  })
}

/** Returns the middleware of a node whose chain data follows a log. */
function replication({ replica, settings, redis, external }: NodeServices): readonly Middleware[] {
  const forward = settings.logForward ? forwarder() : undefined
  const writes = replicaWrites({ opening: replica, forward, leaseMs: settings.logLease })
  return [
    minimumPosition(replica),
    writes,
    // The position of the log says nothing about an external chain.
    ...(redis === undefined || external.has('C') ? [] : [cachedResults(redis, replica)]),
  ]
}

/** Returns the limit of the calls of each client, which nodes share with Redis. */
function clientRate({ settings, redis }: NodeServices): readonly Middleware[] {
  const { clientRate: points } = settings
  if (points === 0) return []
  const options = { points, durationMs: 1000 }
  const limiter = redis?.limiter('calls', options) ?? memoryLimiter(options)
  const key = ({ remote }: Context): string | undefined => remote && clientOf(remote)
  return [rateLimit({ limiter, key })]
}

/** Returns the names of the methods that have no handler and are not forwarded to another node. */
export function unimplemented(server: Server, { external }: NodeServices): readonly string[] {
  const forwarded = new Set([...external.values()].flatMap((chain) => chain.groups))
  const names = new Set(
    groups.filter(({ key }) => forwarded.has(key)).flatMap(({ methods }) => methods.map(nameOf)),
  )
  // `server.unimplemented` lists a subscription topic as `<method> <topic>`.
  return server.unimplemented.filter((listed) => !names.has(listed.replace(/ .*/, '')))
}

function nameOf({ name }: { readonly name: string }): string {
  return name
}

function forwarding({ external }: NodeServices): Pick<DispatcherOptions, 'fallbackHandler'> {
  if (external.size === 0) return {}
  return {
    fallbackHandler(call) {
      const chain = [...external.values()].find(({ groups }) => groups.includes(call.group.key))
      if (chain === undefined) throw new RpcError(METHOD_NOT_FOUND, 'Method not found')
      return chain.respond(call)
    },
  }
}

/**
 * Returns the other names of methods and paths. `withDev` adds those of other development chains, for example the
 * `anvil_` methods with the `hardhat_` prefix.
 */
function aliasesFor({ overlay }: NodeServices, withDev: boolean): Aliases {
  const aliases: Aliases = overlay ? aliasesOf(overlay, groupPaths) : {}
  if (!withDev) return aliases
  return {
    ...aliases,
    paths: { ...aliases.paths, ...devPaths },
    namespaces: { ...aliases.namespaces, hardhat: 'anvil' },
    methods: { ...aliases.methods, ...devAliases },
  }
}

/** Selects the dialect of each group. The EVM group of an Ethereum chain uses the dialect of the reference client. */
function dialectOf(parts: NodeServices): DialectOf {
  const { dialect, evmGenesis } = parts.settings
  return (group) => {
    if (evmGenesis !== undefined && group?.key === 'cChain') return referenceEvm
    return dialect === 'public' ? publicDialect(group) : dialectWithHints(group, enablingOf(parts))
  }
}

/** Returns what turns methods of this node on. The names of methods that are off are known, too. */
export function enablingOf(parts: NodeServices): Enabling {
  const enabling = enablingSettings(parts.settings)
  return {
    isOn: (setting) => enabling.get(setting),
    isPublic: parts.settings.public,
    aliases: aliasesFor(parts, true),
  }
}

function announcedAddress({ publicIP, stakingPort }: Settings): string {
  return `${isIP(publicIP) === 6 ? `[${publicIP}]` : publicIP}:${stakingPort}`
}

/** Returns the settings that `x-enabled-by` in the OpenRPC documents refers to. */
function enablingSettings(settings: Settings): ReadonlyMap<string, boolean> {
  return new Map([
    ['admin-api-enabled', settings.adminApiEnabled],
    ['index-transactions', settings.indexTransactions],
    ['dev', settings.dev],
  ])
}

export function logTo(logger: Logger): Log {
  return (level, message, fields = {}) => {
    // Most calls are logged at a level that is off.
    if (!logger.writes(level)) return
    const texts = Object.entries(fields).map(([name, value]) => [name, plain(value)] as const)
    logger[level](message, Object.fromEntries(texts))
  }
}
