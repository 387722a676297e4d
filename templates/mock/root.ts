import { type Api, clientGroups, serverSide } from 'rpcloom/model'
import {
  aliasOf,
  docText,
  functionOf,
  gather,
  interfaceOf,
  memberName,
  namedType,
  omitOf,
  openScope,
  type PropertyMember,
  quoteString,
  relativeImport,
  type Scope,
  type SourceOutput,
  stringType,
  type TargetOptions,
  type TypeCode,
  typesPackage,
  unionOf,
} from 'rpcloom/codegen'
import { callsName, eventsName, mockName, runtime, serverPackage } from './context.ts'
import { clientStatements } from './client.ts'
import { topicsOf } from './group.ts'

const path = 'src/index.ts'
const own = [
  'Mock',
  'MockClient',
  'MockClientOptions',
  'MockOptions',
  'MethodName',
  'MethodCalls',
  'MockEvents',
  'createMock',
  'createMockClient',
]

/** Returns the entry of the package: the mock of all groups. */
export function indexModule(all: Api, options: TargetOptions): SourceOutput {
  const api = serverSide(all)
  const scope = openScope(all, path, own, new Set())
  const server = serverPackage(all, options)
  const reverse = clientGroups(all)
  const statements = [
    exportLines(server),
    optionsInterface(scope, server),
    methodNames(),
    callsInterface(api, scope),
    eventsInterface(api, scope),
    mockInterface(
      api,
      scope,
      reverse.length === 0 ? [] : [scope.use(server, 'ClientCalls', 'type')],
    ),
    createFunction(scope, server),
    ...clientStatements(reverse, { scope, server, types: typesPackage(all, options) }),
  ]
  return scope.module(
    statements,
    api.groups.map(({ file }) => file),
  )
}

function exportLines(server: string): string {
  return [
    "export { isRpcError, RpcError } from '@rpcloom/rpc'",
    `export { MockAssertionError } from ${quoteString(runtime)}`,
    `export type { MethodMock, MockCall, MockHints, Scenario } from ${quoteString(runtime)}`,
    `export { rpcErrors, type Handlers, type Listening, type ListenOptions } from ${quoteString(server)}`,
  ].join('\n')
}

function optionsInterface(scope: Scope, server: string): SourceOutput['statements'][number] {
  return interfaceOf({
    name: 'MockOptions',
    doc: docText({
      summary: 'Options of a mock. Every option has a default. All settings are enabled.',
    }),
    extends: [omitOf(scope.use(server, 'ServerOptions', 'type'), ['fallbackHandler'])],
    properties: [
      optional('latency', scope.use(runtime, 'Latency', 'type'), {
        summary: 'Delay of every response, in milliseconds.',
      }),
      optional('eventsEveryMs', 'number', {
        summary:
          'Interval in milliseconds at which each subscription gets a generated event; none by default.',
      }),
      optional('scenario', scope.use(runtime, 'Scenario', 'type'), {
        summary:
          'Configured responses as plain JSON. The format is described by `scenario.schema.json` of this package.',
      }),
      optional(
        'hints',
        namedType(
          'Readonly',
          namedType(
            'Partial',
            namedType('Record', 'MethodName', scope.use(runtime, 'MockHints', 'type')),
          ),
        ),
        {
          summary:
            'Hints about state that calls share, by method name. They override the `x-mock` hints of a method.',
        },
      ),
      optional(
        'records',
        'Readonly<Record<string, readonly Readonly<Record<string, unknown>>[]>>',
        { summary: 'Records that exist before the first call, by collection and in JSON form.' },
      ),
      {
        name: 'seed',
        type: 'string | number',
        readonly: true,
        optional: true,
        doc: docText({ summary: 'Seed of generated values; 1 by default.' }),
      },
      {
        name: 'handlers',
        type: scope.use(server, 'Handlers', 'type'),
        readonly: true,
        optional: true,
        doc: docText({ summary: 'Handlers, as for a server. They take precedence over examples.' }),
      },
    ],
  })
}

