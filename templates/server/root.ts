import { type Api, clientGroups, type Group, hasPeer, serverSide } from 'rpcloom/model'
import {
  docText,
  formatTypeExports,
  functionOf,
  interfaceOf,
  memberName,
  namedType,
  openScope,
  partialHandlers,
  plainContext,
  propertyKey,
  quoteString,
  relativeImport,
  type Scope,
  type SourceOutput,
  type TargetOptions,
  typesPackage,
} from 'rpcloom/codegen'
import { channels, codegen, contextOf, exportsOf, runtime } from './context.ts'

const path = 'src/index.ts'
const own = [
  'Handlers',
  'Server',
  'ServerOptions',
  'createServer',
  'documentVersions',
  'groups',
  'notImplemented',
  'rpcErrors',
  'unfilled',
]

/** Prints the entry of the package: `createServer` for all groups, and the errors that handlers throw. */
export function indexModule(api: Api, options: TargetOptions): SourceOutput {
  const scope = openScope(
    api,
    path,
    [...own, ...runtimeValues, ...channelNames, 'metrics', 'tracing'],
    new Set(),
  )
  const types = typesPackage(api, options)
  const served = serverSide(api)
  const peer = peerOf(api, scope, types)
  const statements = [
    exportLines(api, types),
    handlersInterface(served, scope),
    optionsInterface(scope, peer),
    serverInterface(scope, peer),
    ...tables(served, scope),
    createFunction(scope, peer),
    unfilledFunction(scope),
  ]
  return scope.module(
    statements,
    served.groups.map(({ file }) => file),
  )
}

/** Names that the entry re-exports, so that projects need no other package to write a server. */
const runtimeValues = [
  'callLog',
  'feed',
  'fetchHandler',
  'logTo',
  'memoryLimiter',
  'notImplemented',
  'rateLimit',
  'Unauthorized',
]

/** Channels that servers attach to. */
const channelNames = ['pair', 'port', 'stdio', 'window']

/** Local names of what clients implement, and of how calls are cancelled and report progress. */
interface PeerNames {
  readonly calls?: string
  readonly methods?: string
  readonly protocol?: string
}

function peerOf(api: Api, scope: Scope, types: string): PeerNames {
  if (!hasPeer(api)) return {}
  const from = `${types}/peer`
  const protocol = scope.use(from, 'protocol', 'value')
  if (clientGroups(api).length === 0) return { protocol }
  const methods = scope.use(from, 'clientMethods', 'value')
  return { protocol, methods, calls: scope.use(from, 'ClientCalls', 'type') }
}

function exportLines(api: Api, types: string): string {
  const ctx = contextOf(api, types)
  return [
    "export { isRpcError, RpcError } from '@rpcloom/rpc'",
    "export type { DocumentVersion } from '@rpcloom/rpc/codegen'",
    "export { metrics } from '@rpcloom/rpc/metrics'",
    `export { ${runtimeValues.join(', ')} } from '@rpcloom/rpc/server'`,
    `export { ${channelNames.join(', ')}, type Channel } from '${channels}'`,
    "export { tracing } from '@rpcloom/rpc/tracing'",
    `export { documentVersions } from ${quoteString(types)}`,
    ...formatTypeExports(api, types),
    ...(ctx === plainContext
      ? []
      : [`export type { ClientCalls, ${ctx.name} as Context } from ${quoteString(ctx.from)}`]),
    `export type { Attached, AttachOptions, Awaitable, ${ctx === plainContext ? 'Context, ' : ''}Events, Middleware, NoParams, ServerGroup, ServerMethod } from '@rpcloom/rpc/server'`,
    "export type { Listening, ListenOptions } from '@rpcloom/rpc/node'",
  ].join('\n')
}

function fromGroup(scope: Scope, group: Group, name: string, kind: 'type' | 'value'): string {
  return scope.use(relativeImport(path, `src/${group.slug}.ts`), name, kind)
}

function handlersInterface(api: Api, scope: Scope): SourceOutput['statements'][number] {
  return interfaceOf({
    name: 'Handlers',
    doc: docText({
      summary: 'Handlers by group. Calls of methods without a handler fail with error -32601.',
    }),
    properties: api.groups.map((group) => ({
      name: memberName(group.key),
      type: partialHandlers(fromGroup(scope, group, exportsOf(group).handlers, 'type'), group),
      optional: true,
      readonly: true,
      doc: docText({ summary: group.title }),
    })),
  })
}

