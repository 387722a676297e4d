import { WebSocket } from 'ws'
import { HttpError, ProtocolError, TimeoutError, TransportError } from '@rpcloom/rpc'
import type { Heard } from '../types.ts'

/** What comes next over a connection. */
export type Next =
  | { readonly kind: 'text'; readonly text: string }
  /** Nothing came in time. */
  | { readonly kind: 'late' }
  | { readonly kind: 'ended'; readonly error: Error }

/** More messages at once are a flood, which ends the connection. */
const MAX_WAITING = 10_000
/** So are more characters in them. */
const MAX_WAITING_TEXT = 64 * 1024 * 1024
/** What has come in time may be read late, by this much, where this process is busy. */
const MAX_DELAY_MS = 1000

/** How connections are opened. */
export interface LineOptions {
  readonly headers: Readonly<Record<string, string>>
  readonly timeoutMs: number
  readonly maxBytes?: number
}

/** One connection, whose messages are taken one after another. */
export interface Line {
  send(text: string): void
  /** The next message, waited for that long. */
  next(milliseconds: number): Promise<Next>
  readonly isOver: boolean
  close(): void
}

/** Opens a connection; throws a `TimeoutError` where nobody takes the call, else an error of `@rpcloom/rpc`. */
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
      end(new MessageFault('binary', 'a binary message came where only text is sent'))
      return socket.close(1003, 'only text is taken')
    }
    const text = data.toString('utf8')
    waiting += text.length
    if (inbox.push(text) > MAX_WAITING || (waiting > MAX_WAITING_TEXT && inbox.length > 1)) {
      const what = `${inbox.length} messages of ${waiting} characters`
      inbox.length = 0
      end(new Error(`${what} came that nobody waited for`))
      return socket.close(1008, 'too many messages')
    }
    wake?.()
  })
  // Who pings without end and reads no pong must not fill the memory (RFC 6455, section 5.5.3).
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
      // Who sends without end must not keep anybody here.
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

/** Pongs that the server has not read yet are kept up to so many bytes. */
const MAX_UNREAD = 64 * 1024
/** How long the server has for its half of the closing handshake. */
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
      settle(new HttpError(`${shown} opens no WebSocket: it answers ${status}`, { status }))
      response.destroy()
      socket.terminate()
    })
    socket.once('error', (cause: NodeJS.ErrnoException) => {
      const isNetwork = cause.syscall !== undefined || cause.code !== undefined
      settle(
        isNetwork
          ? new TransportError(`${shown} cannot be reached`, { cause })
          : new ProtocolError(`${shown} speaks no WebSocket: ${cause.message}`),
      )
    })
  })
}

/** A message that is no text. */
export class MessageFault extends Error {
  readonly fault: 'binary' | 'not-text'
  constructor(fault: 'binary' | 'not-text', message: string) {
    super(message)
    this.fault = fault
  }
}

/** The error for what the parser of frames refused. */
export function protocolFault(cause: Error): Error {
  const message = `the server breaks the WebSocket protocol: ${cause.message}`
  return Reflect.get(cause, 'code') === 'WS_ERR_INVALID_UTF8'
    ? new MessageFault('not-text', message)
    : new ProtocolError(message, { cause })
}

/** Why a connection is not there any more, or never was. */
export function failureOf(error: unknown, timeoutMs: number): Heard {
  if (!(error instanceof Error)) return { kind: 'failed', reason: String(error) }
  if (error instanceof TimeoutError) return { kind: 'timeout', milliseconds: timeoutMs }
  const { cause } = error
  // What lies below says more than that there is no connection.
  const reason = cause instanceof Error && cause.message ? cause.message : error.message
  return { kind: 'failed', reason, ...(error instanceof MessageFault && { fault: error.fault }) }
}
