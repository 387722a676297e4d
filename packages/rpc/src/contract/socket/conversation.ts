import { isRecord } from '../../json-rpc.ts'
import type { Pushed } from '../judge/pushed.ts'
import type { Traffic } from '../traffic.ts'
import type { Heard } from '../types.ts'
import { messageOf } from './message.ts'

/** Who is told of what passes over a connection of somebody else's. */
export interface Listener {
  readonly onTraffic: (traffic: Traffic) => void
  /** A message that answers nothing. */
  readonly onPushed: (pushed: Pushed) => void
}

/** What both sides of one connection say, in the order in which it passes. */
export interface Conversation {
  readonly asked: (text: string) => void
  readonly heard: (text: string) => void
  /** The server's side is over: what is still open is answered by that. */
  readonly broken: (how: Heard) => void
}

interface Request {
  readonly text: string
  readonly ids: ReadonlySet<unknown>
  readonly isBatch: boolean
}

/** More that nobody answers are forgotten, the oldest first. */
const MOST_OPEN = 10_000

/** Follows a connection to the endpoint at `path`: which message answers which, and which are events. */
export function openConversation(path: string, { onTraffic, onPushed }: Listener): Conversation {
  const open = new Set<Request>()
  /** By the id of a subscription: the request that opened it. */
  const subscriptions = new Map<unknown, string>()
  const tell = (body: string, exchange: Heard): void => {
    onTraffic({ verb: 'WS', path, body, exchange })
  }
  const ownerOf = (ids: readonly unknown[], isBatch: boolean): Request | undefined => {
    const all = [...open]
    const own = all.find((one) => one.isBatch === isBatch && ids.some((id) => one.ids.has(id)))
    // With one request under way there is no doubt which is meant, whatever the id.
    return own ?? (all.length === 1 ? all[0] : undefined)
  }
  return {
    asked(text) {
      const request = requestOf(text)
      if (request.ids.size === 0) return tell(text, { kind: 'messages', texts: [] })
      open.add(request)
      const [oldest] = open
      if (open.size > MOST_OPEN && oldest) open.delete(oldest)
    },
    heard(text) {
      const message = messageOf(text)
      if (message.kind === 'event') {
        return onPushed({ path, text, opened: subscriptions.get(message.subscription) })
      }
      const { ids, isBatch } = message.kind === 'answer' ? message : { ids: [null], isBatch: false }
      const request = ownerOf(ids, isBatch)
      if (request === undefined) return onPushed({ path, text, opened: undefined })
      open.delete(request)
      const id = resultIn(text)
      if (!isBatch && (typeof id === 'string' || typeof id === 'number'))
        remember(subscriptions, id, request.text)
      tell(request.text, { kind: 'messages', texts: [text] })
    },
    broken(how) {
      for (const { text } of open) tell(text, how)
      open.clear()
    },
  }
}

/** Results of other calls look like ids, too: the latest are kept. */
function remember(subscriptions: Map<unknown, string>, id: unknown, text: string): void {
  subscriptions.delete(id)
  subscriptions.set(id, text)
  const [oldest] = subscriptions.keys()
  if (subscriptions.size > MOST_OPEN) subscriptions.delete(oldest)
}

function requestOf(text: string): Request {
  const value = valueOf(text)
  // What is no request is answered without an id.
  if (value === undefined) return { text, ids: new Set([null]), isBatch: false }
  const calls: readonly unknown[] = Array.isArray(value) ? value : [value]
  const ids = calls.map((call) => (isRecord(call) ? call['id'] : null))
  return {
    text,
    ids: new Set(calls.length === 0 ? [null] : ids.filter((id) => id !== undefined)),
    isBatch: calls.length > 0 && Array.isArray(value),
  }
}

function resultIn(text: string): unknown {
  const value = valueOf(text)
  return isRecord(value) ? value['result'] : undefined
}

/** `undefined` for what is no JSON: whoever judges the traffic says so. */
function valueOf(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
