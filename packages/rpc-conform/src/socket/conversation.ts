import { isRecord } from '@rpcloom/rpc'
import { jsonValue } from '../judge/json.ts'
import type { ServerMessage } from '../judge/server-message.ts'
import type { Traffic } from '../traffic.ts'
import type { CallExchange } from '../types.ts'
import { BoundedMap } from './bounded-map.ts'
import { readMessage } from './message.ts'

/** Receives the traffic of an observed connection. */
export interface Listener {
  readonly onTraffic: (traffic: Traffic) => void
  /** Called with a message that is not a response. */
  readonly onServerMessage: (message: ServerMessage) => void
}

export interface Conversation {
  readonly sent: (text: string) => void
  readonly received: (text: string) => void
  /** Called when the server has closed the connection. Requests that are still open fail. */
  readonly broken: (how: CallExchange) => void
}

interface Request {
  readonly ids: ReadonlySet<unknown>
  readonly isBatch: boolean
}

/** Follows a connection to the endpoint at `path`. Assigns responses to requests, and recognizes events. */
export function openConversation(
  path: string,
  { onTraffic, onServerMessage }: Listener,
): Conversation {
  const open = new BoundedMap<Request>()
  /**
   * Requests that may have opened a subscription, by subscription ID. Requests whose results merely look like
   * subscription IDs are included.
   */
  const subscriptions = new BoundedMap<unknown>()
  const report = (body: string, exchange: CallExchange): void =>
    onTraffic({ verb: 'WS', path, body, exchange })
  const requestFor = (ids: readonly unknown[], isBatch: boolean): [Request, string] | undefined => {
    let last: [Request, string] | undefined
    for (const entry of open.entries()) {
      const [request] = entry
      if (request.isBatch === isBatch && ids.some((id) => request.ids.has(id))) return entry
      last = entry
    }
    // If only one request is open, the response belongs to it, whatever its ID.
    return open.size === 1 ? last : undefined
  }
  return {
    sent(text) {
      const request = readRequest(text)
      if (request.ids.size === 0) report(text, { kind: 'messages', texts: [] })
      else open.set(request, text)
    },
    received(text) {
      const message = readMessage(text)
      if (message.kind === 'event') {
        const subscribeRequest = subscriptions.get(message.subscription)
        return onServerMessage({ path, text, subscribeRequest })
      }
      const isResponse = message.kind === 'response'
      const entry = isResponse
        ? requestFor(message.ids, message.isBatch)
        : requestFor([null], false)
      if (entry === undefined) return onServerMessage({ path, text, subscribeRequest: undefined })
      const [request, requestText] = entry
      open.delete(request)
      const id = isResponse ? message.result : undefined
      if (typeof id === 'string' || typeof id === 'number') subscriptions.set(id, requestText)
      report(requestText, { kind: 'messages', texts: [text] })
    },
    broken(how) {
      for (const [, text] of open.entries()) report(text, how)
      open.clear()
    },
  }
}

function readRequest(text: string): Request {
  const value = jsonValue(text)
  const isBatch = Array.isArray(value) && value.length > 0
  const calls: readonly unknown[] = isBatch ? value : [value]
  // The response to an invalid request has a null ID.
  const ids = calls.map((call) => (isRecord(call) ? call['id'] : null))
  return { ids: new Set(ids.filter((id) => id !== undefined)), isBatch }
}
