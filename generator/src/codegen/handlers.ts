import { isWithin } from '../model/names/namespaces.ts'
import type { Group, Method } from '../model/types.ts'
import { standaloneDoc } from './method-doc.ts'
import { memberName } from './quote.ts'
import type { Scope } from './scope.ts'
import { paramsType, resultType } from './signature.ts'
import { type MethodMember, namedType } from './type-node.ts'

/** Entry of the runtime whose types appear in the signatures of handlers. */
export const handlerRuntime = '@rpcloom/rpc/server'

/** The type of the second argument of handlers, and the module that exports it. */
export interface ContextType {
  readonly from: string
  readonly name: string
}

/** The context of handlers whose callers implement no method. */
export const plainContext: ContextType = { from: handlerRuntime, name: 'Context' }

/** Whether the server itself implements a method, so that a handler is optional. */
export function servesItself(method: Method | undefined): boolean {
  return method?.name === 'rpc.discover'
}

/**
 * Returns the namespaces with a name, each of which has an interface. Methods without a namespace are members
 * of the group's interface.
 */
export function nested({ namespaces }: Group): Group['namespaces'] {
  return namespaces.filter(({ name }) => name !== '')
}

/** Returns the names of the methods that end subscriptions. They have no handlers. */
export function endingMethods({ methods }: Pick<Group, 'methods'>): ReadonlySet<string> {
  return new Set(methods.flatMap(({ subscription }) => subscription?.unsubscribe ?? []))
}

/** What has an interface of its own: a namespace with a name, or the group with the methods outside of these. */
export interface GroupPart {
  /** Name of the namespace; empty for the group. */
  readonly name: string
  readonly typeName: string
  /** Title in doc comments, such as `P-Chain` or ``namespace `eth` of C-Chain``. */
  readonly title: string
  readonly methods: readonly Method[]
}

/** Returns the namespaces with a name, followed by the group. */
export function groupParts(group: Group): readonly GroupPart[] {
  const { typeName, title } = group
  const methodsOf = (namespaces: Group['namespaces']): readonly Method[] =>
    namespaces.flatMap(({ methods }) => methods).flatMap((index) => group.methods[index] ?? [])
  return [
    ...nested(group).map((namespace) => ({
      name: namespace.name,
      typeName: namespace.typeName,
      title: `namespace \`${namespace.name}\` of ${title}`,
      methods: methodsOf([namespace]),
    })),
    {
      name: '',
      typeName,
      title,
      methods: methodsOf(group.namespaces.filter(({ name }) => name === '')),
    },
  ]
}

/** Whether the server itself implements all methods of a namespace and of the namespaces in it. */
export function isServedItself({ methods }: Group, name: string): boolean {
  return methods.every((method) => !isWithin(method.namespace, name) || servesItself(method))
}

/** Returns the names of the handler interfaces of a group. */
export function handlerNames(group: Group): readonly string[] {
  return [group, ...nested(group)].map(({ typeName }) => `${typeName}Handlers`)
}

/**
 * Returns the signature of a handler. Params are decoded and passed by name, regardless of the form in which
 * they were sent. The result has the type that clients use for inputs, which allows numbers instead of
 * bigints.
 */
export function handlerMember(
  scope: Pick<Scope, 'type' | 'format' | 'use'>,
  method: Method,
  ctx: ContextType = plainContext,
): MethodMember {
  const params =
    method.params.length === 0
      ? namedType(scope.use(handlerRuntime, 'NoParams', 'type'))
      : paramsType(method, 'decoded', scope)
  const awaitable = scope.use(handlerRuntime, 'Awaitable', 'type')
  return {
    name: memberName(method.member),
    arguments: [
      { name: 'params', type: params },
      { name: 'ctx', type: namedType(scope.use(ctx.from, ctx.name, 'type')) },
    ],
    returns: namedType(awaitable, resultType(method, 'input', scope)),
    optional: servesItself(method),
    doc: standaloneDoc(method),
  }
}
