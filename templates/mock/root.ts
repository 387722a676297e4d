import type { Api } from 'rpcloom/model'
import {
  aliasOf,
  docText,
  documentsText,
  functionOf,
  interfaceOf,
  memberName,
  openScope,
  quoteString,
  relativeImport,
  type Scope,
  type SourceOutput,
  type TargetOptions,
} from 'rpcloom/emit'
import { mockName, runtime, serverPackage } from './context.ts'

const path = 'src/index.ts'
const own = ['Mock', 'MockOptions', 'MethodName', 'createMock']

/** The entry of the package: the mock over all groups. */
export function indexModule(api: Api, options: TargetOptions): SourceOutput {
  const scope = openScope(api, path, own, new Set())
  const server = serverPackage(api, options)
  const statements = [
    exportLines(server),
    optionsInterface(scope, server),
    methodNames(api),
    mockInterface(api, scope),
    createFunction(scope, server),
  ]
  return {
    kind: 'typescript',
    path,
    from: documentsText(api.groups.map(({ file }) => file)),
    imports: scope.imports(),
    statements,
  }
}

function exportLines(server: string): string {
  return [
    "export { isRpcError, RpcError } from '@rpcloom/rpc'",
    `export type { MethodMock, MockCall } from ${quoteString(runtime)}`,
    `export { rpcErrors, type Handlers, type Listening, type ListenOptions } from ${quoteString(server)}`,
  ].join('\n')
}

function optionsInterface(scope: Scope, server: string): SourceOutput['statements'][number] {
  return interfaceOf({
    name: 'MockOptions',
    doc: docText({
      summary: 'How the mock behaves; every option has a default. All node settings are on.',
    }),
    extends: [`Omit<${scope.use(server, 'ServerOptions', 'type')}, 'missing'>`],
    properties: [
      {
        name: 'seed',
        type: 'string | number',
        readonly: true,
        optional: true,
        doc: docText({ summary: 'Decides what is answered where a document has no example.' }),
      },
      {
        name: 'handlers',
        type: scope.use(server, 'Handlers', 'type'),
        readonly: true,
        optional: true,
        doc: docText({ summary: 'Handlers as a server takes them; they come before examples.' }),
      },
    ],
  })
}

function methodNames(api: Api): SourceOutput['statements'][number] {
  const wires = new Set(api.groups.flatMap(({ methods }) => methods.map(({ wire }) => wire)))
  return aliasOf({
    name: 'MethodName',
    type: [...wires].map(quoteString).join(' | ') || 'never',
    doc: docText({ summary: 'Names on the wire.' }),
  })
}

function mockInterface(api: Api, scope: Scope): SourceOutput['statements'][number] {
  return interfaceOf({
    name: 'Mock',
    doc: docText({ summary: 'A node of examples, and what its methods can be told to answer.' }),
    extends: [`${scope.use(runtime, 'MockBase', 'type')}<MethodName>`],
    properties: api.groups.map((group) => ({
      name: memberName(group.key),
      type: scope.use(relativeImport(path, `src/${group.slug}.ts`), mockName(group), 'type'),
      readonly: true,
      doc: docText({ summary: group.title }),
    })),
  })
}

function createFunction(scope: Scope, server: string): SourceOutput['statements'][number] {
  const values = ['groups', 'rpcErrors', 'createServer'].map((name) =>
    scope.use(server, name, 'value'),
  )
  return functionOf({
    name: 'createMock',
    doc: docText({
      summary:
        'Makes a mock. A method answers what it is told here, else what its handler returns, else the example whose params are the same, else the first example, else a made-up value that fits its schema.',
    }),
    arguments: [{ name: 'options', type: 'MockOptions', optional: true }],
    returns: 'Mock',
    body: [
      `const parts = { groups: ${values[0]}, errors: ${values[1]}, createServer: ${values[2]} }`,
      `return ${scope.use(runtime, 'buildMock', 'value')}<Mock>(parts, options ?? {})`,
    ],
  })
}
