import type { Method, RestRoute } from 'rpcloom/model'
import {
  constantOf,
  docText,
  memberName,
  needsLossless,
  type PropertyMember,
  quoteString,
  resultText,
  type SourceOutput,
} from 'rpcloom/emit'
import { type GroupContext, runtime } from './context.ts'

interface Routed {
  readonly method: Method
  readonly route: RestRoute
  readonly name: string
}

/** Standalone functions of the GET routes. */
export function routeConstants(context: GroupContext): SourceOutput['statements'] {
  return routed(context).map(({ method, route, name }) => {
    const query = queryType(route)
    const transport = context.scope.use(runtime, 'Transport', 'type')
    const args = [`transport: ${transport}`, ...(query === undefined ? [] : [`query?: ${query}`])]
    return constantOf({
      name,
      type: `(${args.join(', ')}) => Promise<${resultText(method, 'decoded', context.scope)}>`,
      value: routeValue(context, method, route),
      doc: routeDoc(route),
    })
  })
}

/** The member `get` of a group with GET routes. */
export function routeMembers(context: GroupContext): readonly PropertyMember[] {
  const members = routed(context).map(({ method, route }) => {
    const query = queryType(route)
    const argument = query === undefined ? '' : `query?: ${query}`
    return `${memberName(route.name)}(${argument}): Promise<${resultText(method, 'decoded', context.scope)}>`
  })
  if (members.length === 0) return []
  const doc = docText({ summary: 'GET routes: the same answer for every status that carries one.' })
  return [{ name: 'get', type: `{ ${members.join('; ')} }`, readonly: true, doc }]
}

/** The function of one route. */
export function routeValue(context: GroupContext, method: Method, route: RestRoute): string {
  const call = context.scope.use(runtime, 'route', 'value')
  return `/* @__PURE__ */ ${call}(${specText(context, method, route)})`
}

function routed({ group, routes }: GroupContext): readonly Routed[] {
  return group.methods.flatMap((method) =>
    method.rest.flatMap((route) => {
      const name = routes.get(`${method.wire} ${route.name}`)
      return name === undefined ? [] : [{ method, route, name }]
    }),
  )
}

function queryType({ query }: RestRoute): string | undefined {
  if (query.length === 0) return undefined
  const members = query.map(({ name, repeated }) => {
    const type = repeated ? 'string | readonly string[]' : 'string | number | boolean'
    return `readonly ${memberName(name)}?: ${type}`
  })
  return `{ ${members.join('; ')} }`
}

function specText(
  { api, group, scope, addresses, shape }: GroupContext,
  method: Method,
  route: RestRoute,
): string {
  const address = addresses.get(group.route.path) ?? 'group'
  const result = method.result?.type
  const decoded = result && shape(result, 'read')
  const members = [
    address === 'group' ? 'group' : `group: ${address}`,
    `method: ${quoteString(method.wire)}`,
    `path: ${quoteString(route.paths[0] ?? '/')}`,
    `statuses: [${[...new Set([route.status.ok, route.status.fail])].join(', ')}]`,
    ...(decoded === undefined
      ? []
      : [`result: /* @__PURE__ */ ${scope.use(runtime, 'decoded', 'value')}(${decoded})`]),
    ...(result !== undefined && needsLossless(api, result)
      ? [`parse: ${scope.use(runtime, 'parseLossless', 'value')}`]
      : []),
  ]
  return `{ ${members.join(', ')} }`
}

function routeDoc({ summary, paths, status }: RestRoute): string {
  return docText({
    ...(summary !== undefined && { summary }),
    description: `GET ${paths.join(', ')}: ${status.ok} or ${status.fail}.`,
  })
}
