import type { Api, Group, Method } from 'rpcloom/model'
import {
  constantOf,
  docText,
  openScope,
  remembered,
  propertyKey,
  type Scope,
  shapeWriter,
  type SourceOutput,
  typeExports,
} from 'rpcloom/emit'
import { addressText } from './address.ts'
import { type GroupContext, runtime } from './context.ts'
import { groupInterfaces } from './interfaces.ts'
import { linkConstants } from './links.ts'
import { methodConstant } from './method.ts'
import { routeConstants } from './routes.ts'
import { hasEvents, subscribeConstant } from './subscriptions.ts'

/** The module of one group, with what the index must know of it. */
export interface GroupModule {
  readonly group: Group
  readonly path: string
  readonly file: SourceOutput
}

/** Standalone methods, the interfaces that the client offers them under, and the table behind it. */
export const groupModule: typeof makeModule = remembered(makeModule)

function makeModule(api: Api, group: Group, docs: string | undefined): GroupModule {
  const path = `src/${group.slug}.ts`
  const scope = openScope(api, path, [
    ...group.methods.map(({ standalone }) => standalone),
    ...interfaceNames(group),
  ])
  const shapes = shapeWriter(api, scope, runtime)
  const context: GroupContext = {
    api,
    group,
    scope,
    addresses: addressNames(group, scope),
    shape: shapes.shape,
    docs,
    subscribe: hasEvents(group) ? scope.declare('subscribe') : undefined,
    routes: routeNames(group, scope),
  }
  const methods = group.methods.map((method) => methodConstant(context, method))
  const events = subscribeConstant(context)
  const routes = routeConstants(context)
  const interfaces = groupInterfaces(context)
  const statements = [
    ...typeExports(api, group, path),
    ...addressConstants(context),
    ...shapes.constants(),
    ...methods,
    ...linkConstants(context),
    ...events,
    ...routes,
    ...interfaces,
    tableConstant(context),
  ]
  return {
    group,
    path,
    file: { kind: 'typescript', path, from: group.file, imports: scope.imports(), statements },
  }
}

function interfaceNames({ typeName, namespaces }: Group): readonly string[] {
  return [typeName, ...namespaces.map((namespace) => namespace.typeName)]
}

function routeNames(group: Group, scope: Scope): ReadonlyMap<string, string> {
  return new Map(
    group.methods.flatMap((method) =>
      method.rest.map((route) => {
        const name = `get${route.name.charAt(0).toUpperCase()}${route.name.slice(1)}`
        const identifier = name.replace(/[^\p{ID_Continue}$]/gu, '')
        return [`${method.wire} ${route.name}`, scope.declare(identifier)] as const
      }),
    ),
  )
}

/** One address for all methods that have none of their own, and one for each path of the servers of some method. */
function addressNames({ route, methods }: Group, scope: Scope): ReadonlyMap<string, string> {
  const routed = methods.some(({ rest }) => rest.length > 0) ? [route.path] : []
  const paths = new Set([...routed, ...methods.map(({ path }) => path ?? route.path)])
  return new Map([...paths].map((path) => [path, scope.declare('group')]))
}

function addressConstants({ group, scope, addresses }: GroupContext): SourceOutput['statements'] {
  return [...addresses].map(([path, name]) =>
    constantOf({
      name,
      type: scope.use(runtime, 'ClientGroup', 'type'),
      value: addressText(group, path),
      exported: false,
    }),
  )
}

/** Standalone functions by the names that they have in a client. */
function tableConstant(context: GroupContext): SourceOutput['statements'][number] {
  const { group, scope } = context
  const entries = group.namespaces.flatMap(({ name, methods }) => {
    const members = methods.flatMap((index) => tableEntry(group.methods[index]))
    return name === '' ? members : [`${propertyKey(name)}: { ${members.join(', ')} }`]
  })
  const routes = group.methods.flatMap((method) =>
    method.rest.map(({ name }) =>
      entryText(propertyKey(name), context.routes.get(`${method.wire} ${name}`) ?? 'undefined'),
    ),
  )
  const events = context.subscribe === undefined ? [] : [entryText('subscribe', context.subscribe)]
  const gets = routes.length === 0 ? [] : [`get: { ${routes.join(', ')} }`]
  const all = [...entries, ...events, ...gets]
  return constantOf({
    name: 'methods',
    type: scope.use(runtime, 'ClientTable', 'type'),
    value: all.length === 0 ? '{}' : `{ ${all.join(', ')} }`,
    doc: docText({
      summary: 'The functions of this module by the names that they have in a client.',
    }),
  })
}

function tableEntry(method: Method | undefined): readonly string[] {
  return method === undefined ? [] : [entryText(propertyKey(method.member), method.standalone)]
}

function entryText(key: string, value: string): string {
  return key === value ? key : `${key}: ${value}`
}
