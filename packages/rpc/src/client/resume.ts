import type { MethodDescriptor, ResumeDescriptor } from '../descriptor.ts'
import { subscription } from './subscription.ts'
import type { EventSink, Transport, TransportRequest } from './types.ts'

/**
 * Like `subscription`, for methods with a topic that can continue: the request that is repeated over another connection names the
 * last event that was received.
 */
/* @__NO_SIDE_EFFECTS__ */
export function resumingSubscription(
  ...methods: readonly MethodDescriptor[]
): ReturnType<typeof subscription> {
  const start = subscription(...methods)
  return (transport, topic, ...args) => start(resuming(transport, topic), topic, ...args)
}

function resuming(transport: Transport, topic: string): Transport {
  return (request) => {
    const { events, call } = request
    const resume = call?.subscription?.topics[topic]?.resume
    return transport(
      events && call && resume ? resumed({ request, events, call, resume }) : request,
    )
  }
}

interface Resumed {
  readonly request: TransportRequest
  readonly events: EventSink
  readonly call: MethodDescriptor
  readonly resume: ResumeDescriptor
}

/** Returns a request whose params change with each event. They are serialized whenever it is sent. */
function resumed({ request, events, call, resume }: Resumed): TransportRequest {
  const { structure, subscription: { single, topics } = {} } = call
  const { order } = Object.values(topics ?? {}).find((one) => one.resume === resume) ?? {
    order: [],
  }
  const index = order.indexOf(resume.param) + (single ? 0 : 1)
  const params: Record<string, unknown> | unknown[] = structure
    ? [...((request.params as readonly unknown[] | undefined) ?? [])]
    : { ...(request.params as object | undefined) }
  const event = (payload: unknown): void => {
    const position = positionOf(payload, resume.event)
    if (position !== undefined) {
      if (Array.isArray(params)) {
        // Optional params before it, which the caller omitted, are sent as null.
        while (params.length < index) params.push(null)
        params[index] = position
      } else params[resume.param] = position
    }
    events.event(payload)
  }
  return { ...request, params, events: { ...events, event } }
}

/** Returns the position of an event; undefined if it has none. */
function positionOf(payload: unknown, event: ResumeDescriptor['event']): unknown {
  if (typeof event === 'string') return valueAt(payload, event)
  const members = Object.entries(event).map(([name, pointer]) => [name, valueAt(payload, pointer)])
  return members.some(([, value]) => value === undefined) ? undefined : Object.fromEntries(members)
}

function valueAt(value: unknown, pointer: string): unknown {
  return pointer
    .split('/')
    .slice(1)
    .reduce(
      (inner: unknown, key) =>
        (Object(inner) as Record<string, unknown>)[key.replaceAll('~1', '/').replaceAll('~0', '~')],
      value,
    )
}
