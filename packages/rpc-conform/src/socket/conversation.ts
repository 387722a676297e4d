import { isRecord } from '@rpcloom/rpc'
import type { ServerMessage } from '../judge/server-message.ts'
import type { Traffic } from '../traffic.ts'
import type { CallExchange } from '../types.ts'
import { BoundedMap } from './bounded-map.ts'
import { messageOf } from './message.ts'

/** Receives the traffic of an observed connection. */
export interface Listener {
  readonly onTraffic: (traffic: Traffic) => void
  /** Called with a message that is not a response. */
  readonly onServerMessage: (pushed: ServerMessage) => void
}

/** The messages of both sides of a connection, in order. */
export interface Conversation {
  readonly sent: (text: string) => void
  readonly received: (text: string) => void
  /** Call this when the server's side has ended: open requests then fail. */
  readonly broken: (how: CallExchange) => void
}

interface Request {
  readonly ids: ReadonlySet<unknown>
  readonly isBatch: boolean
}

/** Follows a connection to the endpoint at `path`. Assigns responses to requests, and recognizes events. */
export function openConversation(path: string, { onTraffic, onServerMessage }: Listener): Conversation {
  /** Requests that have not been answered yet. */
  const open = new BoundedMap<Request>()
  /**
   * Requests that opened a subscription, by subscription ID. Results of other calls that look like IDs are
   * included.
   */
  const subscriptions = new BoundedMap<unknown>()
  const tell = (body: string, exchange: CallExchange): void => {
    onTraffic({ verb: 'WS', path, body, exchange })
  }
  const ownerOf = (ids: readonly unknown[], isBatch: boolean): [Request, string] | undefined => {
    let only: [Request, string] | undefined
    for (const entry of open.entries()) {
      const [request] = entry
      if (request.isBatch === isBatch && ids.some((id) => request.ids.has(id))) return entry
      only = entry
    }
    // If only one request is open, the response belongs to it, whatever its ID.
    return open.size === 1 ? only : undefined
  }
  return {
    sent(text) {
      const request = requestOf(text)
      if (request.ids.size === 0) return tell(text, { kind: 'messages', texts: [] })
      open.set(request, text)
    },
    received(text) {
      const message = messageOf(text)
      if (message.kind === 'event') {
        return onServerMessage({ path, text, opened: subscriptions.get(message.subscription) })
      }
      const answer = message.kind === 'response' ? message : { ids: [null], isBatch: false }
      const { ids, isBatch, result: id } = { result: undefined, ...answer }
      const owner = ownerOf(ids, isBatch)
      if (owner === undefined) return onServerMessage({ path, text, opened: undefined })
      const [request, asked] = owner
      open.delete(request)
      if (typeof id === 'string' || typeof id === 'number') subscriptions.set(id, asked)
      tell(asked, { kind: 'messages', texts: [text] })
    },
    broken(how) {
      for (const [, text] of open.entries()) tell(text, how)
      open.clear()
    },
  }
}

function requestOf(text: string): Request {
  const value = valueOf(text)
  // The response to an invalid request has no ID.
  if (value === undefined) return { ids: new Set([null]), isBatch: false }
  const calls: readonly unknown[] = Array.isArray(value) ? value : [value]
  const ids = calls.map((call) => (isRecord(call) ? call['id'] : null))
  return {
    ids: new Set(calls.length === 0 ? [null] : ids.filter((id) => id !== undefined)),
    isBatch: calls.length > 0 && Array.isArray(value),
  }
}

/**
 * Returns the value of a JSON text. `undefined` if it is invalid, which is reported when the traffic is
 * judged.
 */
function valueOf(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
