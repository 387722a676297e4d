import type { IncomingMessage } from 'node:http'
import type { Socket } from 'node:net'
import type { Duplex } from 'node:stream'
import { WebSocketServer } from 'ws'
import { responseHeaders, type HttpRules } from '../http-rules.ts'
import { isThenable } from '../../thenable.ts'
import { safeLog } from '../log.ts'
import { aFunction, checkOptions, count, duration, type OptionRule } from '../option-error.ts'
import { checkHttpRules } from '../options.ts'
import { requestTarget } from '../request-target.ts'
import { HttpReplyError } from '../http-reply.ts'
import type { Dispatcher, Log, Scope } from '../types.ts'
import { refusalOf, refusalText, type RejectedUpgrade } from './handshake.ts'
import { NodeSocket } from './node-socket.ts'

/** Options for all WebSockets of a server. */
export interface UpgradeOptions extends HttpRules {
  /**
   * Returns the value of `ctx.auth` or a promise of the value. Throws `Unauthorized` to reject the handshake.
   */
  readonly authenticate?: (request: IncomingMessage) => unknown
  /** Receives errors; the console by default. */
  readonly log?: Log
  /** Maximum number of connections: 10,000 by default. Further connections are rejected with status 503. */
  readonly maxSockets?: number
  /**
   * Interval between pings in milliseconds: 30 seconds by default. A peer that has sent nothing since the
   * previous ping is disconnected.
   */
  readonly pingMs?: number
}

const upgradeRules: { readonly [Name in keyof UpgradeOptions]?: OptionRule } = {
  authenticate: aFunction,
  log: aFunction,
  maxSockets: count(0),
  pingMs: duration(1),
}

/** The WebSocket support of a node:http server. */
export interface Upgrades {
  /** Listener for the server's `upgrade` event. */
  readonly listener: (request: IncomingMessage, socket: Duplex, head: Buffer) => void
  /** Number of open connections. */
  readonly size: number
  /** Waits for calls in progress and closes all connections. Resolves when all connections have ended. */
  close(): Promise<void>
  /** Terminates all connections at once. */
  terminate(): void
}

/** Serves the methods of a dispatcher over WebSockets, on the paths of groups that offer WebSockets. */
export function upgrades(dispatcher: Dispatcher, options: UpgradeOptions = {}): Upgrades {
  checkHttpRules(options)
  checkOptions(options, upgradeRules)
  return new NodeUpgrades(dispatcher, options)
}

class NodeUpgrades implements Upgrades {
  readonly #dispatcher: Dispatcher
  readonly #options: UpgradeOptions
  readonly #server: WebSocketServer
  readonly #sockets = new Set<NodeSocket>()
  /** Connections without a completed handshake: the handshake is in progress or was rejected. */
  readonly #others = new Set<Duplex>()
  readonly #pings: ReturnType<typeof setInterval>
  #isClosing = false

  constructor(dispatcher: Dispatcher, options: UpgradeOptions) {
    this.#dispatcher = dispatcher
    this.#options = options
    this.#server = webSocketServer(dispatcher.messageBytes, options)
    this.#pings = setInterval(() => {
      for (const socket of this.#sockets) socket.ping()
    }, options.pingMs ?? 30_000)
    this.#pings.unref()
  }

  get size(): number {
    return this.#sockets.size
  }

  readonly listener: Upgrades['listener'] = (request, socket, head) => {
    socket.on('error', () => socket.destroy())
    this.#others.add(socket)
    socket.once('close', () => this.#others.delete(socket))
    const fail = (error: unknown): void => refuse(socket, refusalFor(error, this.#options))
    try {
      const target = requestTarget(request.url)
      const route = this.#dispatcher.route(target.path, 'ws')
      const rules = this.#options
      const refusal = this.#isFull ? full : refusalOf(request, target, { route, rules })
      if (refusal) return refuse(socket, refusal)
      const scope = {
        path: target.path,
        route,
        headers: request.headers,
        remote: addressOf(socket),
      }
      // No message is read before the caller is authenticated.
      const proceed = (auth: unknown): void =>
        this.#open({ request, socket, head }, { ...scope, auth })
      const auth = rules.authenticate?.(request)
      if (isThenable(auth)) auth.then(proceed).then(undefined, fail)
      else proceed(auth)
    } catch (error) {
      fail(error)
    }
  }

  #open({ request, socket, head }: Upgrading, scope: Scope): void {
    if (!socket.writable) return
    if (this.#isFull) return refuse(socket, full)
    if (isTcp(socket)) socket.setNoDelay(true).setTimeout(0)
    this.#server.handleUpgrade(request, socket, head, (webSocket) => {
      const opened = new NodeSocket(webSocket, socket, { dispatcher: this.#dispatcher, scope })
      this.#others.delete(socket)
      this.#sockets.add(opened)
      void opened.closed.then(() => this.#sockets.delete(opened))
    })
  }

  get #isFull(): boolean {
    return this.#isClosing || this.#sockets.size >= (this.#options.maxSockets ?? 10_000)
  }

  async close(): Promise<void> {
    this.#isClosing = true
    clearInterval(this.#pings)
    for (const socket of this.#others) if (socket.writable) refuse(socket, full)
    const open = [...this.#sockets]
    for (const socket of open) void socket.finish()
    await Promise.all(open.map(({ closed }) => closed))
  }

  terminate(): void {
    for (const socket of this.#sockets) socket.terminate()
    for (const socket of this.#others) socket.destroy()
  }
}

/** An upgrade request with its connection and the bytes received after the request. */
interface Upgrading {
  readonly request: IncomingMessage
  readonly socket: Duplex
  readonly head: Buffer
}

function webSocketServer(maxPayload: number, options: UpgradeOptions): WebSocketServer {
  const server = new WebSocketServer({
    noServer: true,
    clientTracking: false,
    autoPong: false,
    maxPayload,
    // The server selects none of the offered subprotocols.
    handleProtocols: () => false,
  })
  server.on('headers', (lines) => {
    for (const [name, value] of Object.entries(responseHeaders(options)))
      lines.push(`${name}: ${value}`)
  })
  return server
}

function addressOf(socket: Duplex): string | undefined {
  return isTcp(socket) ? socket.remoteAddress : undefined
}

/** Time limit in milliseconds for a rejected caller to close the connection, which Node leaves half open. */
const LEAVE_MS = 2000

function refuse(socket: Duplex, refusal: RejectedUpgrade): void {
  socket.end(refusalText(refusal))
  socket.resume()
  const timer = setTimeout(() => socket.destroy(), LEAVE_MS)
  socket.once('close', () => clearTimeout(timer))
}

function refusalFor(error: unknown, { log }: UpgradeOptions): RejectedUpgrade {
  if (error instanceof HttpReplyError && error.reply) {
    const { status, headers, body } = error.reply
    return { status, headers, text: body }
  }
  safeLog(log)('error', 'Could not open a connection', { error })
  return { status: 500, text: '' }
}

const full: RejectedUpgrade = { status: 503, text: 'too many connections' }

function isTcp(socket: Duplex): socket is Socket {
  return 'setNoDelay' in socket && 'setTimeout' in socket
}
