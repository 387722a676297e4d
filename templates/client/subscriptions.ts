import type { Group, Method, Subscription } from 'rpcloom/model'
import {
  type Argument,
  callArguments,
  constantOf,
  docText,
  type Expression,
  isPositional,
  methodPlaces,
  type MethodMember,
  paramsObject,
  pureCall,
  type SourceOutput,
  namedType,
  objectType,
  stringType,
  type TypeCode,
  typeNode,
} from 'rpcloom/codegen'
import { codegen, type GroupContext, runtime } from './context.ts'
import { descriptorOf, optionsArgument } from './method.ts'

interface Subscribing {
  readonly method: Method
  readonly subscription: Subscription
}

type Topic = Subscription['topics'][number]

/** Whether a group has events. If so, the model reserves the name `subscribe`. */
export function hasEvents(group: Pick<Group, 'methods'>): boolean {
  return subscribing(group).length > 0
}

/** Returns the standalone subscribe function, with one overload for each topic. */
export function subscribeConstant(context: GroupContext): SourceOutput['statements'] {
  const { group, scope, subscribe } = context
  if (subscribe === undefined) return []
  const transport = scope.use(runtime, 'Transport', 'type')
  const overloads = topicsOf(group).map((one) => ({
    arguments: [{ name: 'transport', type: transport }, ...allArguments(context, one)],
    returns: resultOf(context, one.topic),
  }))
  return [
    constantOf({
      name: subscribe,
      type: objectType({ calls: overloads }),
      value: subscribeValue(context),
      doc: docText({ summary: `Subscribes to events of ${group.title}.` }),
    }),
  ]
}

function subscribeValue({ group, scope }: GroupContext): Expression {
  const methods = subscribing(group).map(({ method }) => descriptorOf(method))
  return pureCall(scope.use(codegen, subscriptionForm(group), 'value'), methods)
}

/** Returns the name of the function that subscribes. Groups without topics that continue need less code. */
export function subscriptionForm(group: Pick<Group, 'methods'>): string {
  const topics = subscribing(group).flatMap(({ subscription }) => subscription.topics)
  return topics.some(({ resume }) => resume) ? 'resumingSubscription' : 'subscription'
}

/**
 * Returns the subscribe member of the group's interface. It has the overloads of the standalone function,
 * with doc comments.
 */
export function subscribeMembers(context: GroupContext): readonly MethodMember[] {
  const { group, docs } = context
  return topicsOf(group).map((one) => {
    const { method, topic } = one
    const [place = '', ...pages] = methodPlaces(group, method, docs)
    return {
      name: 'subscribe',
      arguments: allArguments(context, one),
      returns: resultOf(context, topic),
      doc: docText(topic.summary === undefined ? {} : { summary: topic.summary }, {
        see: [`${place}, topic ${JSON.stringify(topic.name)}`, ...pages],
      }),
    }
  })
}

interface TopicOfMethod extends Subscribing {
  readonly topic: Topic
}

/** Returns the topics by name. If two methods have the same topic, the first method is used. */
function topicsOf(group: Group): readonly TopicOfMethod[] {
  const found = new Map<string, TopicOfMethod>()
  for (const { method, subscription } of subscribing(group)) {
    for (const topic of subscription.topics) {
      if (!found.has(topic.name)) found.set(topic.name, { method, subscription, topic })
    }
  }
  return [...found.values()]
}

function subscribing({ methods }: Pick<Group, 'methods'>): readonly Subscribing[] {
  return methods.flatMap((method) =>
    method.subscription && (method.subscription.single || method.params.length > 0)
      ? [{ method, subscription: method.subscription }]
      : [],
  )
}

/** Returns a copy of the method with the params of the topic. */
function paramsOfTopic({ method, topic }: TopicOfMethod): Method {
  const { paramsType: _all, ...rest } = method
  return { ...rest, params: topic.params }
}

/** Returns all arguments of a subscribe call: the topic, its params, and the call options. */
function allArguments(context: GroupContext, one: TopicOfMethod): readonly Argument[] {
  return [...topicArguments(context, one), optionsArgument(context)]
}

function topicArguments({ scope }: GroupContext, one: TopicOfMethod): readonly Argument[] {
  const { topic, method } = one
  const first = { name: 'topic', type: stringType(topic.name) }
  const own = paramsOfTopic(one)
  if (topic.params.length === 0) return [first]
  if (isPositional(method)) {
    const names = callArguments(own, scope)
    return [first, ...names.map((arg) => (arg.name === 'topic' ? { ...arg, name: 'topic2' } : arg))]
  }
  const optional = topic.params.every(({ required }) => !required)
  const type = typeNode(paramsObject(own), { form: 'input', scope })
  return [first, { name: 'params', type, optional }]
}

function resultOf({ scope }: GroupContext, { payload }: Topic): TypeCode {
  const event = typeNode(payload.type, { form: 'decoded', scope })
  return namedType(scope.use(runtime, 'Subscription', 'type'), event)
}