function optionsInterface(scope: Scope, { calls }: PeerNames): SourceOutput['statements'][number] {
  const options = scope.use(runtime, 'DispatcherOptions', 'type') + (calls ? `<${calls}>` : '')
  return interfaceOf({
    name: 'ServerOptions',
    doc: docText({ summary: 'Options of a server. Every option has a default.' }),
    extends: [`Omit<${options}, 'client' | 'groups' | 'handlers'>`],
  })
}

function serverInterface(scope: Scope, { calls }: PeerNames): SourceOutput['statements'][number] {
  return interfaceOf({
    name: 'Server',
    doc: docText({
      summary:
        'Processes JSON strings (`handle`) or requests (`fetch`), or listens on a port (`listen`).',
    }),
    extends: [
      namedType(scope.use(runtime, 'Dispatcher', 'type'), ...(calls === undefined ? [] : [calls])),
    ],
    methods: [
      {
        name: 'listen',
        arguments: [
          {
            name: 'options',
            type: scope.use('@rpcloom/rpc/node', 'ListenOptions', 'type'),
            optional: true,
          },
        ],
        returns: `Promise<${scope.use('@rpcloom/rpc/node', 'Listening', 'type')}>`,
        doc: docText({ summary: 'Serves HTTP and WebSocket on one port. Node only.' }),
      },
    ],
  })
}

function tables(api: Api, scope: Scope): readonly string[] {
  const serverGroup = scope.use(runtime, 'ServerGroup', 'type')
  const names = api.groups.map((group) => fromGroup(scope, group, exportsOf(group).table, 'value'))
  const errors = api.groups.map((group) => {
    const { errors: name } = exportsOf(group)
    const value = fromGroup(scope, group, name, 'value')
    return { key: propertyKey(group.key), value }
  })
  return [
    [
      '/** Tables of all groups, for the dispatcher. */',
      `export const groups: readonly ${serverGroup}[] = [${names.join(', ')}]`,
    ].join('\n'),
    [
      '/** Factories of the errors of the documents, by group. */',
      'export const rpcErrors: {',
      ...errors.map(({ key, value }) => `  readonly ${key}: typeof ${value}`),
      '} = {',
      ...errors.map(({ key, value }) => `  ${key}: ${value},`),
      '}',
    ].join('\n'),
  ]
}

function createFunction(
  scope: Scope,
  { calls, methods, protocol }: PeerNames,
): SourceOutput['statements'][number] {
  const create = scope.use(codegen, 'createDispatcher', 'value')
  const given = [
    ...(protocol === undefined ? [] : [`...${protocol}`]),
    '...options',
    'groups',
    ...(methods === undefined ? [] : [`client: ${methods}`]),
    'handlers: { ...handlers }',
  ]
  return functionOf({
    name: 'createServer',
    doc: docText({
      summary: 'Creates a server from handlers. It does not listen until you call `listen`.',
    }),
    arguments: [
      { name: 'handlers', type: 'Handlers' },
      { name: 'options', type: 'ServerOptions', optional: true },
    ],
    returns: 'Server',
    body: [
      `const dispatcher = ${create}${calls === undefined ? '' : `<${calls}>`}({ ${given.join(', ')} })`,
      'return Object.assign(dispatcher, {',
      '  listen: async (listenOptions?: ListenOptions) =>',
      "    (await import('@rpcloom/rpc/node')).listen(dispatcher, listenOptions),",
      '})',
    ],
  })
}

function unfilledFunction(scope: Scope): SourceOutput['statements'][number] {
  return functionOf({
    name: 'unfilled',
    doc: docText({
      summary:
        'Returns the names of the methods that have no handler, or only a stub of `rpcloom scaffold`: of all groups, or of the group with a key.',
    }),
    arguments: [
      { name: 'handlers', type: 'Handlers' },
      { name: 'key', type: 'string', optional: true },
    ],
    returns: 'readonly string[]',
    body: [
      'const listed = groups.filter((group) => key === undefined || group.key === key)',
      `return ${scope.use(codegen, 'unfilledOf', 'value')}(listed, { ...handlers })`,
    ],
  })
}
