import {
  type Api,
  childNamespaces,
  type Group,
  type Method,
  type Namespace,
  type Property,
  resolveType,
  type RestRoute,
  type Subscription,
  type Type,
} from 'rpcloom/model'
import {
  constantOf,
  docText,
  isPaged,
  needsLossless,
  needsStringify,
  type Expression,
  listOf,
  literalOf,
  objectMember,
  identifierOf,
  numberLiteral,
  objectOf,
  type ObjectMember,
  openScope,
  allParams,
  isPositional,
  quoteString,
  propertyKey,
  pureCall,
  type Scope,
  type ShapeWriter,
  shapeWriter,
  type SourceOutput,
  stringOf,
} from 'rpcloom/codegen'
import { runtime } from './root.ts'

interface Context {
  readonly api: Api
  readonly scope: Scope
  readonly shape: ShapeWriter['shape']
}

/**
 * Returns the module with the descriptors of a group and its methods, and the table of methods. Each
 * descriptor is a constant, so that a bundle contains only the descriptors in use.
 */
export function methodsModule(api: Api, group: Group): SourceOutput {
  const path = `src/methods/${group.slug}.ts`
  const scope = openScope(api, path, ownNames(group))
  const shapes = shapeWriter(api, scope, runtime)
  const methods = group.methods.map((method) =>
    methodConstant({ api, scope, shape: shapes.shape }, method),
  )
  const statements = [
    groupConstant(scope, group),
    ...shapes.withConstants(methods),
    tableConstant(scope, group),
  ]
  return scope.module(statements, [group.file])
}

/**
 * Returns the module with the methods that the client of a group implements. Methods that the server implements
 * too are those of the group's own module.
 */
export function clientMethodsModule(api: Api, group: Group): SourceOutput {
  const path = `src/methods/client/${group.slug}.ts`
  const served = `../${group.slug}.ts`
  const scope = openScope(api, path, ownNames(group))
  const shapes = shapeWriter(api, scope, runtime)
  const shared = new Set(group.clientMethods)
  const own = group.methods.filter((method) => !shared.has(method))
  const methods = own.map((method) => methodConstant({ api, scope, shape: shapes.shape }, method))
  const names = group.methods
    .filter((method) => shared.has(method))
    .map(({ standalone }) => standalone)
  const imported = [...(own.length === 0 ? [] : ['group']), ...names]
  const statements = [
    [
      ...(imported.length === 0
        ? []
        : [`import { ${imported.join(', ')} } from ${quoteString(served)}`]),
      ...(names.length === 0 ? [] : [`export { ${names.join(', ')} }`]),
    ].join('\n'),
    ...shapes.withConstants(methods),
    tableConstant(scope, group),
  ]
  return scope.module(statements, [group.file])
}

function ownNames({ methods }: Group): readonly string[] {
  return [...methods.map(({ standalone }) => standalone), 'group', 'methods']
}

function methodConstant(context: Context, method: Method): SourceOutput['statements'][number] {
  return constantOf({
    name: method.standalone,
    type: context.scope.use(runtime, 'MethodDescriptor', 'type'),
    value: objectOf(methodMembers(context, method)),
  })
}

function groupConstant(
  scope: Scope,
  { key, title, route }: Group,
): SourceOutput['statements'][number] {
  const { path, at, wsPath, wsAt, transports, batch } = route
  const paths = Object.entries({ path, at, wsPath, wsAt })
  return constantOf({
    name: 'group',
    type: scope.use(runtime, 'GroupDescriptor', 'type'),
    doc: docText({ summary: `Addresses of ${title}.` }),
    value: objectOf([
      objectMember('key', stringOf(key)),
      ...paths.flatMap(([name, text]) => optional(name, text)),
      objectMember('transports', listOf(transports.map(stringOf))),
      objectMember(
        'batch',
        objectOf([
          objectMember('allowed', literalOf(String(batch.allowed))),
          ...(batch.maxPublic === undefined
            ? []
            : [objectMember('maxPublic', literalOf(String(batch.maxPublic)))]),
        ]),
      ),
    ]),
  })
}

