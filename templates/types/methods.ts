import {
  type Api,
  childNamespaces,
  type Group,
  type Method,
  type Namespace,
  type Param,
  type RestRoute,
  type Subscription,
} from 'rpcloom/model'
import {
  constantOf,
  docText,
  isPaged,
  needsLossless,
  needsStringify,
  numberLiteral,
  openScope,
  paramsObject,
  propertyKey,
  quoteString,
  type Scope,
  type ShapeWriter,
  shapeWriter,
  type SourceOutput,
} from 'rpcloom/codegen'
import { runtime } from './root.ts'

interface Context {
  readonly api: Api
  readonly scope: Scope
  readonly shape: ShapeWriter['shape']
}

export function methodsPath({ slug }: Group): string {
  return `src/methods/${slug}.ts`
}

/**
 * Returns the module with the descriptors of a group and its methods, and the table of methods. Each
 * descriptor is a constant, so that a bundle contains only the descriptors in use.
 */
export function methodsModule(api: Api, group: Group): SourceOutput {
  const path = methodsPath(group)
  const names = group.methods.map(({ standalone }) => standalone)
  const scope = openScope(api, path, [...names, 'group', 'methods'])
  const shapes = shapeWriter(api, scope, runtime)
  const context: Context = { api, scope, shape: shapes.shape }
  const methods = group.methods.map((method) =>
    constantOf({
      name: method.standalone,
      type: scope.use(runtime, 'MethodDescriptor', 'type'),
      value: objectText(methodMembers(context, method)),
    }),
  )
  const statements = [
    groupConstant(scope, group),
    ...shapes.settled(methods),
    tableConstant(scope, group),
  ]
  return { kind: 'typescript', path, from: group.file, imports: scope.imports(), statements }
}

function groupConstant(
  scope: Scope,
  { key, title, route }: Group,
): SourceOutput['statements'][number] {
  const { path, chainPath, chain, wsPath, chainWsPath, transports, batch } = route
  const paths = Object.entries({ path, chainPath, chain, wsPath, chainWsPath })
  const most = batch.maxPublic === undefined ? [] : [`maxPublic: ${batch.maxPublic}`]
  return constantOf({
    name: 'group',
    type: scope.use(runtime, 'GroupDescriptor', 'type'),
    doc: docText({ summary: `Addresses of ${title}.` }),
    value: objectText([
      `key: ${quoteString(key)}`,
      ...paths.flatMap(([name, text]) =>
        text === undefined ? [] : [`${name}: ${quoteString(text)}`],
      ),
      `transports: [${transports.map(quoteString).join(', ')}]`,
      `batch: ${objectText([`allowed: ${batch.allowed}`, ...most])}`,
    ]),
  })
}

/** Returns the table of methods by their names in clients, servers and mocks. */
function tableConstant(
  scope: Scope,
  { title, namespaces, methods }: Group,
): SourceOutput['statements'][number] {
  const membersOf = (indices: readonly number[]): readonly string[] =>
    indices.flatMap((index) => methods[index] ?? []).map(memberText)
  const childrenOf = childNamespaces(namespaces)
  const tableOf = (space: Namespace & { readonly member: string }): string =>
    `${propertyKey(space.member)}: ${objectText([
      ...membersOf(space.methods),
      ...childrenOf(space.name).map(tableOf),
    ])}`
  const members = namespaces.flatMap((space) =>
    space.name === '' ? membersOf(space.methods) : childNamespaces([space])('').map(tableOf),
  )
  return constantOf({
    name: 'methods',
    type: scope.use(runtime, 'MethodTable', 'type'),
    doc: docText({ summary: `Methods of ${title} by their names in programs.` }),
    value: objectText(members),
  })
}

function memberText({ member, standalone }: Method): string {
  return member === standalone ? standalone : `${propertyKey(member)}: ${standalone}`
}

function methodMembers(context: Context, method: Method): readonly string[] {
  const { effect, auth, params, path, paramStructure, rest, name } = method
  const secrets = params.filter(({ secret }) => secret)
  return [
    'group',
    ...(path === undefined ? [] : [`path: ${quoteString(path)}`]),
    ...(paramStructure === 'by-name' ? [] : [`structure: ${quoteString(paramStructure)}`]),
    `name: ${quoteString(name)}`,
    ...paramsMembers(context, params),
    ...jsonMember(context, isWide(context, method)),
    ...resultMembers(context, method),
    ...errorDataMember(context, method),
    ...(effect === 'read' ? [] : [`effect: ${quoteString(effect)}`]),
    ...(auth === undefined ? [] : [`auth: ${quoteString(auth)}`]),
    ...(secrets.length === 0 ? [] : [`secrets: ${namesText(secrets)}`]),
    ...(isPaged(method) ? paginationMember(method) : []),
    ...(method.subscription === undefined
      ? []
      : [subscriptionMember(context, method.subscription)]),
    ...(rest.length === 0 ? [] : [`routes: ${objectText(rest.map(routeMember))}`]),
  ]
}

