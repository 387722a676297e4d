import type { Api, Group } from 'rpcloom/model'
import { capitalized, quoteString, type Scope, type SourceOutput } from 'rpcloom/codegen'
import { type GroupContext, groupScope } from './context.ts'
import { groupInterfaces } from './interfaces.ts'
import { linkConstants } from './links.ts'
import { methodConstant } from './method.ts'
import { routeConstants } from './routes.ts'
import { hasEvents, subscribeConstant } from './subscriptions.ts'

export interface GroupModule {
  readonly group: Group
  readonly path: string
  readonly file: SourceOutput
}

interface Packages {
  readonly types: string
  readonly docs: string | undefined
}

/** Returns the module of a group: its standalone functions and the interface of its client member. */
export function groupModule(api: Api, group: Group, { types, docs }: Packages): GroupModule {
  const path = `src/${group.slug}.ts`
  const own = [
    'descriptors',
    ...group.methods.map(({ standalone }) => standalone),
    ...interfaceNames(group),
  ]
  const scope = groupScope({ api, group, types }, path, own)
  const context: GroupContext = {
    api,
    group,
    scope,
    types,
    docs,
    subscribe: hasEvents(group) ? scope.declare('subscribe') : undefined,
    routes: routeNames(group, scope),
  }
  const statements = [
    [
      // An unused import would be a compile error.
      ...(group.methods.length === 0
        ? []
        : [`import * as descriptors from ${quoteString(`${types}/methods/${group.slug}`)}`]),
      `export type * from ${quoteString(`${types}/${group.slug}`)}`,
    ].join('\n'),
    ...group.methods.map((method) => methodConstant(context, method)),
    ...linkConstants(context),
    ...subscribeConstant(context),
    ...routeConstants(context),
    ...groupInterfaces(context),
  ]
  return { group, path, file: scope.module(statements, [group.file]) }
}

function interfaceNames({ typeName, namespaces }: Group): readonly string[] {
  return [typeName, ...namespaces.map((namespace) => namespace.typeName)]
}

function routeNames(group: Group, scope: Scope): ReadonlyMap<string, string> {
  return new Map(
    group.methods.flatMap((method) =>
      method.rest.map((route) => {
        const name = `get${capitalized(route.name)}`
        const identifier = name.replace(
          /[^\p{ID_Continue}$]|\p{Default_Ignorable_Code_Point}/gu,
          '',
        )
        return [`${method.name} ${route.name}`, scope.declare(identifier)] as const
      }),
    ),
  )
}
