import { createServer, type Server } from 'node:http'
import { isIP, type AddressInfo } from 'node:net'
import { Connections } from './connections.ts'
import { closeStreams } from './event-stream.ts'
import type { ListenerOptions } from './node-exchange.ts'
import { continueListener, requestListener } from './node-listener.ts'
import { aSwitch, checkOptions, count, duration, type OptionRule } from './option-error.ts'
import { asksForWebSocket, withoutOffer } from './websocket/other-protocols.ts'
import { upgrades, type UpgradeOptions, type Upgrades } from './websocket/upgrade.ts'
import type { Dispatcher } from './types.ts'

export type { HttpRules } from './http-rules.ts'
export type { ListenerOptions } from './node-exchange.ts'
export { requestListener } from './node-listener.ts'

export { upgrades, type UpgradeOptions, type Upgrades } from './websocket/upgrade.ts'

/** Options of `listen`. Times are in milliseconds. */
export interface ListenOptions extends ListenerOptions, UpgradeOptions {
  /** Host name or IP address to listen on: 127.0.0.1 by default. */
  readonly host?: string
  /** Port to listen on: a free port by default. */
  readonly port?: number
  /** Time limit for receiving the head of a request: 30 seconds by default. */
  readonly headersTimeoutMs?: number
  /** Time limit for receiving a whole request: 30 seconds by default. */
  readonly requestTimeoutMs?: number
  /**
   * Maximum number of HTTP and WebSocket connections together: unlimited by default. Further connections are
   * dropped.
   */
  readonly maxConnections?: number
  /** Time for which an idle connection is kept open: 120 seconds by default. */
  readonly idleTimeoutMs?: number
  /** Whether the schemas of params are compiled before the server listens, instead of at first calls. */
  readonly compileAtStart?: boolean
  /** Private key and certificate chain in PEM. With them, the server speaks HTTPS instead of HTTP. */
  readonly tls?: { readonly key: string; readonly cert: string }
  /** Maximum time that `close` waits for calls in progress: 10 seconds by default. */
  readonly graceMs?: number
}

/** A server that accepts connections. */
export interface Listening {
  readonly url: string
  readonly port: number
  /** The underlying server, for integrations. */
  readonly server: Server
  /** The WebSocket connections of the server, which use the same port. */
  readonly sockets: Upgrades
  /** Stops accepting connections, waits for calls in progress, then closes all connections. */
  close(): Promise<void>
}

const listenRules: { readonly [Name in keyof ListenOptions]?: OptionRule } = {
  // For an empty host, Node would listen on every address of the machine.
  host: {
    expected: 'an address or a host name',
    accepts: (value) => typeof value === 'string' && value !== '',
  },
  port: {
    expected: 'an integer from 0 to 65535',
    accepts: (value) => Number.isInteger(value) && Number(value) >= 0 && Number(value) <= 65_535,
  },
  headersTimeoutMs: duration(0),
  requestTimeoutMs: duration(0),
  maxConnections: count(1),
  idleTimeoutMs: duration(0),
  compileAtStart: aSwitch,
  graceMs: duration(0),
}

/**
 * Serves a dispatcher over node:http and WebSocket on one port. Rejects requests whose `Host` name is not
 * allowed.
 */
export async function listen(
  dispatcher: Dispatcher,
  options: ListenOptions = {},
): Promise<Listening> {
  checkOptions(options, listenRules)
  const { host = '127.0.0.1', port = 0 } = options
  if (options.compileAtStart === true) await dispatcher.compile()
  const rules = { ...options, allowedHosts: options.allowedHosts ?? ['localhost'] }
  const headersTimeout = options.headersTimeoutMs ?? 30_000
  const requestTimeout = options.requestTimeoutMs ?? 30_000
  // Interval at which Node checks for timeouts.
  const connectionsCheckingInterval = Math.min(headersTimeout || 30_000, requestTimeout || 30_000)
  const { tls } = options
  const listener = requestListener(dispatcher, rules)
  const server: Server = tls
    ? (await import('node:https')).createServer({ connectionsCheckingInterval, ...tls }, listener)
    : createServer({ connectionsCheckingInterval }, listener)
  server.on('checkContinue', continueListener(dispatcher, rules))
  const sockets = upgrades(dispatcher, rules)
  const opened = tls ? 'secureConnection' : 'connection'
  const connections = new Connections(server, opened)
  server.on('upgrade', (request, socket, head) => {
    void connections.release(socket).then(() => {
      if (socket.destroyed) return
      if (asksForWebSocket(request)) sockets.listener(request, socket, head)
      else withoutOffer(server, opened, { request, socket, head })
    })
  })
  server.headersTimeout = headersTimeout
  server.requestTimeout = requestTimeout
  if (options.maxConnections !== undefined) server.maxConnections = options.maxConnections
  server.keepAliveTimeout = options.idleTimeoutMs ?? 120_000
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(port, host, () => {
      server.off('error', reject)
      resolve()
    })
  })
  const { port: bound } = server.address() as AddressInfo
  const name = isIP(host) === 6 ? `[${host}]` : host
  const close = closer({ dispatcher, server, sockets, connections }, options.graceMs ?? 10_000)
  return {
    url: `${tls ? 'https' : 'http'}://${name}:${bound}`,
    port: bound,
    server,
    sockets,
    close,
  }
}

const IDLE_CHECK_MS = 20

interface Closing {
  readonly dispatcher: Dispatcher
  readonly server: Server
  readonly sockets: Upgrades
  readonly connections: Connections
}

function closer(
  { dispatcher, server, sockets, connections }: Closing,
  graceMs: number,
): () => Promise<void> {
  let closed: Promise<void> | undefined
  return () => {
    closeStreams(dispatcher)
    closed ??= Promise.all([sockets.close(), closeServer()]).then(() => {})
    return closed
  }

  function closeServer(): Promise<void> {
    return new Promise((resolve) => {
      const timer = setTimeout(() => {
        connections.destroyAll()
        sockets.terminate()
      }, graceMs)
      // A keep-alive connection may become idle after `close` was called, which causes no event.
      const idle = setInterval(() => server.closeIdleConnections(), IDLE_CHECK_MS)
      server.prependListener('request', (_, response) => {
        response.shouldKeepAlive = false
      })
      server.close(() => {
        clearTimeout(timer)
        clearInterval(idle)
        resolve()
      })
      server.closeIdleConnections()
      connections.destroyReceiving()
    })
  }
}
