import type { Method } from 'rpcloom/model'
import {
  callArguments,
  docText,
  interfaceOf,
  isPaged,
  memberName,
  methodDoc,
  type MethodMember,
  namespaceProperties,
  type PropertyMember,
  namedType,
  objectType,
  type SourceOutput,
} from 'rpcloom/codegen'
import type { GroupContext } from './context.ts'
import { optionsArgument, pageTypes, signaturesOf } from './method.ts'
import { routeMembers } from './routes.ts'
import { subscribeMembers } from './subscriptions.ts'

/** Returns the interface of the group, after the interfaces of its namespaces. */
export function groupInterfaces(context: GroupContext): SourceOutput['statements'] {
  const { group } = context
  const top = group.namespaces.filter(({ name }) => name === '').flatMap(({ methods }) => methods)
  const nested = group.namespaces.filter(({ name }) => name !== '')
  const spaces = namespaceProperties(group.namespaces, ({ typeName }) => ({ type: typeName }))
  const routes = routeMembers(context)
  const own = members(context, top)
  return [
    ...nested.map(({ typeName, name, methods }) => {
      const inner = members(context, methods)
      return interfaceOf({
        name: typeName,
        doc: docText({ summary: `Namespace \`${name}\` of ${group.title}.` }),
        methods: inner.methods,
        properties: [...inner.properties, ...spaces(name)],
      })
    }),
    interfaceOf({
      name: group.typeName,
      doc: docText({ summary: group.title, ...group.doc }),
      methods: [...own.methods, ...subscribeMembers(context)],
      properties: [...own.properties, ...spaces(''), ...routes],
    }),
  ]
}

function members(
  context: GroupContext,
  indices: readonly number[],
): { readonly methods: readonly MethodMember[]; readonly properties: readonly PropertyMember[] } {
  const methods = indices.flatMap((index) => context.group.methods[index] ?? [])
  const paged = methods.filter(isPaged)
  const plain = methods.filter((method) => !paged.includes(method))
  return {
    methods: plain.flatMap((method) =>
      signaturesOf(context, method).map((signature) => ({
        name: memberName(method.member),
        ...signature,
      })),
    ),
    properties: paged.flatMap((method) => pagedMember(context, method) ?? []),
  }
}

/** Returns the member of a paginated method: a callable object with the members `pages` and `items`. */
function pagedMember(context: GroupContext, method: Method): PropertyMember | undefined {
  const types = pageTypes(context, method)
  if (types === undefined) return undefined
  const optional = callArguments(method, context.scope)[0]?.optional ?? false
  const params = { name: 'params', type: types.params }
  const rest = [params, optionsArgument(context)]
  const type = objectType({
    calls: [
      {
        arguments: [{ ...params, optional }, optionsArgument(context)],
        returns: namedType('Promise', types.page),
      },
    ],
    methods: [
      { name: 'pages', arguments: rest, returns: namedType('AsyncIterable', types.present) },
      { name: 'items', arguments: rest, returns: namedType('AsyncIterable', types.item) },
    ],
  })
  return {
    name: memberName(method.member),
    type,
    readonly: true,
    doc: methodDoc(context, method),
  }
}
