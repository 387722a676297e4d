import type { Method, RestRoute } from 'rpcloom/model'
import {
  constantOf,
  docText,
  memberName,
  type PropertyMember,
  quoteString,
  resultText,
  type SourceOutput,
} from 'rpcloom/codegen'
import { codegen, type GroupContext, runtime } from './context.ts'
import { argumentText, optionsArgument } from './method.ts'

interface Routed {
  readonly method: Method
  readonly route: RestRoute
  readonly name: string
}

/** Returns the standalone functions of the GET routes. */
export function routeConstants(context: GroupContext): SourceOutput['statements'] {
  return routed(context).map(({ method, route, name }) => {
    const transport = context.scope.use(runtime, 'Transport', 'type')
    const args = [`transport: ${transport}`, ...routeArguments(context, route)]
    const make = context.scope.use(codegen, 'route', 'value')
    return constantOf({
      name,
      type: `(${args.join(', ')}) => Promise<${resultText(method, 'decoded', context.scope)}>`,
      value: `/* @__PURE__ */ ${make}(descriptors.${method.standalone}, ${quoteString(route.name)})`,
      doc: routeDoc(route),
    })
  })
}

/** Returns the member `get` of a group with GET routes. */
export function routeMembers(context: GroupContext): readonly PropertyMember[] {
  const members = routed(context).map(({ method, route }) => {
    const args = routeArguments(context, route).join(', ')
    return `${memberName(route.name)}(${args}): Promise<${resultText(method, 'decoded', context.scope)}>`
  })
  if (members.length === 0) return []
  const doc = docText({
    summary: 'GET routes. The type of the result does not depend on the HTTP status.',
  })
  return [{ name: 'get', type: `{ ${members.join('; ')} }`, readonly: true, doc }]
}

function routed({ group, routes }: GroupContext): readonly Routed[] {
  return group.methods.flatMap((method) =>
    method.rest.flatMap((route) => {
      const name = routes.get(`${method.name} ${route.name}`)
      return name === undefined ? [] : [{ method, route, name }]
    }),
  )
}

function routeArguments(context: GroupContext, route: RestRoute): readonly string[] {
  const query = queryType(route)
  return [
    ...(query === undefined ? [] : [`query?: ${query}`]),
    argumentText(optionsArgument(context)),
  ]
}

function queryType({ query }: RestRoute): string | undefined {
  if (query.length === 0) return undefined
  const members = query.map(({ name, repeated }) => {
    const type = repeated ? 'string | readonly string[]' : 'string | number | boolean'
    return `readonly ${memberName(name)}?: ${type}`
  })
  return `{ ${members.join('; ')} }`
}

function routeDoc({ summary, paths, status }: RestRoute): string {
  return docText({
    ...(summary !== undefined && { summary }),
    description: `GET ${paths.join(', ')}: ${status.ok} or ${status.fail}.`,
  })
}
