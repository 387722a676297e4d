import type { Group } from 'rpcloom/model'
import {
  docText,
  functionOf,
  interfaceOf,
  memberName,
  omitOf,
  propertyKey,
  relativeImport,
  type Scope,
  type SourceOutput,
} from 'rpcloom/codegen'
import { mockName, runtime } from './context.ts'
import { clientGroupPath } from './group.ts'

/** Returns the mock of a client, which answers the calls of a server; empty if clients implement nothing. */
export function clientStatements(
  groups: readonly Group[],
  {
    scope,
    server,
    types,
  }: { readonly scope: Scope; readonly server: string; readonly types: string },
): SourceOutput['statements'] {
  if (groups.length === 0) return []
  const from = `${types}/peer`
  const [only, ...others] = groups
  const isAlone = only !== undefined && others.length === 0
  const names = ['protocol', 'clientGroups'].map((name) => scope.use(from, name, 'value'))
  const [protocol = '', tables = ''] = names
  const create = scope.use('@rpcloom/rpc/codegen/server', 'createDispatcher', 'value')
  const errors = scope.use(server, 'rpcErrors', 'value')
  return [
    interfaceOf({
      name: 'MockClientOptions',
      doc: docText({ summary: 'Options of the mock of a client. Every option has a default.' }),
      extends: [
        omitOf('MockOptions', ['handlers', 'hints', 'records', 'scenario', 'eventsEveryMs']),
      ],
      properties: [
        {
          name: 'handlers',
          type: scope.use(from, 'ClientHandlers', 'type'),
          readonly: true,
          optional: true,
          doc: docText({ summary: 'Handlers, as for a peer. They take precedence over examples.' }),
        },
      ],
    }),
    interfaceOf({
      name: 'MockClient',
      doc: docText({
        summary:
          'A mock of a client. Its members configure the responses of what the client implements.',
      }),
      extends: [omitOf(scope.use(runtime, 'MockBase', 'type'), ['emit', 'fetch', 'listen'])],
      properties: groups.map((group) => ({
        name: memberName(group.key),
        type: scope.use(
          relativeImport('src/index.ts', clientGroupPath(group)),
          mockName(group),
          'type',
        ),
        readonly: true,
        doc: docText({ summary: group.title }),
      })),
    }),
    functionOf({
      name: 'createMockClient',
      doc: docText({
        summary:
          'Creates a mock of a client. `connect` answers the calls of the server at the other end of a channel, like `createMock`.',
      }),
      arguments: [{ name: 'options', type: 'MockClientOptions', optional: true }],
      returns: 'MockClient',
      body: [
        `const parts: ${scope.use(runtime, 'MockParts', 'type')} = { groups: ${tables}, errors: ${errors},`,
        `  createServer: (_handlers, server) => ${create}({ ...${protocol}, ...server, groups: ${tables}, handlers: {} }) }`,
        'const { handlers, ...settings } = options ?? {}',
        `return ${scope.use(runtime, 'buildMock', 'value')}<MockClient>(parts, { ...settings, ...(handlers && { handlers: ${isAlone ? `{ ${propertyKey(only.key)}: handlers }` : 'handlers'} }) })`,
      ],
    }),
  ]
}
