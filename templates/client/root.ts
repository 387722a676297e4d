import type { Api, Group } from 'rpcloom/model'
import {
  docText,
  documentsText,
  functionOf,
  interfaceOf,
  memberName,
  openScope,
  propertyKey,
  relativeImport,
  type Scope,
  type SourceOutput,
} from 'rpcloom/emit'
import { hasConstants } from './constants.ts'
import { runtime } from './context.ts'
import type { GroupModule } from './group.ts'

const path = 'src/index.ts'
const own = [
  'Client',
  'ChainClient',
  'ClientOptions',
  'createClient',
  'methods',
  'http',
  'coalesce',
  'fallback',
  'hooked',
  'logged',
  'memory',
  'onWarning',
  'requestIds',
  'retry',
  'withOptions',
]

/** The entry of the package: the client over all groups, transports, errors. */
export function indexModule(api: Api, modules: readonly GroupModule[]): SourceOutput {
  const scope = openScope(api, path, own, new Set())
  const onChains = modules.filter(({ group }) => group.route.chainPath !== undefined)
  const statements = [
    ...exportLines(api),
    optionsInterface(scope),
    clientInterface(scope, modules, onChains.length > 0),
    ...(onChains.length > 0 ? [chainInterface(scope, onChains)] : []),
    tableText(scope, modules),
    createFunction(scope),
  ]
  return {
    kind: 'typescript',
    path,
    from: documentsText(api.groups.map(({ file }) => file)),
    imports: scope.imports(),
    statements,
  }
}

function exportLines(api: Api): readonly string[] {
  return [
    [
      "export { http } from '@rpcloom/rpc/http'",
      "export { coalesce, fallback, hooked, logged, memory, onWarning, requestIds, retry, withOptions } from '@rpcloom/rpc/client'",
      "export type { CallOptions, Exchange, FallbackOptions, Hooks, LogEntry, RetryOptions, Transport, TransportRequest, TransportResponse } from '@rpcloom/rpc/client'",
      "export { HttpError, NodeError, ProtocolError, RpcError, TimeoutError, TransportError } from '@rpcloom/rpc'",
      "export { isRpcError, type ErrorsByMethod } from './errors.ts'",
      ...(hasConstants(api) ? ["export * from './constants.ts'"] : []),
    ].join('\n'),
  ]
}

function optionsInterface(scope: Scope): SourceOutput['statements'][number] {
  return interfaceOf({
    name: 'ClientOptions',
    doc: docText({ summary: 'What a client needs.' }),
    properties: [
      {
        name: 'transport',
        type: scope.use(runtime, 'Transport', 'type'),
        readonly: true,
        doc: docText({
          summary: 'How requests reach the node: `http(url)`, `memory(server)`, or your own.',
        }),
      },
    ],
  })
}

function clientInterface(
  scope: Scope,
  modules: readonly GroupModule[],
  hasChains: boolean,
): SourceOutput['statements'][number] {
  return interfaceOf({
    name: 'Client',
    doc: docText({ summary: 'Every method, by group.' }),
    extends: [`${scope.use(runtime, 'ClientBase', 'type')}<Client>`],
    properties: modules.map((module) => groupMember(scope, module)),
    methods: hasChains
      ? [
          {
            name: 'chain',
            arguments: [{ name: 'idOrAlias', type: 'string' }],
            returns: 'ChainClient',
            doc: docText({ summary: 'The groups of another chain, by its ID or alias.' }),
          },
        ]
      : [],
  })
}

function chainInterface(
  scope: Scope,
  modules: readonly GroupModule[],
): SourceOutput['statements'][number] {
  return interfaceOf({
    name: 'ChainClient',
    doc: docText({ summary: 'The groups that every chain of their kind has.' }),
    extends: [`${scope.use(runtime, 'ClientBase', 'type')}<ChainClient>`],
    properties: modules.map((module) => groupMember(scope, module)),
  })
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

function tableText(scope: Scope, modules: readonly GroupModule[]): string {
  const entries = modules.map(({ group, path: modulePath }) => {
    const { typeName } = group
    const alias = `${typeName.charAt(0).toLowerCase()}${typeName.slice(1)}Methods`
    const name = scope.use(relativeImport(path, modulePath), 'methods', 'value', alias)
    return `  ${propertyKey(group.key)}: ${name},`
  })
  return [`const methods: ${scope.use(runtime, 'ClientTable', 'type')} = {`, ...entries, '}'].join(
    '\n',
  )
}

function createFunction(scope: Scope): SourceOutput['statements'][number] {
  return functionOf({
    name: 'createClient',
    doc: docText({ summary: 'Makes a client. Nothing is sent before the first call.' }),
    arguments: [{ name: 'options', type: 'ClientOptions' }],
    returns: 'Client',
    body: [
      `return ${scope.use(runtime, 'buildClient', 'value')}<Client>(methods, options.transport)`,
    ],
  })
}
