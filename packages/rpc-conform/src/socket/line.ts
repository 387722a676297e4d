import { WebSocket } from 'ws'
import { HttpError, ProtocolError, TimeoutError, TransportError } from '@rpcloom/rpc'
import type { CallExchange } from '../types.ts'

/** The next event of a connection. */
export type Next =
  | { readonly kind: 'text'; readonly text: string }
  /** Nothing was received in time. */
  | { readonly kind: 'late' }
  | { readonly kind: 'ended'; readonly error: Error }

/** Maximum number of queued messages; more end the connection. */
const MAX_WAITING = 10_000
/** Maximum number of queued characters; more end the connection. */
const MAX_WAITING_TEXT = 64 * 1024 * 1024
/** Tolerance for messages that arrived in time while this process was busy. */
const MAX_DELAY_MS = 1000

/** Options of connections. */
export interface LineOptions {
  readonly headers: Readonly<Record<string, string>>
  readonly timeoutMs: number
  readonly maxBytes?: number
}

/** A connection whose messages are read one after another. */
export interface Line {
  send(text: string): void
  /** Returns the next message within the time limit. */
  next(milliseconds: number): Promise<Next>
  readonly isOver: boolean
  close(): void
}

/** Opens a connection. Throws a `TimeoutError` if there is no response, else an error of `@rpcloom/rpc`. */
export async function openLine(address: string, options: LineOptions): Promise<Line> {
  const inbox: string[] = []
  let waiting = 0
  let error: Error | undefined
  let wake: (() => void) | undefined
  const socket = connect(address, options)
  const end = (cause: Error): void => {
    error ??= cause
    wake?.()
  }
  socket.on('message', (data: Buffer, isBinary) => {
    if (error) return
    if (isBinary) {
      end(new MessageFault('binary', 'received a binary message; expected text'))
      return socket.close(1003, 'binary message, expected text')
    }
    const text = data.toString('utf8')
    waiting += text.length
    if (inbox.push(text) > MAX_WAITING || (waiting > MAX_WAITING_TEXT && inbox.length > 1)) {
      const what = `${inbox.length} messages of ${waiting} characters`
      inbox.length = 0
      end(new Error(`received too many unexpected messages: ${what}`))
      return socket.close(1008, 'too many messages')
    }
    wake?.()
  })
  // Limits memory for peers that send pings and never read pongs (RFC 6455, section 5.5.3).
  socket.on('ping', (payload) => {
    if (socket.bufferedAmount < MAX_UNREAD) socket.pong(payload, undefined, () => undefined)
  })
  await opened(socket, address, options.timeoutMs)
  socket.on('error', (cause) => {
    end(protocolFault(cause))
  })
  socket.on('close', (code, reason) => {
    const why = reason.length > 0 ? `, ${reason.toString('utf8')}` : ''
    end(new TransportError(`the server closed the connection (${code}${why})`))
  })
  const now = (): Next | undefined => {
    const text = inbox.shift()
    waiting -= text?.length ?? 0
    if (text !== undefined) return { kind: 'text', text }
    return error && { kind: 'ended', error }
  }
  return {
    send: (text) => void (socket.readyState === WebSocket.OPEN && socket.send(text)),
    async next(milliseconds) {
      // A peer that never stops sending must not block this process.
      if (milliseconds < -MAX_DELAY_MS) return { kind: 'late' }
      const there = now()
      if (there) return there
      await new Promise<void>((done) => {
        const timer = setTimeout(done, milliseconds)
        wake = () => {
          clearTimeout(timer)
          done()
        }
      })
      wake = undefined
      return now() ?? { kind: 'late' }
    },
    get isOver() {
      return error !== undefined && inbox.length === 0
    },
    close() {
      socket.close(1000)
      setTimeout(() => socket.terminate(), CLOSE_MS).unref()
    },
  }
}

/** Maximum bytes of pongs that the server has not read. */
const MAX_UNREAD = 64 * 1024
/** Time limit for the server's part of the closing handshake. */
const CLOSE_MS = 1000

function connect(address: string, { headers, timeoutMs, maxBytes }: LineOptions): WebSocket {
  return new WebSocket(address, {
    headers,
    handshakeTimeout: timeoutMs,
    perMessageDeflate: false,
    autoPong: false,
    maxPayload: maxBytes ?? 64 * 1024 * 1024,
  })
}

async function opened(socket: WebSocket, address: string, timeoutMs: number): Promise<void> {
  const { protocol, host, pathname } = new URL(address)
  const shown = `${protocol}//${host}${pathname}`
  await new Promise<void>((resolve, reject) => {
    const limit = setTimeout(() => {
      reject(new TimeoutError(`No response within ${timeoutMs} ms`))
      socket.terminate()
    }, timeoutMs)
    const settle = (error?: Error): void => {
      clearTimeout(limit)
      if (error) reject(error)
      else resolve()
    }
    socket.once('open', () => settle())
    socket.once('unexpected-response', (_request, response) => {
      const status = response.statusCode ?? 0
      settle(
        new HttpError(`${shown} rejected the WebSocket handshake with status ${status}`, {
          status,
        }),
      )
      response.destroy()
      socket.terminate()
    })
    socket.once('error', (cause: NodeJS.ErrnoException) => {
      const isNetwork = cause.syscall !== undefined || cause.code !== undefined
      settle(
        isNetwork
          ? new TransportError(`Could not connect to ${shown}`, { cause })
          : new ProtocolError(`WebSocket handshake with ${shown} failed: ${cause.message}`),
      )
    })
  })
}

/** A message that is not text. */
export class MessageFault extends Error {
  readonly fault: 'binary' | 'not-text'
  constructor(fault: 'binary' | 'not-text', message: string) {
    super(message)
    this.fault = fault
  }
}

/** Returns the error for a frame that the parser rejected. */
export function protocolFault(cause: Error): Error {
  const message = `the server violated the WebSocket protocol: ${cause.message}`
  return Reflect.get(cause, 'code') === 'WS_ERR_INVALID_UTF8'
    ? new MessageFault('not-text', message)
    : new ProtocolError(message, { cause })
}

/** Returns why a connection ended or could not be opened. */
export function failureOf(error: unknown, timeoutMs: number): CallExchange {
  if (!(error instanceof Error)) return { kind: 'failed', reason: String(error) }
  if (error instanceof TimeoutError) return { kind: 'timeout', milliseconds: timeoutMs }
  const { cause } = error
  // The cause is more specific than the failed connection.
  const reason = cause instanceof Error && cause.message ? cause.message : error.message
  return { kind: 'failed', reason, ...(error instanceof MessageFault && { fault: error.fault }) }
}
