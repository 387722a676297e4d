import type { Api, Group, Method } from 'rpcloom/model'
import {
  type Argument,
  callArguments,
  callForm,
  caseSignatures,
  docText,
  groupParts,
  interfaceOf,
  isPaged,
  isPositional,
  literalType,
  memberName,
  type MethodMember,
  namedType,
  namespaceProperties,
  objectType,
  openScope,
  type PropertyMember,
  presentType,
  type Scope,
  type SourceOutput,
  standaloneDoc,
  type TypeCode,
  unionOf,
} from 'rpcloom/codegen'
import { runtime } from './root.ts'

/** Returns the module of a group. It contains only types; the runtime makes the options from the descriptors. */
export function groupModule(api: Api, group: Group, types: string): SourceOutput {
  const path = `src/${group.slug}.ts`
  const parts = groupParts(group)
  const scope = openScope(api, path, parts.map(queriesName), {
    from: `${types}/${group.slug}`,
  })
  const spaces = namespaceProperties(group.namespaces, (namespace) => ({
    type: queriesName(namespace),
  }))
  const memberOf = (method: Method): PropertyMember => ({
    name: memberName(method.member),
    readonly: true,
    type: objectType({ methods: optionsOf({ api, scope, method }) }),
    doc: standaloneDoc(method),
  })
  const statements = parts.map((part) =>
    interfaceOf({
      name: queriesName(part),
      doc: docText({ summary: `Queries of ${part.title}.` }),
      properties: [...part.methods.map(memberOf), ...spaces(part.name)],
    }),
  )
  return scope.module(statements, [group.file])
}

function queriesName({ typeName }: Pick<Group, 'typeName'>): string {
  return `${typeName}Queries`
}

interface Context {
  readonly api: Api
  readonly scope: Scope
  readonly method: Method
}

/** Returns the members that make the options of a method: of a query if it only reads, otherwise of a mutation. */
function optionsOf(context: Context): readonly MethodMember[] {
  const { scope, method } = context
  const key = scope.use(runtime, 'QueryKey', 'type')
  const args = callArguments(method, scope)
  if (method.effect !== 'read') {
    return [
      { name: 'mutationKey', arguments: [], returns: namedType(key) },
      { name: 'mutationOptions', arguments: [], returns: mutation(context, args) },
    ]
  }
  const loose = args.map((argument) => ({ ...argument, optional: true }))
  const signatures = [
    ...caseSignatures(context.api, method, scope),
    { arguments: args, result: presentType(method, 'decoded', scope) },
  ]
  const options = scope.use(runtime, 'QueryOptions', 'type')
  return [
    { name: 'queryKey', arguments: loose, returns: namedType(key) },
    ...signatures.map((signature) => ({
      name: 'queryOptions',
      arguments: signature.arguments,
      returns: namedType(options, dataOf(method, signature.result)),
    })),
    ...(isPaged(method)
      ? [
          {
            name: 'infiniteQueryOptions',
            arguments: args,
            returns: namedType(
              scope.use(runtime, 'InfiniteQueryOptions', 'type'),
              dataOf(method, presentType(method, 'decoded', scope)),
            ),
          },
        ]
      : []),
  ]
}

/** Returns the data of a query for the type of present results. Data must not be undefined. */
function dataOf(method: Method, result: TypeCode): TypeCode {
  if (method.result === undefined || method.result.empty) return literalType('null')
  return callForm(method) === 'optional' ? unionOf([result, literalType('null')]) : result
}

/** Returns the type of a mutation, whose variables are the params object, or all arguments as a tuple. */
function mutation({ scope, method }: Context, args: readonly Argument[]): TypeCode {
  const [params] = args
  const variables: TypeCode = isPositional(method)
    ? {
        kind: 'tuple',
        readonly: true,
        items: args.map(({ type, optional }) => ({
          type,
          form: optional ? 'optional' : 'required',
        })),
      }
    : params === undefined
      ? literalType('void')
      : params.optional
        ? unionOf([params.type, literalType('void')])
        : params.type
  const none = args.length === 0 ? literalType('void') : variables
  const data = dataOf(method, presentType(method, 'decoded', scope))
  return namedType(scope.use(runtime, 'MutationOptions', 'type'), data, none)
}
