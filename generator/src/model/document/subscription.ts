import type { OpenRpcSubscription, OpenRpcTopic } from '@rpcloom/rpc/internal'
import { capitalized } from '../../json/capitalized.ts'
import { own, stringOf } from '../../json/members.ts'
import { camel } from '../names/identifiers.ts'
import { choose, exactScope } from '../names/name-book.ts'
import { objectMembers } from '../names/reserved.ts'
import { methodOrigin } from '../names/type-origin.ts'
import { checkValue } from '../../openrpc/example-values.ts'
import type { Element } from '../../openrpc/elements.ts'
import { below } from '../../json/place.ts'
import { asSchema } from '../schema/reader.ts'
import { namedAfter } from '../schema/schema.ts'
import type { Place } from '../../json/types.ts'
import type { Param, Subscription } from '../types.ts'
import { paramsOf } from './content-descriptor.ts'
import { type DocumentScope, malformed } from './scope.ts'

/** A method as far as it is read. */
interface Subscribing {
  readonly place: Place
  readonly name: string
  readonly params: readonly Param[]
}

/** Completes `x-subscription` of a method with the names and types of its topics. */
export function completeSubscription(
  scope: DocumentScope,
  method: Subscribing,
  read: OpenRpcSubscription<Element>,
): Subscription {
  const names = exactScope()
  const topics = read.topics.map((topic) => {
    const { name: identifier } = choose(names, {
      candidates: [camel(topic.name)],
      fallback: 'kind',
      suffix: 'Kind',
      reserved: (word) => objectMembers.has(word),
    })
    // A single topic has the params of the method, which already have names.
    const isShared = read.single === true && topic.params.length > 0
    const params = isShared ? method.params : paramsOf(scope, topic.params).map((one) => one.param)
    return topicOf(scope, topic, { identifier, params, methodName: method.name })
  })
  if (!read.single) checkTopicParam(scope, method, topics)
  return { ...read, topics }
}

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

interface TopicNames {
  readonly identifier: string
  readonly params: readonly Param[]
  readonly methodName: string
}

function topicOf(
  scope: DocumentScope,
  topic: OpenRpcTopic<Element>,
  { identifier, params, methodName }: TopicNames,
): Subscription['topics'][number] {
  const { json, name } = topic
  const summary = stringOf(json, 'summary') ?? stringOf(json, 'description')
  const payload = { place: below(topic, 'payload'), json: own(json, 'payload') }
  const origin = methodOrigin(`${capitalized(identifier)}Payload`, methodName)
  const resume = resumeOf(scope, topic, params)
  return {
    name,
    identifier,
    params,
    payload: { type: namedAfter(scope.reader, payload, origin), schema: asSchema(payload) },
    ...(summary === undefined ? {} : { summary }),
    ...(resume && { resume }),
  }
}

/** Returns how a topic continues. Reports a declaration that is malformed, or names a param that the topic does not have. */
function resumeOf(
  scope: DocumentScope,
  topic: OpenRpcTopic<Element>,
  params: readonly Param[],
): OpenRpcTopic['resume'] {
  const { json, resume } = topic
  if (own(json, 'resume') === undefined) return undefined
  if (resume === undefined) {
    const needs =
      ' It requires `param`, and `event`: a JSON pointer, or an object whose members are JSON pointers.'
    return malformed(scope, topic, 'resume', needs)
  }
  if (params.some(({ name }) => name === resume.param)) return resume
  const message = `\`resume\` names the param ${resume.param}, which the topic ${topic.name} does not have.`
  scope.findings.push({ code: 'RL302', message, place: below(topic, 'resume') })
  return undefined
}