function paramsMembers({ api, shape }: Context, params: readonly Param[]): readonly string[] {
  const object = paramsObject({ params })
  const coded = shape(object, 'both')
  return [
    `order: ${namesText(params)}`,
    ...(coded === undefined ? [] : [`params: ${coded}`]),
    ...(needsLossless(api, object) ? ['lossless: true'] : []),
  ]
}

function resultMembers({ shape }: Context, { result }: Method): readonly string[] {
  if (result === undefined) return ["returns: 'notification'"]
  if (result.empty) return ["returns: 'empty'"]
  const coded = shape(result.type, 'both')
  return coded === undefined ? [] : [`result: ${coded}`]
}

function errorDataMember({ scope, shape }: Context, { errors }: Method): readonly string[] {
  const coded = errors.flatMap(({ code, reason, dataType }) => {
    const [number, data] = [numberLiteral(code), dataType && shape(dataType, 'both')]
    if (number === undefined || data === undefined) return []
    const name = reason === undefined ? [] : [`reason: ${quoteString(reason)}`]
    return [objectText([`code: ${number}`, ...name, `data: ${data}`])]
  })
  if (coded.length === 0) return []
  return [
    `errorData: /* @__PURE__ */ ${scope.use(runtime, 'errorData', 'value')}(${coded.join(', ')})`,
  ]
}

/** Whether messages of the method may contain integers that `JSON` rounds or rejects. */
function isWide({ api }: Context, { params, result, errors }: Method): boolean {
  const isSent = needsStringify(api, paramsObject({ params }))
  const received = [result?.type, ...errors.map(({ dataType }) => dataType)]
  return isSent || received.some((type) => type !== undefined && needsLossless(api, type))
}

function jsonMember({ scope }: Context, isNeeded: boolean): readonly string[] {
  return isNeeded ? [`json: ${scope.use(runtime, 'losslessJson', 'value')}`] : []
}

function paginationMember({ pagination }: Method): readonly string[] {
  if (pagination === undefined) return []
  const { cursor, limit, items, end } = pagination
  const members = [
    `cursor: { param: ${quoteString(cursor.param)}, result: ${quoteString(cursor.result)} }`,
    ...(limit === undefined ? [] : [`limit: ${limitText(limit)}`]),
    `items: ${quoteString(items)}`,
    `end: ${quoteString(end)}`,
  ]
  return [`pagination: ${objectText(members)}`]
}

function limitText(limit: {
  readonly param: string
  readonly default: number
  readonly cap?: number
}): string {
  const number = (value: number): string => numberLiteral(value) ?? 'Infinity'
  return objectText([
    `param: ${quoteString(limit.param)}`,
    `default: ${number(limit.default)}`,
    ...(limit.cap === undefined ? [] : [`cap: ${number(limit.cap)}`]),
  ])
}

/** Returns the subscription of a method. If several topics have the same name, the first topic is used. */
function subscriptionMember(
  context: Context,
  { notification, unsubscribe, topics: topicList, ...rest }: Subscription,
): string {
  const topics = new Map<string, string>()
  for (const { name, params, payload } of topicList) {
    if (topics.has(name)) continue
    const event = context.shape(payload.type, 'both')
    const members = [
      ...paramsMembers(context, params),
      ...(event === undefined ? [] : [`event: ${event}`]),
      ...jsonMember(context, needsLossless(context.api, payload.type)),
    ]
    topics.set(name, `${propertyKey(name)}: ${objectText(members)}`)
  }
  const members = [
    `notification: ${quoteString(notification)}`,
    ...(unsubscribe === undefined ? [] : [`unsubscribe: ${quoteString(unsubscribe)}`]),
    ...(rest.inferred ? ['inferred: true'] : []),
    ...(rest.idParam === undefined ? [] : [`idParam: ${quoteString(rest.idParam)}`]),
    ...(rest.payloadParam === undefined ? [] : [`payloadParam: ${quoteString(rest.payloadParam)}`]),
    ...(rest.single ? ['single: true'] : []),
    `topics: ${objectText([...topics.values()])}`,
  ]
  return `subscription: ${objectText(members)}`
}

function routeMember({ name, paths, query, status }: RestRoute): string {
  const queries = query.map((one) =>
    objectText([
      `name: ${quoteString(one.name)}`,
      `param: ${quoteString(one.param)}`,
      `repeated: ${one.repeated}`,
    ]),
  )
  const members = [
    `paths: [${paths.map(quoteString).join(', ')}]`,
    `query: [${queries.join(', ')}]`,
    `status: { member: ${quoteString(status.member)}, ok: ${status.ok}, fail: ${status.fail} }`,
  ]
  return `${propertyKey(name)}: ${objectText(members)}`
}

function namesText(named: readonly { readonly name: string }[]): string {
  return `[${named.map(({ name }) => quoteString(name)).join(', ')}]`
}

function objectText(members: readonly string[]): string {
  return members.length === 0 ? '{}' : `{ ${members.join(', ')} }`
}
