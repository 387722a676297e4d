import { type Api, type Group, isServerNotification, type Method } from 'rpcloom/model'
import {
  capitalized,
  constantOf,
  docText,
  propertyKey,
  quoteString,
  type Scope,
  type SourceOutput,
} from 'rpcloom/emit'
import { codegen, type GroupContext, groupScope } from './context.ts'
import { groupInterfaces } from './interfaces.ts'
import { linkConstants } from './links.ts'
import { methodConstant } from './method.ts'
import { routeConstants } from './routes.ts'
import { hasEvents, subscribeConstant } from './subscriptions.ts'

/** The module of a group, with what the index needs. */
export interface GroupModule {
  readonly group: Group
  readonly path: string
  readonly file: SourceOutput
}

interface Packages {
  readonly types: string
  readonly docs: string | undefined
}

/** Standalone functions, the client interfaces, and the table of functions to bind. */
export function groupModule(api: Api, group: Group, { types, docs }: Packages): GroupModule {
  const path = `src/${group.slug}.ts`
  const own = [
    'descriptors',
    'methods',
    ...callableMethods(group).map(({ standalone }) => standalone),
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
      // A document may have no methods, and unused imports do not compile.
      ...(group.methods.length === 0
        ? []
        : [`import * as descriptors from ${quoteString(`${types}/methods/${group.slug}`)}`]),
      `export type * from ${quoteString(`${types}/${group.slug}`)}`,
    ].join('\n'),
    ...callableMethods(group).map((method) => methodConstant(context, method)),
    ...linkConstants(context),
    ...subscribeConstant(context),
    ...routeConstants(context),
    ...groupInterfaces(context),
    tableConstant(context),
  ]
  const file = {
    kind: 'typescript',
    path,
    from: group.file,
    imports: scope.imports(),
    statements,
  } as const
  return { group, path, file }
}

function callableMethods({ methods }: Group): readonly Method[] {
  return methods.filter((method) => !isServerNotification(method))
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

/** The functions of the group by member name; the client binds them to its transport. */
function tableConstant({
  group,
  scope,
  subscribe,
  routes,
}: GroupContext): SourceOutput['statements'][number] {
  const { namespaces, methods } = group
  const membersOf = (indices: readonly number[]): readonly string[] =>
    indices
      .flatMap((index) => methods[index] ?? [])
      .filter((method) => !isServerNotification(method))
      .map(memberText)
  const top = namespaces.filter(({ name }) => name === '').flatMap((one) => membersOf(one.methods))
  const nested = namespaces
    .filter(({ name }) => name !== '')
    .map(
      ({ name, methods: indices }) => `${propertyKey(name)}: { ${membersOf(indices).join(', ')} }`,
    )
  const gets = methods.flatMap((method) =>
    method.rest.map(
      ({ name }) => `${propertyKey(name)}: ${routes.get(`${method.name} ${name}`) ?? 'undefined'}`,
    ),
  )
  const members = [
    ...top,
    ...nested,
    ...(subscribe === undefined
      ? []
      : [subscribe === 'subscribe' ? subscribe : `subscribe: ${subscribe}`]),
    ...(gets.length === 0 ? [] : [`get: { ${gets.join(', ')} }`]),
  ]
  return constantOf({
    name: 'methods',
    type: scope.use(codegen, 'ClientTable', 'type'),
    value: members.length === 0 ? '{}' : `{ ${members.join(', ')} }`,
    doc: docText({
      summary: `Functions of ${group.title} by their names in a client.`,
    }),
  })
}

function memberText({ member, standalone }: Method): string {
  return member === standalone ? standalone : `${propertyKey(member)}: ${standalone}`
}
