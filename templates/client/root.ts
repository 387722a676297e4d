import { variablesOf } from '@rpcloom/rpc/internal'
import { type Api, type Group, membersOfGroup } from 'rpcloom/model'
import {
  capitalized,
  docText,
  formatTypeExports,
  functionOf,
  interfaceOf,
  jsonLiteral,
  namedType,
  omitOf,
  type TypeCode,
  memberName,
  openScope,
  propertyKey,
  quoteString,
  relativeImport,
  type Scope,
  type SourceOutput,
  allowedValues,
} from 'rpcloom/codegen'
import { hasConstants } from './constants.ts'
import { codegen, runtime } from './context.ts'
import { functionsText } from './functions.ts'
import type { GroupModule } from './group.ts'
import { hasMethodServers, hasServers } from './servers.ts'
import { hasEvents } from './subscriptions.ts'

const path = 'src/index.ts'
/** What the package exports of the runtime, by entry. */
const fromRuntime = [
  { from: '@rpcloom/rpc/http', values: ['http'], types: ['HttpOptions'] },
  {
    from: '@rpcloom/rpc/web-socket',
    values: ['webSocket'],
    types: ['SocketState', 'WebSocketOptions', 'WebSocketTransport'],
  },
  {
    from: runtime,
    values: [
      'at',
      'callMethod',
      'coalesce',
      'compareDocuments',
      'distinct',
      'fallback',
      'hooked',
      'logged',
      'memory',
      'onWarning',
      'requestIds',
      'retry',
      'withHeaders',
      'withOptions',
      'withResponse',
    ],
    types: [
      'CallOptions',
      'DocumentComparison',
      'DocumentVersion',
      'Exchange',
      'Hooks',
      'LogEntry',
      'LogLevel',
      'RawCall',
      'RetryOptions',
      'Subscription',
      'Transport',
      'TransportRequest',
      'TransportResponse',
    ],
  },
  { from: '@rpcloom/rpc/aliased', values: ['aliased'], types: ['Aliases'] },
  {
    from: '@rpcloom/rpc',
    values: [
      'HttpError',
      'NodeError',
      'OverflowError',
      'ProtocolError',
      'RpcError',
      'TimeoutError',
      'TransportError',
    ],
    types: [],
  },
]

/** Names that imports of the module must not have. */
const own = [
  'Client',
  'ClientAt',
  'ClientOptions',
  'createClient',
  'documentVersions',
  'methodServers',
  'methods',
  'serverUrl',
  'servers',
  ...fromRuntime.flatMap(({ values }) => values),
]

/** Returns the entry of the package: the client with all groups, the transports and the errors. */
export function indexModule(
  api: Api,
  modules: readonly GroupModule[],
  types: string,
): SourceOutput {
  const scope = openScope(api, path, own, new Set())
  const placed = modules.filter(({ group }) => group.route.at !== undefined)
  const anyEvents = modules.some(({ group }) => hasEvents(group))
  const statements = [
    ...exportLines(api, types),
    optionsInterface(scope, anyEvents),
    clientInterface(scope, modules, placed),
    ...(placed.length > 0 ? [placedInterface(scope, placed)] : []),
    tableText(scope, modules, types),
    createFunction(scope, { anyEvents, placed: placed.map(({ group }) => group) }),
    ...overServers(api, scope),
  ]
  return scope.module(statements)
}

function exportLines(api: Api, types: string): readonly string[] {
  const replaced = new Set<string>(
    [http, webSocket].filter((one) => serverPaths(api, one).length > 0).map(({ name }) => name),
  )
  return [
    [
      ...fromRuntime.map(({ from, values, types: all }) => {
        const plain = values.filter((name) => !replaced.has(name))
        const names = [...plain, ...all.map((name) => `type ${name}`)]
        return `export { ${names.join(', ')} } from ${quoteString(from)}`
      }),
      "export { isRpcError } from './errors.ts'",
      `export { documentVersions, type ErrorsByMethod } from ${quoteString(types)}`,
      ...formatTypeExports(api, types),
      ...(hasConstants(api) ? ["export * from './constants.ts'"] : []),
      ...serverExports(api),
    ].join('\n'),
  ]
}

/** A function of the runtime that creates a transport. */
interface TransportFunction {
  readonly name: 'http' | 'webSocket'
  readonly from: string
  readonly types: readonly [options: string, returned: string]
  /** The function that appends the paths of the documents' servers to addresses without a path. */
  readonly append: string
  readonly summary: string
}

const http: TransportFunction = {
  name: 'http',
  from: '@rpcloom/rpc/http',
  types: ['HttpOptions', 'Transport'],
  append: 'withServerPaths',
  summary: 'Sends requests over HTTP.',
}
const webSocket: TransportFunction = {
  name: 'webSocket',
  from: '@rpcloom/rpc/web-socket',
  types: ['WebSocketOptions', 'WebSocketTransport'],
  append: 'withSocketServerPaths',
  summary: 'Sends requests over one WebSocket for each path, which it opens on demand.',
}

