import type { Api, Group } from 'rpcloom/model'
import {
  openScope,
  remembered,
  type Scope,
  shapeWriter,
  type SourceOutput,
  typeExports,
} from 'rpcloom/emit'
import { addressConstants, addressNames, addressText } from './address.ts'
import { type GroupContext, runtime } from './context.ts'
import { groupInterfaces } from './interfaces.ts'
import { linkConstants } from './links.ts'
import { methodConstant } from './method.ts'
import { tableFile } from './table.ts'
import { routeConstants } from './routes.ts'
import { hasEvents, subscribeConstant } from './subscriptions.ts'

/** The module of one group, with what the index must know of it. */
export interface GroupModule {
  readonly group: Group
  readonly path: string
  readonly file: SourceOutput
  /** What a client is made of, in a module of its own: no one who imports functions takes it with them. */
  readonly table: SourceOutput
}

/** Standalone methods, the interfaces that the client offers them under, and the table behind these. */
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
    ...addressConstants(context, addressText),
    ...shapes.settled([...methods, ...linkConstants(context), ...events, ...routes]),
    ...interfaces,
  ]
  return {
    group,
    path,
    file: { kind: 'typescript', path, from: group.file, imports: scope.imports(), statements },
    table: tableFile(context),
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
