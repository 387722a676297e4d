import { capitalized } from '../../json/capitalized.ts'
import { flagOf, isObject, listOf, own, stringOf } from '../../json/members.ts'
import { camel } from '../names/identifiers.ts'
import { choose, exactScope } from '../names/name-book.ts'
import { objectMembers } from '../names/reserved.ts'
import { isWithin } from '../names/namespaces.ts'
import { methodOrigin } from '../names/type-origin.ts'
import { checkValue } from '../../openrpc/example-values.ts'
import { below, type Located } from '../../json/place.ts'
import { asSchema } from '../schema/reader.ts'
import { namedAfter } from '../schema/schema.ts'
import type { Json, JsonObject, Place } from '../../json/types.ts'
import type { Group, Method, Param, Subscription } from '../types.ts'
import { paramsOf } from './content-descriptor.ts'
import { type DocumentScope, malformed } from './scope.ts'

/** Whether a method is a notification that servers send without a subscription (`x-sender`). */
export function isServerNotification({ subscription }: Pick<Method, 'subscription'>): boolean {
  return subscription !== undefined && subscription.unsubscribe === undefined
}

/**
 * Returns the namespaces with methods that clients can call. Namespaces with only server
 * notifications are omitted.
 */
export function calledNamespaces({
  methods,
  namespaces,
}: {
  readonly methods: readonly Pick<Method, 'subscription'>[]
  readonly namespaces: Group['namespaces']
}): Group['namespaces'] {
  const called = new Set([...methods.keys()].filter((index) => isCalled(methods[index])))
  const used = namespaces.filter((namespace) =>
    namespace.methods.some((index) => called.has(index)),
  )
  return namespaces.filter(({ name }) => used.some((inner) => isWithin(inner.name, name)))
}

function isCalled(method: Pick<Method, 'subscription'> | undefined): boolean {
  return method !== undefined && !isServerNotification(method)
}

interface Subscribing {
  readonly place: Place
  readonly json: JsonObject
  readonly name: string
  readonly params: readonly Param[]
}

/** Reads `x-subscription` of a method. */
export function subscriptionOf(
  scope: DocumentScope,
  method: Subscribing,
): Subscription | undefined {
  const { place, json } = method
  const declared = own(json, 'x-subscription')
  if (declared === undefined) return undefined
  const notification = stringOf(declared, 'notification')
  const unsubscribe = stringOf(declared, 'unsubscribe')
  const isOwn = notification === method.name && json['result'] === undefined
  if (notification === undefined || (unsubscribe === undefined && !isOwn)) {
    return malformed(scope, place, 'x-subscription', needs)
  }
  const isSingle = flagOf(declared, 'single')
  const topics = topicsOf(scope, method, declared).map((topic) =>
    isOwn ? { ...topic, params: [] } : isSingle ? { ...topic, params: method.params } : topic,
  )
  // Without a topic, clients could not subscribe and servers could not handle subscriptions.
  if (topics.length === 0) return malformed(scope, place, 'x-subscription', needs)
  if (isSingle && topics.length > 1) {
    const rule = ' With `single`, `kinds` must contain exactly one topic.'
    return malformed(scope, place, 'x-subscription', rule)
  }
  if (unsubscribe !== undefined && !isSingle) checkTopicParam(scope, method, topics)
  const idParam = stringOf(declared, 'idParam')
  const payloadParam = stringOf(declared, 'payloadParam')
  return {
    notification,
    ...(unsubscribe !== undefined && { unsubscribe }),
    topics,
    ...(isSingle && { single: true }),
    ...(flagOf(declared, 'inferred') && { inferred: true }),
    ...(idParam !== undefined && { idParam }),
    ...(payloadParam !== undefined && { payloadParam }),
  }
}

const needs = ' It requires `notification`, `unsubscribe`, and at least one named topic in `kinds`.'

/** Reports a method whose first param does not select among the topics, although it is sent with them. */
function checkTopicParam(
  { reader: { loaded }, findings }: DocumentScope,
  { place, params: [first], name: methodName }: Subscribing,
  topics: Subscription['topics'],
): void {
  const names = topics.map(({ name }) => name)
  const accepts = (value: string): boolean => {
    const { file } = first?.schema.place ?? place
    const schema = first?.schema.json ?? true
    return checkValue({ file, schema, value, resolve: loaded.resolve }).length === 0
  }
  // An enum of the topics accepts the topics, and no other string.
  if (first && names.every(accepts) && !accepts(`${names.join('')}?`)) return
  const message = first
    ? `The param ${first.name} of ${methodName} is not an enum of the topics; subscriptions send the topic, such as ${JSON.stringify(names[0])}, in its place.`
    : `The method ${methodName} has no param for the topic; clients get no function for its subscriptions.`
  findings.push({ code: 'RL312', message, place: below(place, 'x-subscription') })
}

/** Reads the topics in `x-subscription`. Topics without a name are dropped. */
function topicsOf(
  scope: DocumentScope,
  { place, name: methodName }: Subscribing,
  declared: Json,
): Subscription['topics'] {
  const names = exactScope()
  const at = below(place, 'x-subscription', 'kinds')
  return listOf(declared, 'kinds').flatMap((topic, index) => {
    const name = stringOf(topic, 'name')
    if (!isObject(topic) || name === undefined) return []
    const { name: identifier } = choose(names, {
      candidates: [camel(name)],
      fallback: 'kind',
      suffix: 'Kind',
      reserved: (word) => objectMembers.has(word),
    })
    const located = { place: below(at, index), json: topic }
    return [topicOf(scope, located, { name, identifier, methodName })]
  })
}

function topicOf(
  scope: DocumentScope,
  at: Located<JsonObject>,
  names: { readonly name: string; readonly identifier: string; readonly methodName: string },
): Subscription['topics'][number] {
  const { name, identifier, methodName } = names
  const summary = stringOf(at.json, 'summary') ?? stringOf(at.json, 'description')
  const payload = { place: below(at.place, 'payload'), json: own(at.json, 'payload') }
  const origin = methodOrigin(`${capitalized(identifier)}Payload`, methodName)
  return {
    name,
    identifier,
    params: paramsOf(scope, at.place, at.json).map(({ param }) => param),
    payload: { type: namedAfter(scope.reader, payload, origin), schema: asSchema(payload) },
    ...(summary === undefined ? {} : { summary }),
  }
}