/** Returns the paths of the documents' servers, which a transport appends to addresses without a path. */
function serverPaths(api: Api, { name }: TransportFunction): readonly string[] {
  const own = api.groups.map(({ route }) =>
    name === 'webSocket' && route.wsPath !== undefined
      ? { path: route.wsPath, isDefault: route.wsPathIsDefault }
      : { path: route.path, isDefault: route.pathIsDefault },
  )
  const isUsed = name === 'http' || api.groups.some(({ route }) => route.transports.includes('ws'))
  const others =
    name === 'http'
      ? api.groups.flatMap(({ methods }) => methods.flatMap((one) => one.path ?? []))
      : []
  const paths = [...own.flatMap(({ path, isDefault }) => (isDefault ? path : [])), ...others]
  const ruled = new Set(own.flatMap(({ path, isDefault }) => (isDefault ? [] : path)))
  return isUsed ? [...new Set(paths)].filter((one) => one !== '/' && !ruled.has(one)) : []
}

/** Returns the transports of documents whose servers have paths. */
function overServers(api: Api, scope: Scope): SourceOutput['statements'] {
  return [http, webSocket].flatMap((transport) => {
    const paths = serverPaths(api, transport)
    if (paths.length === 0) return []
    const { name, from, types, append, summary } = transport
    const [options, returned] = types
    const plain = scope.use(from, name, 'value', `plain${capitalized(name)}`)
    return [
      functionOf({
        name,
        doc: docText({
          summary: `${summary} The paths of the documented servers are appended to an address without a path; an address with a path is used unchanged.`,
        }),
        arguments: [
          { name: 'address', type: 'string' },
          { name: 'options', type: scope.use(from, options, 'type'), optional: true },
        ],
        returns: scope.use(returned === 'Transport' ? runtime : from, returned, 'type'),
        body: [
          `return ${scope.use(codegen, append, 'value')}(${plain}(address, options), address, [${paths.map(quoteString).join(', ')}])`,
        ],
      }),
    ]
  })
}

function serverExports(api: Api): readonly string[] {
  if (!hasServers(api)) return []
  const names = hasMethodServers(api) ? 'methodServers, servers' : 'servers'
  return [
    `export { ${names} } from './servers.ts'`,
    "export { serverUrl, type DocumentedServer } from '@rpcloom/rpc/client'",
  ]
}

function optionsInterface(scope: Scope, anyEvents: boolean): SourceOutput['statements'][number] {
  const events = {
    name: 'subscriptions',
    type: scope.use(runtime, 'Transport', 'type'),
    optional: true,
    readonly: true,
    doc: docText({
      summary: 'Transport for subscriptions, such as `webSocket(url)`; `transport` by default.',
    }),
  } as const
  return interfaceOf({
    name: 'ClientOptions',
    doc: docText({ summary: 'Options of a client.' }),
    properties: [
      {
        name: 'transport',
        type: scope.use(runtime, 'Transport', 'type'),
        readonly: true,
        doc: docText({
          summary:
            'Sends the requests: `http(url)`, `webSocket(url)`, `memory(server)`, or your own function.',
        }),
      },
      ...(anyEvents ? [events] : []),
    ],
  })
}

function clientInterface(
  scope: Scope,
  modules: readonly GroupModule[],
  placed: readonly GroupModule[],
): SourceOutput['statements'][number] {
  return interfaceOf({
    name: 'Client',
    doc: docText({ summary: 'All methods, by group.' }),
    ...groupMembers(scope, modules, 'Client'),
    methods:
      placed.length > 0
        ? [
            {
              name: 'at',
              arguments: [{ name: 'values', type: valuesType(placed) }],
              returns: 'ClientAt',
              doc: docText({
                summary:
                  'Returns the groups with variables in their paths, at other values of them.',
              }),
            },
          ]
        : [],
  })
}

/** Returns the function that calls methods at other values of the variables in their paths. */
function atFunction(groups: readonly Group[], scope: Scope): string {
  const listed = listedValues(groups)
  return listed.size === 0
    ? scope.use(runtime, 'at', 'value', 'atValues')
    : `${scope.use(codegen, 'listedAt', 'value')}(${jsonLiteral(Object.fromEntries(listed))})`
}

/** Returns the allowed values of the variables in paths, for those that accept no other value in any path. */
function listedValues(groups: readonly Group[]): ReadonlyMap<string, readonly string[]> {
  const names = new Set(groups.flatMap(({ route }) => variablesOf(route.at ?? '')))
  return new Map(
    [...names].flatMap((name) => {
      const using = groups.filter(({ route }) => variablesOf(route.at ?? '').includes(name))
      const lists = using.map((group) => allowedValues(group).get(name))
      const isListed = lists.every((list) => list !== undefined)
      return isListed ? [[name, [...new Set(lists.flatMap((list) => list ?? []))]] as const] : []
    }),
  )
}

