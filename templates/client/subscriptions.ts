import type { Group, Method, Subscription } from 'rpcloom/model'
import {
  callArguments,
  constantOf,
  docText,
  isPositional,
  methodPlaces,
  type MethodMember,
  needsLossless,
  paramsObject,
  propertyKey,
  quoteString,
  type SourceOutput,
  typeText,
} from 'rpcloom/emit'
import { type GroupContext, runtime } from './context.ts'
import { methodSpec } from './method.ts'
import { listedParams } from './params.ts'

/** A method of a group that starts subscriptions. */
interface Subscribing {
  readonly method: Method
  readonly subscription: Subscription
}

type Kind = Subscription['kinds'][number]

/** Whether a group has events. The name `subscribe` is kept free for them by the model. */
export function hasEvents(group: Group): boolean {
  return subscribing(group).length > 0
}

/** The standalone form: one overload for each kind of event. */
export function subscribeConstant(context: GroupContext): SourceOutput['statements'] {
  const { group, scope, subscribe } = context
  if (subscribe === undefined) return []
  const transport = scope.use(runtime, 'Transport', 'type')
  const overloads = kindsOf(group).map((one) => {
    const args = kindArguments(context, one).map(argumentText)
    return `(${[`transport: ${transport}`, ...args].join(', ')}): ${resultOf(context, one.kind)}`
  })
  return [
    constantOf({
      name: subscribe,
      type: `{ ${overloads.join('; ')} }`,
      value: subscribeValue(context),
      doc: docText({ summary: `Subscribes to events of ${group.title}.` }),
    }),
  ]
}

/** The function itself. */
export function subscribeValue(context: GroupContext): string {
  const { group, scope } = context
  const specs = subscribing(group).flatMap((one) => specText(context, one))
  return `/* @__PURE__ */ ${scope.use(runtime, 'subscription', 'value')}(${specs.join(', ')})`
}

/** The member of the group's interface: the same overloads, each with its own comment. */
export function subscribeMembers(context: GroupContext): readonly MethodMember[] {
  const { group, docs } = context
  return kindsOf(group).map((one) => {
    const { method, kind, index } = one
    const [place = '', ...pages] = methodPlaces(group, method, docs)
    return {
      name: 'subscribe',
      arguments: kindArguments(context, one),
      returns: resultOf(context, kind),
      doc: docText(kind.summary === undefined ? {} : { summary: kind.summary }, {
        see: [`${place}/x-subscription/kinds/${index}`, ...pages],
      }),
    }
  })
}

interface KindOfMethod extends Subscribing {
  readonly kind: Kind
  readonly index: number
}

/** Kinds by name: where two methods have one of the same name, the first has it. */
function kindsOf(group: Group): readonly KindOfMethod[] {
  const found = new Map<string, KindOfMethod>()
  for (const { method, subscription } of subscribing(group)) {
    for (const [index, kind] of subscription.kinds.entries()) {
      if (!found.has(kind.name)) found.set(kind.name, { method, subscription, kind, index })
    }
  }
  return [...found.values()]
}

function subscribing({ methods }: Group): readonly Subscribing[] {
  return methods.flatMap((method) =>
    method.subscription && method.params.length > 0
      ? [{ method, subscription: method.subscription }]
      : [],
  )
}

/** The method as if the params of the kind were all that it has. */
function paramsOfKind({ method, kind }: KindOfMethod): Method {
  const { paramsType: _all, ...rest } = method
  return { ...rest, params: kind.params }
}

function kindArguments(
  { scope }: GroupContext,
  one: KindOfMethod,
): readonly MethodMember['arguments'][number][] {
  const { kind, method } = one
  const first = { name: 'kind', type: quoteString(kind.name) }
  const own = paramsOfKind(one)
  if (kind.params.length === 0) return [first]
  if (isPositional(method)) {
    const names = callArguments(own, scope)
    return [first, ...names.map((arg) => (arg.name === 'kind' ? { ...arg, name: 'kind2' } : arg))]
  }
  const optional = kind.params.every(({ required }) => !required)
  const type = typeText(paramsObject(own), { form: 'input', scope })
  return [first, { name: 'params', type, optional }]
}

function argumentText({ name, type, optional }: MethodMember['arguments'][number]): string {
  return `${name}${optional ? '?' : ''}: ${type}`
}

function resultOf({ scope }: GroupContext, { payload }: Kind): string {
  const event = typeText(payload.type, { form: 'decoded', scope })
  return `${scope.use(runtime, 'Subscription', 'type')}<${event}>`
}

/** Nothing for a method all of whose kinds another one has. */
function specText(context: GroupContext, { method, subscription }: Subscribing): readonly string[] {
  const { group } = context
  const own = kindsOf(group).filter((one) => one.method === method)
  const kinds = own.map((one) => `${propertyKey(one.kind.name)}: ${kindText(context, one)}`)
  if (own.length === 0) return []
  const { result: _answer, ...rest } = method
  const members = [
    ...methodSpec(context, { ...rest, params: [] }),
    `notification: ${quoteString(subscription.notification)}`,
    `unsubscribe: ${quoteString(subscription.unsubscribe)}`,
    `kinds: { ${kinds.join(', ')} }`,
  ]
  return [`{ ${members.join(', ')} }`]
}

function kindText(context: GroupContext, one: KindOfMethod): string {
  const { api, scope, shape } = context
  const { type } = one.kind.payload
  const coded = shape(type, 'read')
  const members = [
    `params: ${kindParams(context, one)}`,
    ...(coded === undefined
      ? []
      : [`event: /* @__PURE__ */ ${scope.use(runtime, 'decoded', 'value')}(${coded})`]),
    ...(needsLossless(api, type) ? [`parse: ${scope.use(runtime, 'parseLossless', 'value')}`] : []),
  ]
  return `{ ${members.join(', ')} }`
}

/** How the kind and the arguments behind it become params. */
function kindParams(context: GroupContext, one: KindOfMethod): string {
  const { method, kind } = one
  if (isPositional(method)) return listedParams(context, kind.params, 1)
  const coded = context.shape(paramsObject(paramsOfKind(one)), 'write')
  const name = quoteString(method.params[0]?.name ?? '')
  const make = context.scope.use(runtime, 'kindNamed', 'value')
  return `/* @__PURE__ */ ${make}(${[name, ...(coded === undefined ? [] : [coded])].join(', ')})`
}
