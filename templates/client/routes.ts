import type { Method, RestRoute } from 'rpcloom/model'
import {
  constantOf,
  docText,
  memberName,
  type PropertyMember,
  pureCall,
  type Argument,
  functionType,
  namedType,
  objectType,
  resultType,
  type TypeCode,
  type SourceOutput,
  stringOf,
} from 'rpcloom/codegen'
import { codegen, type GroupContext, runtime } from './context.ts'
import { descriptorOf, optionsArgument } from './method.ts'

interface Routed {
  readonly method: Method
  readonly route: RestRoute
  readonly name: string
}

/** Returns the standalone functions of the GET routes. */
export function routeConstants(context: GroupContext): SourceOutput['statements'] {
  return routed(context).map(({ method, route, name }) => {
    const transport = context.scope.use(runtime, 'Transport', 'type')
    const args = [{ name: 'transport', type: transport }, ...routeArguments(context, route)]
    const make = context.scope.use(codegen, 'route', 'value')
    return constantOf({
      name,
      type: functionType(args, resultOf(context, method)),
      value: pureCall(make, [descriptorOf(method), stringOf(route.name)]),
      doc: routeDoc(route),
    })
  })
}

/** Returns the member `get` of a group with GET routes. */
export function routeMembers(context: GroupContext): readonly PropertyMember[] {
  const methods = routed(context).map(({ method, route }) => ({
    name: memberName(route.name),
    arguments: routeArguments(context, route),
    returns: resultOf(context, method),
  }))
  if (methods.length === 0) return []
  const doc = docText({
    summary: 'GET routes. The type of the result does not depend on the HTTP status.',
  })
  return [{ name: 'get', type: objectType({ methods }), readonly: true, doc }]
}

function routed({ group, routes }: GroupContext): readonly Routed[] {
  return group.methods.flatMap((method) =>
    method.rest.flatMap((route) => {
      const name = routes.get(`${method.name} ${route.name}`)
      return name === undefined ? [] : [{ method, route, name }]
    }),
  )
}

function resultOf({ scope }: GroupContext, method: Method): TypeCode {
  return namedType('Promise', resultType(method, 'decoded', scope))
}

function routeArguments(context: GroupContext, route: RestRoute): readonly Argument[] {
  const type = queryType(route)
  return [
    ...(type === undefined ? [] : [{ name: 'query', type, optional: true }]),
    optionsArgument(context),
  ]
}

function queryType({ query }: RestRoute): TypeCode | undefined {
  if (query.length === 0) return undefined
  const properties = query.map(({ name, repeated }) => ({
    name: memberName(name),
    type: repeated ? 'string | readonly string[]' : 'string | number | boolean',
    readonly: true,
    optional: true,
  }))
  return objectType({ properties })
}

function routeDoc({ summary, paths, status }: RestRoute): string {
  return docText({
    ...(summary !== undefined && { summary }),
    description: `GET ${paths.join(', ')}: ${status.ok} or ${status.fail}.`,
  })
}
