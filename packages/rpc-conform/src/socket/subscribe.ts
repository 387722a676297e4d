import { subscriptionIdIn, unsubscribeId } from '../judge/subscription.ts'
import type { CaseRequest, SubscriptionExchange } from '../types.ts'
import { failureOf } from './connection.ts'
import { readMessage } from './message.ts'
import type { SharedState, SocketSession } from './session.ts'

/** Number of events after which a subscription need not be observed any longer. */
const ENOUGH = 3
const MAX_PAUSE_MS = 500

type Request = Extract<CaseRequest, { kind: 'subscription' }>

interface Waits {
  readonly eventMs: number
  readonly timeoutMs: number
}

/** Opens a subscription, reads its events for a while and ends it. */
export async function subscribe(
  session: SocketSession,
  request: Request,
  { shared, eventMs, timeoutMs }: Waits & { readonly shared: SharedState },
): Promise<SubscriptionExchange> {
  const events: string[] = []
  session.onEvent = (text) => events.push(text)
  try {
    const opened = await session.ask(request)
    const id = subscriptionIdIn(opened)
    const opening = {
      kind: 'subscription',
      opened,
      events,
      late: [],
      milliseconds: eventMs,
    } as const
    if (id === undefined) return opening
    shared.ended.delete(id)
    const { gap, error } = await read(session, {
      milliseconds: eventMs,
      isEnough: () => events.length >= ENOUGH,
      // Messages other than events are kept too. They are reported when the case is judged.
      onOther: (text) => events.push(text),
    })
    if (error) return { ...opening, broken: failureOf(error, timeoutMs) }
    const unsubscribed = await session.ask(unsubscribeCall(request, id, false))
    const late: string[] = []
    session.onEvent = (text) => late.push(text)
    // Waits about as long as the longest gap between events. Events that arrive later are read during the
    // following cases.
    if (events.length > 0) {
      await read(session, {
        milliseconds: Math.min(gap, MAX_PAUSE_MS),
        isEnough: () => false,
        onOther: (text) => session.stray(text),
      })
    }
    await session.settle(timeoutMs)
    const unsubscribedAgain = await session.ask(unsubscribeCall(request, id, true))
    shared.ended.set(id, request)
    return { ...opening, unsubscribed, unsubscribedAgain, late }
  } finally {
    session.onEvent = undefined
  }
}

/** Time limit of reading messages, and the handler of messages that are not events. */
interface Reading {
  readonly milliseconds: number
  readonly isEnough: () => boolean
  readonly onOther: (text: string) => void
}

/** Reads messages for a limited time. Returns the longest gap before a message. */
export async function read(
  session: SocketSession,
  { milliseconds, isEnough, onOther }: Reading,
): Promise<{ readonly gap: number; readonly error?: Error }> {
  let before = performance.now()
  const end = before + milliseconds
  let gap = 0
  while (!isEnough()) {
    const next = await session.connection.next(end - performance.now())
    if (next.kind === 'late') return { gap }
    if (next.kind === 'ended') return { gap, error: next.error }
    const message = readMessage(next.text)
    if (message.kind === 'event') session.event(next.text, message.subscription)
    else onOther(next.text)
    const now = performance.now()
    gap = Math.max(gap, now - before)
    before = now
  }
  return { gap }
}

function unsubscribeCall(
  { path, call, end }: Request,
  id: string | number,
  isAgain: boolean,
): CaseRequest {
  const params = end.param === undefined ? [id] : { [end.param]: id }
  const callId = unsubscribeId(call.id ?? '', isAgain)
  return { kind: 'call', path, call: { jsonrpc: '2.0', id: callId, method: end.method, params } }
}