/** Returns an object member in short form, such as `groups`, or with a value, such as `groups: groups2`. */
function member(name: string, value: string | undefined): string {
  return value === name ? name : `${name}: ${value}`
}

function optional(name: string, type: TypeCode, doc: { readonly summary: string }): PropertyMember {
  return { name, type, readonly: true, optional: true, doc: docText(doc) }
}

function methodNames(): SourceOutput['statements'][number] {
  return aliasOf({
    name: 'MethodName',
    type: 'keyof MethodCalls',
    doc: docText({ summary: 'Method names, as sent.' }),
  })
}

/** Returns the interface of all recorded calls. Methods of two groups may have the same name. */
function callsInterface(api: Api, scope: Scope): SourceOutput['statements'][number] {
  const tables = api.groups.map((group) => ({
    type: scope.use(relativeImport(path, `src/${group.slug}.ts`), callsName(group), 'type'),
    names: group.methods.map(({ name }) => name),
  }))
  return interfaceOf({
    name: 'MethodCalls',
    doc: docText({ summary: 'Calls by method name, as sent.' }),
    ...joined(tables),
  })
}

function eventsInterface(api: Api, scope: Scope): SourceOutput['statements'][number] {
  const tables = api.groups
    .filter((group) => topicsOf(group).length > 0)
    .map((group) => ({
      type: scope.use(relativeImport(path, `src/${group.slug}.ts`), eventsName(group), 'type'),
      names: topicsOf(group).map(({ name }) => name),
    }))
  return interfaceOf({
    name: 'MockEvents',
    doc: docText({ summary: 'Event payloads by topic.' }),
    ...joined(tables),
  })
}

/** The type of a group's table, with the names of the table's members. */
interface Table {
  readonly type: string
  readonly names: readonly string[]
}

/**
 * Joins the tables of all groups in one interface. The type of a member that several tables contain is a
 * union.
 */
function joined(tables: readonly Table[]): Pick<InterfaceParts, 'extends' | 'properties'> {
  const owners = gather(
    tables.flatMap(({ type, names }) => [...new Set(names)].map((name) => [name, type] as const)),
  )
  const shared = [...owners].filter(([, types]) => types.length > 1)
  return {
    extends: tables.map(({ type, names }) => {
      const others = shared.filter(([name]) => names.includes(name))
      return omitOf(
        type,
        others.map(([name]) => name),
      )
    }),
    properties: shared.map(([name, types]) => ({
      name: memberName(name),
      type: unionOf(
        types.map((type) => ({
          kind: 'indexed',
          object: namedType(type),
          index: stringType(name),
        })),
      ),
      readonly: true,
    })),
  }
}

type InterfaceParts = Parameters<typeof interfaceOf>[0]

function mockInterface(
  api: Api,
  scope: Scope,
  client: readonly string[],
): SourceOutput['statements'][number] {
  const base = namedType(
    scope.use(runtime, 'MockBase', 'type'),
    'MethodCalls',
    'MockEvents',
    ...client,
  )
  // A group may have the name of such a member.
  const hidden = ['client', 'connect'].filter((name) => api.groups.some(({ key }) => key === name))
  return interfaceOf({
    name: 'Mock',
    doc: docText({
      summary: 'A mock of the server. Its members configure the responses of the methods.',
    }),
    extends: [omitOf(base, hidden)],
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
        'Creates a mock. A method returns the first available of: its configured response, the result of its handler, the state from earlier calls (see `x-mock`), the example with equal params, a value generated from its schema by seed, method and params.',
    }),
    arguments: [{ name: 'options', type: 'MockOptions', optional: true }],
    returns: 'Mock',
    body: [
      `const parts: ${scope.use(runtime, 'MockParts', 'type')} = { ${member('groups', values[0])}, errors: ${values[1]}, ${member('createServer', values[2])},`,
      "  listen: async (node, listenOptions) => (await import('@rpcloom/rpc/node')).listen(node, listenOptions) }",
      `return ${scope.use(runtime, 'buildMock', 'value')}<Mock>(parts, options ?? {})`,
    ],
  })
}
