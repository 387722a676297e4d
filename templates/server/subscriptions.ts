import { childNamespaces, type Group, type Method, type Subscription } from 'rpcloom/model'
import {
  capitalized,
  docText,
  endingMethods,
  type Expression,
  identifierOf,
  listOf,
  memberName,
  type MethodMember,
  objectMember,
  objectOf,
  paramsObject,
  plainContext,
  pureCall,
  type Scope,
  namedType,
  stringOf,
  typeNode,
} from 'rpcloom/codegen'
import { codegen, type GroupContext, runtime } from './context.ts'

type Topic = Subscription['topics'][number]

/**
 * Returns the handler names of a group's topics. A name is prefixed with the method's name if another member
 * of the namespace has the same name.
 */
export function topicHandlers(group: Group): ReadonlyMap<Topic, string> {
  const ends = endingMethods(group)
  const handlers = new Map<Topic, string>()
  const taken = new Set<string>()
  const inNamespace = (namespace: string, member: string): string => `${namespace} ${member}`
  for (const { namespace, member, subscription, name: methodName } of group.methods) {
    if (!subscription && !ends.has(methodName)) taken.add(inNamespace(namespace, member))
  }
  const childrenOf = childNamespaces(group.namespaces)
  for (const parent of ['', ...group.namespaces.map(({ name }) => name)]) {
    for (const { member } of childrenOf(parent)) taken.add(inNamespace(parent, member))
  }
  for (const { namespace, member, subscription } of group.methods) {
    for (const topic of subscription?.topics ?? []) {
      let name = topic.identifier
      if (taken.has(inNamespace(namespace, name))) name = `${member}${capitalized(name)}`
      while (taken.has(inNamespace(namespace, name))) name += '_'
      taken.add(inNamespace(namespace, name))
      handlers.set(topic, name)
    }
  }
  return handlers
}

/** Returns the handlers of a method that starts subscriptions, one for each topic. */
export function topicMembers(
  {
    group,
    scope,
    ctx = plainContext,
  }: Pick<GroupContext, 'group'> &
    Partial<Pick<GroupContext, 'ctx'>> & { readonly scope: Pick<Scope, 'type' | 'format' | 'use'> },
  { name, subscription }: Method,
): readonly MethodMember[] {
  const names = topicHandlers(group)
  return (subscription?.topics ?? []).map((topic) => ({
    name: memberName(names.get(topic) ?? topic.identifier),
    arguments: [
      {
        name: 'params',
        type:
          topic.params.length === 0
            ? namedType(scope.use(runtime, 'NoParams', 'type'))
            : typeNode(paramsObject(topic), { form: 'decoded', scope }),
      },
      { name: 'ctx', type: namedType(scope.use(ctx.from, ctx.name, 'type')) },
    ],
    returns: namedType(
      scope.use(runtime, 'Events', 'type'),
      typeNode(topic.payload.type, { form: 'input', scope }),
    ),
    doc: docText({
      summary: `Subscription \`${topic.name}\` of \`${name}\`${topic.summary === undefined ? '' : `: ${topic.summary.trimEnd().replace(/\.$/, '')}`}.`,
    }),
  }))
}

/** Returns the expression for the topics of a method's subscription with the names of their handlers. */
export function subscriptionOf(
  context: GroupContext,
  { subscription, standalone }: Method,
): Expression | undefined {
  if (subscription === undefined) return undefined
  const { group, scope } = context
  const names = topicHandlers(group)
  const handlers = subscription.topics.map((topic) =>
    objectOf([
      objectMember('name', stringOf(topic.name)),
      objectMember('member', stringOf(names.get(topic) ?? topic.identifier)),
    ]),
  )
  return pureCall(scope.use(codegen, 'withHandlers', 'value'), [
    identifierOf(`descriptors.${standalone}.subscription`),
    listOf(handlers),
  ])
}
