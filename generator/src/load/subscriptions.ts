import { type Elements, elementsIn, paramsOf } from '@rpcloom/rpc/internal'
import { pointerResolver } from '@rpcloom/schema'
import type { Json, JsonObject } from '../json/types.ts'
import { isForeign } from '../openrpc/grammar.ts'
import type { InputFile } from '../openrpc/loaded.ts'
import { stringsOf } from '../json/members.ts'
import { isArray, isObject, textOf } from '../json/pointer.ts'

/**
 * Adds `x-subscription` to methods whose names and params show that they start a subscription:
 *
 * - `eth_subscribe` with `eth_unsubscribe`. The first param is an enum of topics.
 * - `chain_subscribeNewHeads` with `chain_unsubscribeNewHeads` or with a common
 *   `chain_unsubscribe`. Each subscribe method has a single topic, here `newHeads`.
 *
 * A method without a result, such as `chain_subscriptionNewHeads`, describes the events. Its params
 * are the subscription ID and the event. If the document has no such method, the result of the
 * subscribe method describes the event, provided that the result is an object or a list.
 *
 * Notifications that are named like events and belong to no subscription, such as
 * `chain_subscriptionReorg`, are methods that the client implements (`x-implemented-by`).
 */
export function inferSubscriptions(file: InputFile): InputFile {
  const { json: root } = file
  if (!isObject(root) || !isArray(root['methods'])) return file
  const methods = root['methods']
  const named = new Map(
    methods.flatMap((method) =>
      isObject(method) ? [[textOf(method['name']), method] as const] : [],
    ),
  )
  const elements = elementsIn(pointerResolver(root))
  const document = { elements, named, topics: new Set<string>() }
  const inferred = methods.map((method) => {
    const subscription =
      isObject(method) && !isDeclared(method) ? subscriptionOf(document, method) : undefined
    return subscription === undefined
      ? method
      : { ...Object(method), 'x-subscription': subscription }
  })
  const complete = withClientMethods(document, inferred)
  if (complete.every((method, index) => method === methods[index])) return file
  return { ...file, json: { ...root, methods: complete } }
}

/** Marks notifications that the server sends outside of any subscription as methods of the client. */
function withClientMethods(document: Document, methods: readonly Json[]): readonly Json[] {
  const carriers = new Set(
    methods.flatMap((method) => {
      const declared = isObject(method) ? method['x-subscription'] : undefined
      return isObject(declared) ? textOf(declared['notification']) : []
    }),
  )
  return methods.map((method) => {
    if (!isObject(method) || method['x-implemented-by'] !== undefined) return method
    const methodName = textOf(method['name'])
    const words = /^(|.*[._/])(subscription|Subscription)([A-Z._/].*)$/s.exec(methodName)
    const isSent =
      method['result'] === undefined &&
      !isDeclared(method) &&
      !carriers.has(methodName) &&
      words !== null &&
      isEnded(document, words)
    return isSent ? { ...method, 'x-implemented-by': ['client'] } : method
  })
}

/**
 * Whether a method has an `x-subscription` in the form that rpcloom defines. Other tools use the
 * same name with other forms.
 */
function isDeclared(method: JsonObject): boolean {
  const declared = method['x-subscription']
  return declared !== undefined && !isForeign('x-subscription', declared)
}

/** Whether the document has an unsubscribe method that matches the name of a notification. */
function isEnded(
  document: Document,
  [, prefix = '', noun = '', rest = '']: readonly string[],
): boolean {
  const verb = noun === 'Subscription' ? 'Subscribe' : 'subscribe'
  return unsubscribeOf(document, { name: '', prefix, verb, rest }) !== undefined
}

interface Document {
  readonly elements: Elements<{ readonly json: JsonObject }>
  readonly named: ReadonlyMap<string, JsonObject>
  /** Topics of preceding methods. */
  readonly topics: Set<string>
}

/**
 * The parts of a method name: `chain_subscribeNewHeads` has the prefix `chain_`, the verb
 * `subscribe` and the rest `NewHeads`.
 */
interface Words {
  readonly name: string
  readonly prefix: string
  readonly verb: string
  readonly rest: string
}

