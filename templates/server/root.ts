import { type Api, childNamespaces, type Group } from 'rpcloom/model'
import {
  docText,
  documentsText,
  formatTypeExports,
  functionOf,
  interfaceOf,
  memberName,
  openScope,
  propertyKey,
  quoteString,
  relativeImport,
  type Scope,
  type SourceOutput,
  type TargetOptions,
} from 'rpcloom/codegen'
import { codegen, exportsOf, runtime, typesPackage } from './context.ts'

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
  const scope = openScope(api, path, [...own, ...runtimeValues, 'metrics', 'tracing'], new Set())
  const statements = [
    exportLines(api, typesPackage(api, options)),
    handlersInterface(api, scope),
    optionsInterface(scope),
    serverInterface(scope),
    ...tables(api, scope),
    createFunction(scope),
    unfilledFunction(scope),
  ]
  return {
    kind: 'typescript',
    path,
    from: documentsText(api.groups.map(({ file }) => file)),
    imports: scope.imports(),
    statements,
  }
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

function exportLines(api: Api, types: string): string {
  return [
    "export { isRpcError, RpcError } from '@rpcloom/rpc'",
    "export type { DocumentVersion } from '@rpcloom/rpc/codegen'",
    "export { metrics } from '@rpcloom/rpc/metrics'",
    `export { ${runtimeValues.join(', ')} } from '@rpcloom/rpc/server'`,
    "export { tracing } from '@rpcloom/rpc/tracing'",
    `export { documentVersions } from ${quoteString(types)}`,
    ...formatTypeExports(api, types),
    "export type { Awaitable, Context, Events, Middleware, NoParams, ServerGroup, ServerMethod } from '@rpcloom/rpc/server'",
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
      type: partialText(scope, group),
      optional: true,
      readonly: true,
      doc: docText({ summary: group.title }),
    })),
  })
}

/** Prints the type of a group's handlers in which every handler and every namespace is optional. */
function partialText(scope: Scope, group: Group): string {
  const handlers = fromGroup(scope, group, exportsOf(group).handlers, 'type')
  const childrenOf = childNamespaces(group.namespaces)
  const partial = (type: string, parent: string): string => {
    const nested = childrenOf(parent)
    if (nested.length === 0) return `Partial<${type}>`
    const members = nested.map(
      ({ name, member }) =>
        `readonly ${memberName(member)}?: ${partial(`${type}[${JSON.stringify(member)}]`, name)}`,
    )
    const names = nested.map(({ member }) => JSON.stringify(member)).join(' | ')
    return `Partial<Omit<${type}, ${names}>> & { ${members.join('; ')} }`
  }
  return partial(handlers, '')
}

function optionsInterface(scope: Scope): SourceOutput['statements'][number] {
  const options = scope.use(runtime, 'DispatcherOptions', 'type')
  return interfaceOf({
    name: 'ServerOptions',
    doc: docText({ summary: 'Options of a server. Every option has a default.' }),
    extends: [`Omit<${options}, 'groups' | 'handlers'>`],
  })
}

function serverInterface(scope: Scope): SourceOutput['statements'][number] {
  return interfaceOf({
    name: 'Server',
    doc: docText({
      summary:
        'Processes JSON strings (`handle`) or requests (`fetch`), or listens on a port (`listen`).',
    }),
    extends: [scope.use(runtime, 'Dispatcher', 'type')],
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

function createFunction(scope: Scope): SourceOutput['statements'][number] {
  const create = scope.use(codegen, 'createDispatcher', 'value')
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
      `const dispatcher = ${create}({ ...options, groups, handlers: { ...handlers } })`,
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