/** Returns the table of methods by their names in clients, servers and mocks. */
function tableConstant(
  scope: Scope,
  { title, namespaces, methods }: Group,
): SourceOutput['statements'][number] {
  const membersOf = (indices: readonly number[]): readonly ObjectMember[] =>
    indices.flatMap((index) => methods[index] ?? []).map(tableMember)
  const childrenOf = childNamespaces(namespaces)
  const tableOf = (space: Namespace & { readonly member: string }): ObjectMember =>
    objectMember(
      propertyKey(space.member),
      objectOf([...membersOf(space.methods), ...childrenOf(space.name).map(tableOf)]),
    )
  const members = namespaces.flatMap((space) =>
    space.name === '' ? membersOf(space.methods) : childNamespaces([space])('').map(tableOf),
  )
  return constantOf({
    name: 'methods',
    type: scope.use(runtime, 'MethodTable', 'type'),
    doc: docText({ summary: `Methods of ${title} by their names in programs.` }),
    value: objectOf(members),
  })
}

function tableMember({ member, standalone }: Method): ObjectMember {
  return member === standalone
    ? { key: standalone }
    : objectMember(propertyKey(member), identifierOf(standalone))
}

function methodMembers(context: Context, method: Method): readonly ObjectMember[] {
  const { effect, auth, params, path, paramStructure, rest, name } = method
  const isWhole = paramStructure === 'whole'
  const secrets = isWhole
    ? membersOfType(context.api, allParams(method)).filter(({ secret }) => secret)
    : params.filter(({ secret }) => secret)
  return [
    { key: 'group' },
    ...optional('path', path),
    ...(isPositional(method) ? [objectMember('structure', stringOf(paramStructure))] : []),
    ...(isWhole ? [objectMember('whole', literalOf('true'))] : []),
    objectMember('name', stringOf(name)),
    ...paramsMembers(context, method),
    ...jsonMember(context, isWide(context, method)),
    ...resultMembers(context, method),
    ...errorDataMember(context, method),
    ...(effect === 'read' ? [] : [objectMember('effect', stringOf(effect))]),
    ...optional('auth', auth),
    ...(secrets.length === 0 ? [] : [objectMember('secrets', nameList(secrets))]),
    ...(isPaged(method) ? paginationMember(method) : []),
    ...(method.subscription === undefined
      ? []
      : [subscriptionMember(context, method.subscription)]),
    ...(rest.length === 0 ? [] : [objectMember('routes', objectOf(rest.map(routeMember)))]),
  ]
}

/** Returns a member with a string, if there is one. */
function optional(key: string, text: string | undefined): readonly ObjectMember[] {
  return text === undefined ? [] : [objectMember(key, stringOf(text))]
}

function paramsMembers(
  { api, shape }: Context,
  { params, paramStructure }: Pick<Method, 'params' | 'paramStructure'>,
): readonly ObjectMember[] {
  const object = allParams({ params, paramStructure })
  const coded = shape(object, 'both')
  return [
    objectMember('order', nameList(params)),
    ...(coded === undefined ? [] : [objectMember('params', coded)]),
    ...(needsLossless(api, object) ? [objectMember('lossless', literalOf('true'))] : []),
  ]
}

function resultMembers({ shape }: Context, { result }: Method): readonly ObjectMember[] {
  if (result === undefined) return [objectMember('returns', stringOf('notification'))]
  if (result.empty) return [objectMember('returns', stringOf('empty'))]
  const coded = shape(result.type, 'both')
  return [
    ...(result.optional ? [objectMember('returns', stringOf('optional'))] : []),
    ...(coded === undefined ? [] : [objectMember('result', coded)]),
  ]
}

function errorDataMember({ scope, shape }: Context, { errors }: Method): readonly ObjectMember[] {
  const coded = errors.flatMap(({ code, reason, dataType }) => {
    const [number, data] = [numberLiteral(code), dataType && shape(dataType, 'both')]
    if (number === undefined || data === undefined) return []
    return [
      objectOf([
        objectMember('code', literalOf(number)),
        ...optional('reason', reason),
        objectMember('data', data),
      ]),
    ]
  })
  if (coded.length === 0) return []
  return [objectMember('errorData', pureCall(scope.use(runtime, 'errorData', 'value'), coded))]
}

/** Whether messages of the method may contain integers that `JSON` rounds or rejects. */
function isWide({ api }: Context, method: Method): boolean {
  const { result, errors } = method
  const isSent = needsStringify(api, allParams(method))
  const received = [result?.type, ...errors.map(({ dataType }) => dataType)]
  return isSent || received.some((type) => type !== undefined && needsLossless(api, type))
}

