import type { Group, Method, Subscription } from 'rpcloom/model'
import {
  capitalized,
  docText,
  memberName,
  type MethodMember,
  paramsObject,
  quoteString,
  type Scope,
  typeText,
} from 'rpcloom/emit'
import { codegen, type GroupContext, runtime } from './context.ts'
import { validatorText } from './facts.ts'

type Kind = Subscription['kinds'][number]

/** Names of the methods that end subscriptions, which the dispatcher handles. */
export function endingMethods({ methods }: Group): ReadonlySet<string> {
  return new Set(methods.flatMap(({ subscription }) => subscription?.unsubscribe ?? []))
}

/**
 * Names of the handlers of a group's topics, prefixed with the method's name if another member of the
 * namespace has the same name.
 */
export function kindHandlers(group: Group): ReadonlyMap<Kind, string> {
  const ends = endingMethods(group)
  const handlers = new Map<Kind, string>()
  const taken = new Set<string>()
  const inNamespace = (namespace: string, member: string): string => `${namespace} ${member}`
  for (const { namespace, member, subscription, name: methodName } of group.methods) {
    if (!subscription && !ends.has(methodName)) taken.add(inNamespace(namespace, member))
  }
  for (const { name } of group.namespaces) taken.add(inNamespace('', name))
  for (const { namespace, member, subscription } of group.methods) {
    for (const kind of subscription?.kinds ?? []) {
      let name = kind.identifier
      if (taken.has(inNamespace(namespace, name))) name = `${member}${capitalized(name)}`
      while (taken.has(inNamespace(namespace, name))) name += '_'
      taken.add(inNamespace(namespace, name))
      handlers.set(kind, name)
    }
  }
  return handlers
}

/** The handlers of a method that starts subscriptions, one per topic. */
export function kindMembers(
  {
    group,
    scope,
  }: Pick<GroupContext, 'group'> & { readonly scope: Pick<Scope, 'type' | 'format' | 'use'> },
  { name, subscription }: Method,
): readonly MethodMember[] {
  const names = kindHandlers(group)
  return (subscription?.kinds ?? []).map((kind) => ({
    name: memberName(names.get(kind) ?? kind.identifier),
    arguments: [
      {
        name: 'params',
        type:
          kind.params.length === 0
            ? scope.use(runtime, 'NoParams', 'type')
            : typeText(paramsObject(kind), { form: 'decoded', scope }),
      },
      { name: 'ctx', type: scope.use(runtime, 'Context', 'type') },
    ],
    returns: `${scope.use(runtime, 'Events', 'type')}<${typeText(kind.payload.type, { form: 'input', scope })}>`,
    doc: docText({
      summary: `Subscription \`${kind.name}\` of \`${name}\`${kind.summary === undefined ? '' : `: ${kind.summary.trimEnd().replace(/\.$/, '')}`}.`,
    }),
  }))
}

/** The topics of a method's subscription with their handlers; undefined if it has none. */
export function subscriptionText(
  context: GroupContext,
  { subscription, standalone }: Method,
): string | undefined {
  if (subscription === undefined) return undefined
  const { group, scope, validators } = context
  const names = kindHandlers(group)
  const handlers = subscription.kinds.map((kind) => {
    const check = validators.kinds.get(kind)
    const members = [
      `name: ${quoteString(kind.name)}`,
      `member: ${quoteString(names.get(kind) ?? kind.identifier)}`,
      ...(check === undefined ? [] : [`...${validatorText(context, check)}`]),
    ]
    return `{ ${members.join(', ')} }`
  })
  const join = scope.use(codegen, 'withHandlers', 'value')
  return `/* @__PURE__ */ ${join}(descriptors.${standalone}.subscription, [${handlers.join(', ')}])`
}
