import { type Group, isWithin, type Method } from 'rpcloom/model'
import {
  docText,
  interfaceOf,
  memberName,
  type MethodMember,
  namespaceProperties,
  namedType,
  paramsType,
  resultType,
  type Scope,
  type SourceOutput,
  standaloneDoc,
} from 'rpcloom/codegen'
import { type ContextType, exportsOf, type GroupContext, plainContext, runtime } from './context.ts'
import { endingMethods, topicMembers } from './subscriptions.ts'

export function handlerNames(group: Group): readonly string[] {
  return [exportsOf(group).handlers, ...nested(group).map(({ typeName }) => `${typeName}Handlers`)]
}

/** Prints the interface of a group's handlers, after the interfaces of its namespaces. */
export function handlerInterfaces(context: GroupContext): SourceOutput['statements'] {
  const { group } = context
  const top = group.namespaces.filter(({ name }) => name === '').flatMap(({ methods }) => methods)
  const spaces = namespaceProperties(group.namespaces, ({ name, typeName }) => ({
    type: `${typeName}Handlers`,
    optional: isServedItself(group, name),
  }))
  return [
    ...nested(group).map(({ name, typeName, methods }) =>
      interfaceOf({
        name: `${typeName}Handlers`,
        doc: docText({ summary: `Handlers of namespace \`${name}\` of ${group.title}.` }),
        methods: members(context, methods),
        properties: spaces(name),
      }),
    ),
    interfaceOf({
      name: exportsOf(group).handlers,
      doc: docText({ summary: `Handlers of ${group.title}.` }),
      methods: members(context, top),
      properties: spaces(''),
    }),
  ]
}

/** Whether the server itself implements all methods of a namespace and of the namespaces in it. */
export function isServedItself({ methods }: Group, name: string): boolean {
  return methods.every((method) => !isWithin(method.namespace, name) || servesItself(method))
}

/**
 * Returns the namespaces with a name, each of which has an interface. Methods without a namespace are members
 * of the group's interface.
 */
export function nested({ namespaces }: Group): Group['namespaces'] {
  return namespaces.filter(({ name }) => name !== '')
}

/** Whether the server itself implements a method, so that a handler is optional. */
export function servesItself(method: Method | undefined): boolean {
  return method?.name === 'rpc.discover'
}

function members(context: GroupContext, indices: readonly number[]): readonly MethodMember[] {
  const ends = endingMethods(context.group)
  return indices.flatMap((index) => {
    const method = context.group.methods[index]
    if (method === undefined || ends.has(method.name)) return []
    return method.subscription
      ? topicMembers(context, method)
      : [handler(context.scope, method, context.ctx)]
  })
}

/**
 * Returns the signature of a handler. Params are decoded and passed by name, regardless of the form in which
 * they were sent. The result has the type that clients use for inputs, which allows numbers instead of
 * bigints.
 */
export function handler(
  scope: Pick<Scope, 'type' | 'format' | 'use'>,
  method: Method,
  ctx: ContextType = plainContext,
): MethodMember {
  const params =
    method.params.length === 0
      ? namedType(scope.use(runtime, 'NoParams', 'type'))
      : paramsType(method, 'decoded', scope)
  const awaitable = scope.use(runtime, 'Awaitable', 'type')
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
