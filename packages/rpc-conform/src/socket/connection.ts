import { ProtocolError } from '@rpcloom/rpc'
import type { Channel, ChannelEvents } from '@rpcloom/rpc/channels'
import type { CallExchange } from '../types.ts'

export type Next =
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'late' }
  | { readonly kind: 'ended'; readonly error: Error }

/** Maximum number of queued messages. If it is exceeded, the connection is closed. */
const MAX_QUEUED = 10_000
/** Maximum number of queued characters. If it is exceeded, the connection is closed. */
const MAX_QUEUED_CHARS = 64 * 1024 * 1024
/**
 * Maximum delay between a timeout and reading a message. The message may have arrived in time while this
 * process was busy.
 */
const MAX_DELAY_MS = 1000

/** The sending half of a channel. */
type Outgoing = Pick<Channel, 'send' | 'close'>

/** Opens a channel, which then passes its messages to `events`. */
export type OpenChannel = (events: ChannelEvents) => Outgoing | Promise<Outgoing>

/** A connection whose messages are read one after another. */
export interface SocketConnection {
  send(text: string): void
  /** Returns the next message, the end of the connection, or a timeout. */
  next(milliseconds: number): Promise<Next>
  readonly isOver: boolean
  close(): void
}

/** Opens a connection over a channel. */
export async function openConnection(open: OpenChannel): Promise<SocketConnection> {
  const inbox: string[] = []
  let queued = 0
  let error: Error | undefined
  let wake: (() => void) | undefined
  const end = (cause: Error): void => {
    error ??= cause
    wake?.()
  }
  const receive = (text: string): void => {
    if (error) return
    queued += text.length
    if (inbox.push(text) > MAX_QUEUED || (queued > MAX_QUEUED_CHARS && inbox.length > 1)) {
      const what = `${inbox.length} messages of ${queued} characters`
      inbox.length = 0
      end(new Error(`received too many unexpected messages: ${what}`))
      return socket.close(1008, 'too many messages')
    }
    wake?.()
  }
  const socket = await open({
    text: (text = '') => receive(text),
    drain: () => {},
    alive: () => {},
    end,
  })
  const take = (): Next | undefined => {
    const text = inbox.shift()
    queued -= text?.length ?? 0
    if (text !== undefined) return { kind: 'text', text }
    return error && { kind: 'ended', error }
  }
  return {
    send: (text) => socket.send(text),
    async next(milliseconds) {
      // Queued messages are no longer read after the maximum delay, since a peer may never stop sending.
      if (milliseconds < -MAX_DELAY_MS) return { kind: 'late' }
      const next = take()
      if (next) return next
      await new Promise<void>((done) => {
        const timer = setTimeout(done, milliseconds)
        wake = () => {
          clearTimeout(timer)
          done()
        }
      })
      wake = undefined
      return take() ?? { kind: 'late' }
    },
    get isOver() {
      return error !== undefined && inbox.length === 0
    },
    close: () => socket.close(1000, ''),
  }
}

export function failureOf(error: unknown, timeoutMs: number): CallExchange {
  if (!(error instanceof Error)) return { kind: 'failed', reason: String(error) }
  // A timeout aborts the signal with a DOMException of this name.
  if (error.name === 'TimeoutError') return { kind: 'timeout', milliseconds: timeoutMs }
  const { cause } = error
  const fault = messageFault(error)
  // The cause is more specific than the error about the failed connection.
  const isVague = cause instanceof Error && cause.message !== '' && fault === undefined
  return {
    kind: 'failed',
    reason: isVague ? cause.message : error.message,
    ...(fault && { fault }),
  }
}

/**
 * Returns the fault of the message that ended a connection; undefined if the connection ended for another
 * reason.
 */
function messageFault(error: Error): 'binary' | 'not-text' | undefined {
  if (!(error instanceof ProtocolError)) return undefined
  if (error.data === 'binary') return 'binary'
  const isUtf8Fault = Reflect.get(Object(error.cause), 'code') === 'WS_ERR_INVALID_UTF8'
  return isUtf8Fault ? 'not-text' : undefined
}
