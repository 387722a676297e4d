import { RpcError, toRpcError } from '../errors.ts'
import {
  INVALID_PARAMS,
  isRecord,
  METHOD_NOT_FOUND,
  SERVER_ERROR,
  type ErrorObject,
  type Json,
} from '../json-rpc.ts'
import type { SubscriptionDescriptor } from '../descriptor.ts'
import { encode } from '../shape/encode.ts'
import { stringify } from '@rpcloom/schema/json'
import { isThenable } from '../thenable.ts'
import { CallContext } from './context.ts'
import { errorText } from './dialect.ts'
import { payloadCheck, type PayloadCheck } from './guarded.ts'
import type { HandlerOwner } from './handler-owner.ts'
import type { MethodEntry } from './entry.ts'
import type {
  Context,
  DispatcherOptions,
  ServerGroup,
  ServerMethod,
  Stream,
  SubscriptionTopic,
} from './types.ts'

const unsupported = (): RpcError => new RpcError(METHOD_NOT_FOUND, 'notifications not supported')

/** Rejects subscription requests over transports that cannot send notifications. */
export const withoutNotifications: HandlerOwner = new Proxy(
  {},
  {
    get: () => () => {
      throw unsupported()
    },
  },
)

/**
 * Returns a topic as a method. The topic's params follow the param that names the topic, if there is such a
 * param.
 */
export function topicMethod(method: ServerMethod, topic: SubscriptionTopic): ServerMethod {
  const { params: _params, result: _result, lossless: _lossless, ...rest } = method
  const first = method.subscription?.single ? [] : method.order.slice(0, 1)
  return {
    ...rest,
    member: topic.member,
    order: [...first, ...topic.order],
    ...(topic.params && { params: topic.params }),
    ...(topic.lossless && { lossless: topic.lossless }),
  }
}

/** Returns the entry of the topic that the params name, or the error for an unknown topic. */
export function topicEntry(
  entry: MethodEntry,
  topics: ReadonlyMap<string, MethodEntry>,
  params: unknown,
): MethodEntry | ErrorObject {
  if (entry.method.subscription?.single) {
    const [only] = topics.values()
    return only?.owner ? only : { code: METHOD_NOT_FOUND, message: 'notifications not supported' }
  }
  const [first = ''] = entry.method.order
  const given = Array.isArray(params)
    ? (params[0] as unknown)
    : isRecord(params)
      ? params[first]
      : undefined
  if (typeof given !== 'string') {
    return { code: INVALID_PARAMS, message: 'expected subscription name as first argument' }
  }
  const found = topics.get(given)
  if (found?.owner) return found
  const namespace = /^[^._/]+/.exec(entry.method.name)?.[0] ?? ''
  const shown = given.slice(0, 100)
  const message = `no "${shown}" subscription in ${namespace} namespace`
  return { code: METHOD_NOT_FOUND, message }
}

/**
 * Combines the topics of a subscription with the names of their handlers, which generated code passes.
 */
export function withHandlers(
  descriptor: SubscriptionDescriptor | undefined,
  handlers: readonly Pick<SubscriptionTopic, 'name' | 'member'>[],
): readonly SubscriptionTopic[] {
  return handlers.map((handler) => ({
    order: [],
    ...descriptor?.topics[handler.name],
    ...handler,
  }))
}

interface Streaming {
  readonly group: ServerGroup
  readonly method: ServerMethod
  readonly subscription: SubscriptionDescriptor
  readonly topic: SubscriptionTopic
  readonly options: DispatcherOptions
}

type Ending = Pick<Streaming, 'group' | 'method' | 'options'>

/**
 * Returns an owner whose handler opens a stream with the events of a topic. The topic's handler or the
 * fallback handler provides the events.
 */
export function streamOwner(streaming: Streaming, source: HandlerOwner | undefined): HandlerOwner {
  const { topic, options, group, method } = streaming
  const open = (params: unknown, ctx: Context): unknown => {
    const subscriber = ctx instanceof CallContext ? ctx.subscriber : undefined
    if (!(ctx instanceof CallContext) || !subscriber) throw unsupported()
    // A notification gets no response, so its caller would never learn the subscription ID. No stream is
    // opened.
    if (ctx.id === undefined) return undefined
    const given = source
      ? source[topic.member]?.(params, ctx)
      : options.fallbackHandler?.({
          group,
          method,
          topic,
          ctx,
          params: params as Record<string, unknown>,
        })
    const opened = (events: unknown, verify?: PayloadCheck): unknown => {
      const stream = { ctx, source, verify }
      if (isIterable(events)) return subscriber.open(streamOf(streaming, { ...stream, events }))
      if (source)
        throw new TypeError(
          `The handler ${topic.member} must return an iterable of events, as an async generator does`,
        )
      return subscriber.open(streamOf(streaming, { ...stream, events: [] }))
    }
    if (options.checkResults && source) {
      const check = payloadCheck(group, method.name, topic.name)
      return Promise.all([given, check]).then(([events, verify]) => opened(events, verify))
    }
    return isThenable(given) ? given.then((events) => opened(events)) : opened(given)
  }
  return { [topic.member]: open }
}

export function isIterable(value: unknown): value is AsyncIterable<unknown> | Iterable<unknown> {
  if (typeof value !== 'object' || value === null) return false
  return Symbol.asyncIterator in value || Symbol.iterator in value
}

interface Opened {
  readonly events: Stream['events']
  readonly ctx: CallContext
  /** Owner of the handler; undefined if the events are already in JSON form. */
  readonly source: HandlerOwner | undefined
  readonly verify: PayloadCheck | undefined
}

function streamOf(
  { subscription, topic, method, group }: Streaming,
  { events, ctx, source, verify }: Opened,
): Stream {
  const { notification, idParam = 'subscription', payloadParam = 'result' } = subscription
  const head = `{"jsonrpc":"2.0","method":${JSON.stringify(notification)},"params":{${JSON.stringify(idParam)}:`
  return {
    events,
    notification(id, event) {
      const payload = stringify(source ? encode(topic.event, event) : event)
      verify?.(payload)
      return `${head}${JSON.stringify(id)},${JSON.stringify(payloadParam)}:${payload}}}`
    },
    failure(id, thrown) {
      const error = toRpcError(thrown)
      if (error !== thrown) {
        const where = { group: group.key, method: method.name, topic: topic.name }
        ctx.log('error', 'A subscription failed', { ...where, error: thrown })
      }
      const { code, message, data } = error
      return `${head}${JSON.stringify(id)},"error":${errorText({ code, message, data: data as Json })}}}`
    },
    end(reason) {
      ctx.abort(reason)
    },
  }
}

/**
 * Returns the owner of the handler that ends subscriptions. The handler rejects calls that were not received
 * over a connection.
 */
export function endingOwner(
  { group, method, options }: Ending,
  isStreamed: boolean,
): HandlerOwner | undefined {
  if (!isStreamed && !options.fallbackHandler) return undefined
  const [first = ''] = method.order
  return {
    [method.member](params, ctx) {
      const named = isRecord(params) ? params : {}
      const subscriber = ctx instanceof CallContext ? ctx.subscriber : undefined
      if (!subscriber) {
        if (isStreamed) throw unsupported()
        return options.fallbackHandler?.({ group, method, params: named, ctx })
      }
      if (!subscriber.end(named[first])) throw new RpcError(SERVER_ERROR, 'subscription not found')
      return true
    },
  }
}