/** Returns the type of the values in paths. A variable that some paths lack is optional. */
function valuesType(modules: readonly GroupModule[]): string {
  const groups = modules.map(({ group }) => group)
  const named = groups.map(({ route }) => variablesOf(route.at ?? ''))
  const listed = listedValues(groups)
  const members = [...new Set(named.flat())].map((name) => {
    const isOptional = !named.every((own) => own.includes(name))
    const type = listed.get(name)?.map(quoteString).join(' | ') ?? 'string'
    return `readonly ${propertyKey(name)}${isOptional ? '?' : ''}: ${type}`
  })
  return `{ ${members.join('; ')} }`
}

function placedInterface(
  scope: Scope,
  modules: readonly GroupModule[],
): SourceOutput['statements'][number] {
  return interfaceOf({
    name: 'ClientAt',
    doc: docText({ summary: 'The groups with variables in their paths.' }),
    ...groupMembers(scope, modules, 'ClientAt'),
  })
}

/**
 * Returns a member for each group. In the client of a single document, the group's methods are inherited
 * members.
 */
function groupMembers(
  scope: Scope,
  modules: readonly GroupModule[],
  client: string,
): Pick<Parameters<typeof interfaceOf>[0], 'extends' | 'properties'> {
  const direct = modules.filter(({ group }) => group.shortcuts.length > 0)
  return {
    extends: [
      namedType(scope.use(runtime, 'ClientBase', 'type'), client),
      ...direct.map((module) => shortcutsType(scope, module)),
    ],
    properties: modules.filter(hasMember).map((module) => groupMember(scope, module)),
  }
}

/**
 * Whether the client has a member for the group. If a method has the same name as the group, the client has a
 * member for the method instead.
 */
function hasMember({ group }: GroupModule): boolean {
  return !group.shortcuts.includes(group.key)
}

function shortcutsType(scope: Scope, { group, path: modulePath }: GroupModule): TypeCode {
  const type = scope.use(relativeImport(path, modulePath), group.typeName, 'type')
  const others = membersOfGroup(group).filter((name) => !group.shortcuts.includes(name))
  return omitOf(type, others)
}

function groupMember(
  scope: Scope,
  { group, path: modulePath }: GroupModule,
): { name: string; type: string; readonly: true; doc: string } {
  const type = scope.use(relativeImport(path, modulePath), group.typeName, 'type')
  return { name: memberName(group.key), type, readonly: true, doc: groupDoc(group) }
}

function groupDoc({ title, doc }: Group): string {
  return docText({ summary: title, ...(doc.deprecated && { deprecated: doc.deprecated }) })
}

/** Returns the table of the functions of all groups. */
function tableText(scope: Scope, modules: readonly GroupModule[], types: string): string {
  const table = scope.use(codegen, 'ClientTable', 'type')
  const direct = modules.filter(({ group }) => group.shortcuts.length > 0)
  const constants = new Map(
    direct.map(({ group }) => [group, scope.declare(`${group.typeName}Functions`)]),
  )
  const valueOf = (group: Group): string =>
    constants.get(group) ?? functionsText(scope, group, types)
  const members = modules
    .filter(hasMember)
    .map(({ group }) => `${propertyKey(group.key)}: ${valueOf(group)}`)
  const named = `{ ${members.join(', ')} }`
  // The last of duplicate keys wins. The groups are assigned in reverse, so that the first group's method is
  // kept. Named groups come last, so that they take precedence over methods.
  const spread = direct.map(({ group }) => valueOf(group)).reverse()
  // esbuild takes a spread for an effect, and would keep every descriptor in a program with one function.
  const value =
    spread.length === 0
      ? named
      : `/* @__PURE__ */ Object.assign({}, ${spread.join(', ')}, ${named})`
  return [
    ...[...constants].map(
      ([group, name]) => `const ${name}: ${table} = ${functionsText(scope, group, types)}`,
    ),
    `const methods: ${table} = ${value}`,
  ].join('\n')
}

function createFunction(
  scope: Scope,
  { anyEvents, placed }: { readonly anyEvents: boolean; readonly placed: readonly Group[] },
): SourceOutput['statements'][number] {
  const build = scope.use(codegen, 'buildClient', 'value')
  const transport = anyEvents
    ? `${scope.use(codegen, 'withEvents', 'value')}(options.transport, options.subscriptions)`
    : 'options.transport'
  return functionOf({
    name: 'createClient',
    doc: docText({ summary: 'Creates a client. Connects on the first call.' }),
    arguments: [{ name: 'options', type: 'ClientOptions' }],
    returns: 'Client',
    body: [
      `return ${build}<Client>(methods, ${transport}${placed.length > 0 ? `, ${atFunction(placed, scope)}` : ''})`,
    ],
  })
}
