import type { MethodDescriptor, ResumeDescriptor } from '../descriptor.ts'
import { INVALID_PARAMS } from '../json-rpc.ts'
import { subscription } from './subscription.ts'
import type { Transport } from './types.ts'

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

/** Returns a transport whose requests have params that change with each event. They are serialized whenever a request is sent. */
function resuming(transport: Transport, topic: string): Transport {
  return (request) => {
    const { events, call } = request
    const { structure, subscription: described } = call ?? {}
    const { order = [], resume } = described?.topics[topic] ?? {}
    if (!events || !resume) return transport(request)
    const index = order.indexOf(resume.param) + (described?.single ? 0 : 1)
    const key = structure ? index : resume.param
    // An array for params by position, and else an object.
    const params: Record<string | number, unknown> = Object.assign(
      structure ? [] : {},
      request.params,
    )
    let isContinued = false
    const event = (payload: unknown): void => {
      const position = positionOf(payload, resume.event)
      if (position !== undefined) {
        // Optional params before it, which the caller omitted, are sent as null.
        if (structure) for (let at = 0; at < index; at++) params[at] ??= null
        params[key] = position
        isContinued = true
      }
      events.event(payload)
    }
    const restart = (error: unknown): boolean => {
      // Servers that do not know the param reject it.
      if (!isContinued || Object(error).code !== INVALID_PARAMS) return false
      if (structure) params['length'] = 0
      else delete params[key]
      Object.assign(params, request.params)
      isContinued = false
      return true
    }
    return transport({ ...request, params, events: { ...events, event, restart } })
  }
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
