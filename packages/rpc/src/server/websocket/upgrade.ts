import type { IncomingMessage } from 'node:http'
import type { Socket } from 'node:net'
import type { Duplex } from 'node:stream'
import type { HttpRules } from '../http-rules.ts'
import { isThenable } from '../call.ts'
import { requestTarget } from '../request-target.ts'
import type { Dispatcher, Log } from '../types.ts'
import { Unauthorized } from '../unauthorized.ts'
import { acceptance, refusalOf, refusalText, type Refusal } from './handshake.ts'
import { NodeSocket } from './node-socket.ts'

/** What the sockets of a server share. */
export interface UpgradeOptions extends HttpRules {
  /** What handlers find as `ctx.auth`, or a promise of it; throws `Unauthorized` to refuse. */
  readonly authenticate?: (request: IncomingMessage) => unknown
  /** Takes what fails here; the console unless given. */
  readonly log?: Log
  /** Connections in all; further ones are refused with 503. 10,000 unless given. */
  readonly maxSockets?: number
  /** Between two pings; a caller that has not answered one by the next is gone. 30 seconds unless given. */
  readonly pingMs?: number
}

/** The WebSocket side of a server of node:http. */
export interface Upgrades {
  /** For the server's `upgrade` event. */
  readonly listener: (request: IncomingMessage, socket: Duplex, head: Buffer) => void
  /** Open connections. */
  readonly size: number
  /** Lets calls under way finish, says goodbye, and resolves when all are gone. */
  close(): Promise<void>
  /** Ends all connections at once. */
  terminate(): void
}

/** Serves the methods of a dispatcher over WebSocket, on the paths of the groups that offer it. */
export function upgrades(dispatcher: Dispatcher, options: UpgradeOptions = {}): Upgrades {
  const { pingMs = 30_000, maxSockets = 10_000 } = options
  const sockets = new Set<NodeSocket>()
  let isClosing = false
  const timer = setInterval(() => {
    for (const socket of sockets) socket.ping()
  }, pingMs)
  timer.unref()
  return {
    get size() {
      return sockets.size
    },
    listener(request, socket, head) {
      socket.on('error', () => socket.destroy())
      const target = requestTarget(request.url)
      const { path } = target
      // Nothing is read before it is known who calls.
      const proceed = (auth: unknown): void => {
        if (socket.destroyed) return
        if (isClosing) return void socket.end(refusalText(full))
        const opened = open(request, socket, { head, path, auth, dispatcher, options })
        sockets.add(opened)
        void opened.closed.then(() => sockets.delete(opened))
      }
      const refuse = (error: unknown): void => {
        socket.end(refusalText(refusalFor(error, options)))
      }
      try {
        const isFull = isClosing || sockets.size >= maxSockets
        const refusal = isFull ? full : refusalOf(request, target, { dispatcher, rules: options })
        if (refusal) return void socket.end(refusalText(refusal))
        const auth = options.authenticate?.(request)
        if (isThenable(auth)) auth.then(proceed).then(undefined, refuse)
        else proceed(auth)
      } catch (error) {
        refuse(error)
      }
    },
    async close() {
      isClosing = true
      clearInterval(timer)
      const open = [...sockets]
      for (const socket of open) void socket.finish()
      await Promise.all(open.map(({ closed }) => closed))
    },
    terminate() {
      for (const socket of sockets) socket.terminate()
    },
  }
}

function refusalFor(error: unknown, { log }: UpgradeOptions): Refusal {
  if (error instanceof Unauthorized) {
    const { status, headers, body } = error.reply
    return { status, headers, text: body }
  }
  if (log) log('error', 'A connection could not be opened', { error })
  else console.error(error)
  return { status: 500, text: '' }
}

const full: Refusal = { status: 503, text: 'no more connections' }

interface Opening {
  readonly auth: unknown
  /** What came behind the request's head. */
  readonly head: Buffer
  readonly path: string
  readonly dispatcher: Dispatcher
  readonly options: UpgradeOptions
}

function open(
  request: IncomingMessage,
  socket: Duplex,
  { head, path, auth, dispatcher, options }: Opening,
): NodeSocket {
  const { headers } = request
  if (isTcp(socket)) socket.setNoDelay(true).setTimeout(0)
  socket.write(acceptance(request, options.headers))
  if (head.length > 0) socket.unshift(head)
  const remote = isTcp(socket) ? socket.remoteAddress : undefined
  return new NodeSocket(socket, dispatcher, { path, headers, remote, auth })
}

function isTcp(socket: Duplex): socket is Socket {
  return 'setNoDelay' in socket && 'setTimeout' in socket
}
