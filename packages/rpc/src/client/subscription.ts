import { NodeError } from '../errors.ts'
import { eventQueue } from './event-queue.ts'
import { request as call } from './method.ts'
import type { EventSink, MethodSpec, Transport } from './types.ts'

/** A subscription: its events in order, until the loop over them ends or it is closed. */
export interface Subscription<Event> extends AsyncIterable<Event> {
  /** Resolves when the node has taken the subscription; events that it sent before are not missed. */
  readonly ready: Promise<void>
  /** Ends it: the loop ends behind the events that wait. */
  close(): void
  [Symbol.asyncIterator](): AsyncIterator<Event, undefined>
}

/** What the client must know of a method that starts subscriptions (`x-subscription`). */
export interface SubscriptionSpec extends MethodSpec {
  readonly notification: string
  readonly unsubscribe: string
  /** By the name that the first param takes. */
  readonly kinds: Readonly<Record<string, KindSpec>>
}

/** What is particular to one kind of event. */
export interface KindSpec {
  /** Makes the params of the kind and the arguments after it: `inOrder` and the like. */
  readonly params: (args: readonly unknown[]) => unknown
  /** Makes the event of its payload. Absent: it passes as it is. */
  readonly event?: (wire: unknown) => unknown
  /** `parseLossless` where the payload may hold a JSON number above 2^53. */
  readonly parse?: (text: string) => unknown
}

/** The standalone form of subscribing; generated code gives it its explicit type. */
/* @__NO_SIDE_EFFECTS__ */
export function subscription(
  ...specs: readonly SubscriptionSpec[]
): (transport: Transport, kind: string, ...args: readonly unknown[]) => Subscription<never> {
  return (transport, kind, ...args) => {
    const spec = specs.find(({ kinds }) => Object.hasOwn(kinds, kind))
    const found = spec?.kinds[kind]
    if (!spec || !found) throw new TypeError(`There is no subscription ${JSON.stringify(kind)}`)
    return subscribe(transport, { ...spec, ...found }, found.params([kind, ...args]))
  }
}

/** What a single subscription is made of. */
export interface SubscribeSpec extends MethodSpec {
  readonly notification: string
  readonly unsubscribe: string
  readonly event?: (wire: unknown) => unknown
}

/** Starts a subscription with params as they stand on the wire. */
export function subscribe<Event>(
  transport: Transport,
  spec: SubscribeSpec,
  params: unknown,
): Subscription<Event> {
  const { notification, unsubscribe, parse } = spec
  const stop = new AbortController()
  let isCarried = false
  const queue = eventQueue(() => stop.abort())
  const sink: EventSink = {
    notification,
    unsubscribe,
    stop: stop.signal,
    ...(parse && { parse }),
    start(buffer) {
      isCarried = true
      queue.limit(buffer)
    },
    event(payload) {
      try {
        queue.push(spec.event ? spec.event(payload) : payload)
      } catch (error) {
        queue.end(error)
        stop.abort()
      }
    },
    end: (error) => queue.end(error),
  }
  const ready = call((request) => transport({ ...request, events: sink }), spec, params).then(
    () => {
      if (!isCarried) throw new NodeError('This transport carries no events: use a webSocket()')
    },
  )
  // The loop throws it too; a caller who does not wait for `ready` must not be told twice.
  ready.catch((error: unknown) => queue.end(error))
  return {
    ready,
    close: queue.close,
    [Symbol.asyncIterator]: () => queue.iterator as AsyncIterator<Event, undefined>,
  }
}