function jsonMember({ scope }: Context, isNeeded: boolean): readonly ObjectMember[] {
  return isNeeded
    ? [objectMember('json', identifierOf(scope.use(runtime, 'losslessJson', 'value')))]
    : []
}

function paginationMember({ pagination }: Method): readonly ObjectMember[] {
  if (pagination === undefined) return []
  const { cursor, limit, items, end } = pagination
  const members = [
    objectMember(
      'cursor',
      objectOf([
        objectMember('param', stringOf(cursor.param)),
        objectMember('result', stringOf(cursor.result)),
      ]),
    ),
    ...(limit === undefined ? [] : [objectMember('limit', limitOf(limit))]),
    objectMember('items', stringOf(items)),
    objectMember('end', stringOf(end)),
  ]
  return [objectMember('pagination', objectOf(members))]
}

function limitOf(limit: {
  readonly param: string
  readonly default: number
  readonly cap?: number
}): Expression {
  const number = (value: number): Expression => literalOf(numberLiteral(value) ?? 'Infinity')
  return objectOf([
    objectMember('param', stringOf(limit.param)),
    objectMember('default', number(limit.default)),
    ...(limit.cap === undefined ? [] : [objectMember('cap', number(limit.cap))]),
  ])
}

type Resume = NonNullable<Subscription['topics'][number]['resume']>

/** Returns the subscription of a method. If several topics have the same name, the first topic is used. */
function subscriptionMember(
  context: Context,
  { notification, unsubscribe, topics: topicList, ...rest }: Subscription,
): ObjectMember {
  const topics = new Map<string, ObjectMember>()
  for (const { name, params, payload, resume } of topicList) {
    if (topics.has(name)) continue
    const event = context.shape(payload.type, 'both')
    const members = [
      ...paramsMembers(context, { params, paramStructure: 'by-name' }),
      ...(event === undefined ? [] : [objectMember('event', event)]),
      ...jsonMember(context, needsLossless(context.api, payload.type)),
      ...(resume === undefined ? [] : [objectMember('resume', resumeObject(resume))]),
    ]
    topics.set(name, objectMember(propertyKey(name), objectOf(members)))
  }
  const flag = (key: string, isSet: boolean | undefined): readonly ObjectMember[] =>
    isSet ? [objectMember(key, literalOf('true'))] : []
  const members = [
    objectMember('notification', stringOf(notification)),
    objectMember('unsubscribe', stringOf(unsubscribe)),
    ...flag('inferred', rest.inferred),
    ...optional('idParam', rest.idParam),
    ...optional('payloadParam', rest.payloadParam),
    ...flag('single', rest.single),
    objectMember('topics', objectOf([...topics.values()])),
  ]
  return objectMember('subscription', objectOf(members))
}

function resumeObject({ param, event }: Resume): Expression {
  const pointers =
    typeof event === 'string'
      ? stringOf(event)
      : objectOf(
          Object.entries(event).map(([name, pointer]) =>
            objectMember(propertyKey(name), stringOf(pointer)),
          ),
        )
  return objectOf([objectMember('param', stringOf(param)), objectMember('event', pointers)])
}

function routeMember({ name, paths, query, status }: RestRoute): ObjectMember {
  const queries = query.map((one) =>
    objectOf([
      objectMember('name', stringOf(one.name)),
      objectMember('param', stringOf(one.param)),
      objectMember('repeated', literalOf(String(one.repeated))),
    ]),
  )
  const members = [
    objectMember('paths', listOf(paths.map(stringOf))),
    objectMember('query', listOf(queries)),
    objectMember(
      'status',
      objectOf([
        objectMember('member', stringOf(status.member)),
        objectMember('ok', literalOf(String(status.ok))),
        objectMember('fail', literalOf(String(status.fail))),
      ]),
    ),
  ]
  return objectMember(propertyKey(name), objectOf(members))
}

/** Returns the properties of an object, or of all alternatives of a union. */
function membersOfType(api: Api, type: Type, within: readonly Type[] = []): readonly Property[] {
  const target = resolveType(api, type)
  if (target.kind === 'object') return target.properties
  if ((target.kind !== 'union' && target.kind !== 'intersection') || within.includes(target))
    return []
  return target.members.flatMap((member) => membersOfType(api, member, [...within, target]))
}

function nameList(named: readonly { readonly name: string }[]): Expression {
  return listOf(named.map(({ name }) => stringOf(name)))
}