function subscriptionOf(document: Document, method: JsonObject): JsonObject | undefined {
  const methodName = textOf(method['name'])
  const [, prefix = '', verb = '', rest = ''] =
    /^(|.*[._/])(subscribe|Subscribe)(|[A-Z._/].*)$/s.exec(methodName) ?? []
  if (verb === '') return undefined
  const words = { name: methodName, prefix, verb, rest }
  const unsubscribe = unsubscribeOf(document, words)
  if (unsubscribe === undefined) return undefined
  const notification = notificationOf(document, method, words)
  const { payload, ...sent } = notification
  if (rest !== '') {
    const kind = { name: topicOf(document, words), payload }
    return { ...sent, unsubscribe, single: true, kinds: [kind] }
  }
  const [, ...others] = isArray(method['params']) ? method['params'] : []
  const names = firstEnum(document, method)
  if (names.length === 0) return undefined
  const kinds = names.map((name) => ({ name, params: others, payload }))
  return { ...sent, unsubscribe, kinds }
}

/**
 * Finds the unsubscribe method of a topic, or else the unsubscribe method that all topics share.
 * The method must have params, because it receives the subscription ID.
 */
function unsubscribeOf({ named }: Document, { prefix, verb, rest }: Words): string | undefined {
  const ending = verb === 'Subscribe' ? ['Unsubscribe'] : ['unsubscribe', 'unSubscribe']
  const names = [rest, ''].flatMap((tail) => ending.map((word) => prefix + word + tail))
  return names.find((name) => {
    const params = named.get(name)?.['params']
    return isArray(params) && params.length > 0
  })
}

interface Notification {
  readonly notification: string
  readonly inferred?: true
  readonly idParam?: string
  readonly payloadParam?: string
  readonly payload: Json
}

function notificationOf(
  { elements, named }: Document,
  method: JsonObject,
  { name: methodName, prefix, verb, rest }: Words,
): Notification {
  const noun = verb === 'Subscribe' ? 'Subscription' : 'subscription'
  const found = [prefix + noun + rest, prefix + noun].find((name) => {
    const candidate = named.get(name)
    return candidate !== undefined && candidate['result'] === undefined
  })
  if (found === undefined) {
    // A subscribe method with a single topic shares its name with its notifications. Several topics
    // share a notification such as `eth_subscription`.
    const notification = rest === '' ? prefix + noun : methodName
    return { notification, inferred: true, payload: eventOf(elements, method) }
  }
  const params = paramsOf({ json: named.get(found) ?? {} }, elements)
  const id = params.find(({ name }) => /^id$|subscription/i.test(name))
  const others = params.filter((param) => param !== id)
  const payload = others.find(({ name }) => name === 'result') ?? others[0]
  return {
    notification: found,
    ...(id && id.name !== 'subscription' && { idParam: id.name }),
    ...(payload && payload.name !== 'result' && { payloadParam: payload.name }),
    payload: payload?.schema ?? true,
  }
}

/**
 * Returns the schema of a subscribe method's result if the result describes the event. An object or
 * a list must describe the event, because a subscription ID is neither.
 */
function eventOf({ member }: Document['elements'], method: JsonObject): Json {
  const result = member({ json: method }, 'result')
  const { type, properties } = (result && member(result, 'schema')?.json) ?? {}
  const isRecord = type === 'object' || type === 'array' || isObject(properties)
  return (isRecord && result?.json['schema']) || true
}

/**
 * Converts the part of a method name after `subscribe` to a topic: `NewHeads` -> `newHeads`,
 * `_new_blocks` -> `new_blocks`. The prefix of the method name is added if a preceding method has
 * the same topic.
 */
function topicOf({ topics }: Document, { prefix, rest }: Words): string {
  const own = rest.replace(/^[._/]+/, '')
  const short = /^[A-Z][a-z]/.test(own) ? own.charAt(0).toLowerCase() + own.slice(1) : own
  const name = topics.has(short) ? prefix + short : short
  topics.add(name)
  return name
}

/** Returns the strings that the first param of a method allows. */
function firstEnum(
  { elements: { member, list } }: Document,
  method: JsonObject,
): readonly string[] {
  const [first] = list({ json: method }, 'params')
  return stringsOf(first && member(first, 'schema')?.json, 'enum')
}
