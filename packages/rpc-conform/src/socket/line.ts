import { FrameFault, type Wire, dial } from '@rpcloom/rpc/internal/node'
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

/** Opens a connection; throws as `dial` does, and a `TimeoutError` where nobody takes the call. */
export async function openLine(
  address: string,
  { headers, timeoutMs, maxBytes }: LineOptions,
): Promise<Line> {
  const inbox: string[] = []
  let waiting = 0
  let isFlooded = false
  let error: Error | undefined
  let wake: (() => void) | undefined
  const told = (): void => wake?.()
  const events = {
    text(text: string): void {
      if (isFlooded) return
      waiting += text.length
      if (inbox.push(text) > MAX_WAITING || (waiting > MAX_WAITING_TEXT && inbox.length > 1)) {
        isFlooded = true
        const what = `${inbox.length} messages of ${waiting} characters`
        error ??= new Error(`${what} came that nobody waited for`)
        inbox.length = 0
        wire?.close(1008, 'too many messages')
      }
      told()
    },
    alive: (): void => undefined,
    end(cause: Error): void {
      error = cause
      told()
    },
  }
  let wire: Wire | undefined
  const options = { headers, ...(maxBytes !== undefined && { maxBytes }) }
  const limit = new AbortController()
  const timer = setTimeout(() => {
    limit.abort(new DOMException(`nobody answers within ${timeoutMs} ms`, 'TimeoutError'))
  }, timeoutMs)
  const opened = await dial(address, events, options, limit.signal).finally(() =>
    clearTimeout(timer),
  )
  wire = opened
  const now = (): Next | undefined => {
    const text = inbox.shift()
    waiting -= text?.length ?? 0
    if (text !== undefined) return { kind: 'text', text }
    return error && { kind: 'ended', error }
  }
  return {
    send: (text) => opened.send(text),
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
    close: () => opened.close(1000, ''),
  }
}

/** Why a connection is not there any more, or never was. */
export function failureOf(error: unknown, timeoutMs: number): Heard {
  if (!(error instanceof Error)) return { kind: 'failed', reason: String(error) }
  if (error.name === 'TimeoutError') return { kind: 'timeout', milliseconds: timeoutMs }
  const { cause } = error
  // What lies below says more than that there is no connection.
  const reason = cause instanceof Error && cause.message ? cause.message : error.message
  const fault = cause instanceof FrameFault ? faults.get(cause.closeCode) : undefined
  return { kind: 'failed', reason, ...(fault && { fault }) }
}

/** By the code that a connection is closed with (RFC 6455, section 7.4.1). */
const faults: ReadonlyMap<number, 'binary' | 'not-text'> = new Map([
  [1003, 'binary'],
  [1007, 'not-text'],
])
