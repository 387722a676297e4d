import { readJson } from '@rpcloom/conform'
import { isRecord } from '@rpcloom/rpc'
import { isMixed, watchPolicy } from './http.ts'
import { failed, type Outcome } from './outcome.ts'

interface SocketCall {
  readonly url: URL
  readonly body: string
  /** Aborts the wait for the response and, later, the subscription. */
  readonly signal: AbortSignal
  /** Whether the body is a notification, so that there is no response to wait for. */
  readonly isNotification: boolean
  /** Called with each event. If absent, the connection is closed after the response. */
  readonly onEvent?: (text: string) => void
  /** Called if the connection is closed after the response. */
  readonly onEnd?: (text: string) => void
}

const seconds = 60

/** Makes a call over a separate WebSocket. With `onEvent`, the connection stays open for events. */
export async function sendSocket(call: SocketCall): Promise<Outcome> {
  if (isMixed(call.url)) return failed({ kind: 'mixed' })
  const policy = watchPolicy()
  const outcome = await talk(call)
  const isSocket = outcome.kind === 'failure' && outcome.failure.kind === 'socket'
  const isPolicy = isSocket && (await policy.refused())
  policy.stop()
  return isPolicy ? failed({ kind: 'policy' }) : outcome
}

function talk({ url, body, signal, isNotification, onEvent, onEnd }: SocketCall): Promise<Outcome> {
  return new Promise((resolve) => {
    const socket = open(url)
    if (socket === undefined) return resolve(failed({ kind: 'socket', text: 'not allowed here' }))
    let isSettled = false
    const settle = (outcome: Outcome): void => {
      clearTimeout(timer)
      isSettled = true
      resolve(outcome)
    }
    const timer = setTimeout(() => {
      settle(failed({ kind: 'timeout', seconds }))
      socket.close()
    }, seconds * 1000)
    signal.addEventListener('abort', () => {
      if (!isSettled) settle(failed({ kind: 'cancelled' }))
      socket.close()
    })
    socket.addEventListener('open', () => {
      socket.send(body)
      if (!isNotification) return
      settle({ kind: 'response', text: '', status: undefined })
      socket.close()
    })
    socket.addEventListener('message', ({ data }: MessageEvent<unknown>) => {
      const text = typeof data === 'string' ? data : ''
      if (!isSettled && isResponse(text)) {
        settle({ kind: 'response', text, status: undefined })
        if (onEvent === undefined) socket.close()
      } else {
        onEvent?.(text)
      }
    })
    socket.addEventListener('close', ({ code, reason }) => {
      const text = `code ${code}${reason === '' ? '' : `, ${reason}`}`
      if (!isSettled) settle(failed({ kind: 'socket', text }))
      else if (!signal.aborted) onEnd?.(text)
    })
  })
}

function open(url: URL): WebSocket | undefined {
  try {
    return new WebSocket(url)
  } catch {
    // A policy blocked the connection, or browsers forbid the port.
    return undefined
  }
}

/**
 * Whether a message is a response. Events have a method and no ID, and may arrive before the
 * response.
 */
export function isResponse(text: string): boolean {
  const read = readJson(text)
  return read.kind === 'faulty' || !isRecord(read.value) || !('method' in read.value)
}
