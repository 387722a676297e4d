import type { MethodDescriptor, SubscriptionDescriptor, TopicDescriptor } from '../descriptor.ts'
import { NodeError, ProtocolError } from '../errors.ts'
import { decode } from '../shape/decode.ts'
import { eventQueue } from './event-queue.ts'
import { request as call } from './method.ts'
import { withCallOptions } from './options.ts'
import { argumentCount, paramsOf, topicParams } from './params.ts'
import type { CallOptions, EventBuffer, EventSink, Transport } from './types.ts'

/** A subscription. It yields its events in order until the loop ends or the subscription is closed. */
export interface Subscription<Event> extends AsyncIterable<Event> {
  /** Resolves when the server has accepted the subscription. Events sent before the acceptance are not lost. */
  readonly ready: Promise<void>
  /** Ends the subscription: the loop ends after the queued events. */
  close(): void
  [Symbol.asyncIterator](): AsyncIterator<Event, undefined>
}

/**
 * Returns the standalone function that subscribes to a topic of one of the methods. Generated code declares
 * its type.
 */
/* @__NO_SIDE_EFFECTS__ */
export function subscription(
  ...methods: readonly MethodDescriptor[]
): (transport: Transport, topic: string, ...args: readonly unknown[]) => Subscription<never> {
  return (transport, topic, ...args) => {
    for (const method of methods) {
      const { structure, subscription: spec } = method
      if (!spec || !Object.hasOwn(spec.topics, topic)) continue
      const found = { structure, ...(spec.topics[topic] as TopicDescriptor) }
      const to = withCallOptions(transport, args[argumentCount(found)] as CallOptions | undefined)
      const params = topicParams(method, topic, paramsOf(found, args))
      return subscribe(to, { method, ...spec, topic: found }, params)
    }
    throw new TypeError(`Unknown topic "${topic}"`)
  }
}

/** Descriptor of a subscription to one topic of a method. */
export interface SubscribeSpec extends Omit<SubscriptionDescriptor, 'topics'> {
  readonly method: MethodDescriptor
  readonly topic?: Pick<TopicDescriptor, 'event' | 'json'>
}

/** Starts a subscription with params in JSON form. */
export function subscribe<Event>(
  transport: Transport,
  spec: SubscribeSpec,
  params: unknown,
): Subscription<Event> {
  const { method, topic = {}, ...names } = spec
  const stop = new AbortController()
  /** Settings of the event buffer. Set once a transport has accepted the subscription. */
  let buffer: EventBuffer | undefined
  const queue = eventQueue(() => stop.abort())
  const sink: EventSink = {
    ...names,
    stop: stop.signal,
    json: topic.json,
    start: (given) => void (buffer = given),
    event(payload) {
      try {
        queue.push(decode(topic.event, payload), buffer ?? {})
      } catch (error) {
        queue.end(error)
      }
    },
    end: (error) => queue.end(error),
  }
  const started = call((request) => transport({ ...request, events: sink }), method, params)
  const ready = started.then((id) => {
    if (!buffer) {
      throw new NodeError('This transport does not support subscriptions: use webSocket()')
    }
    // Without an ID, the events of the subscription cannot be recognized.
    if (/object|boolean/.test(typeof id)) {
      throw new ProtocolError(`No subscription ID in the response to ${method.name}`)
    }
  })
  // The loop throws the error too, so a caller that ignores `ready` must not get an unhandled rejection.
  ready.catch((error: unknown) => queue.end(error))
  return {
    ready,
    close: queue.close,
    [Symbol.asyncIterator]: () => queue.iterator as AsyncIterator<Event, undefined>,
  }
}
