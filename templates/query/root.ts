import type { Api } from 'rpcloom/model'
import {
  docText,
  functionOf,
  interfaceOf,
  memberName,
  namedType,
  openScope,
  propertyKey,
  quoteString,
  type SourceOutput,
} from 'rpcloom/codegen'

/** Module of the runtime for users and generated code. */
export const runtime = '@rpcloom/rpc/client'
const codegen = '@rpcloom/rpc/codegen/client'
const path = 'src/index.ts'

/** Returns the entry: the queries of all groups. */
export function indexModule(api: Api, types: string): SourceOutput {
  const scope = openScope(api, path, ['Queries', 'createQueries'], new Set())
  const tables = api.groups.map(({ key, slug }) => {
    const methods = scope.use(`${types}/methods/${slug}`, 'methods', 'value', `${key}Methods`)
    return `  ${propertyKey(key)}: ${methods},`
  })
  const client = namedType(scope.use(runtime, 'ClientBase', 'type'), 'object')
  const queriesOf = scope.use(codegen, 'queriesOf', 'value')
  const statements = [
    `export type { InfiniteQueryOptions, MutationOptions, QueriesOptions, QueryKey, QueryOptions } from ${quoteString(runtime)}`,
    interfaceOf({
      name: 'Queries',
      doc: docText({ summary: 'Options of queries and mutations, by group.' }),
      properties: api.groups.map((group) => ({
        name: memberName(group.key),
        type: namedType(scope.use(`./${group.slug}.ts`, `${group.typeName}Queries`, 'type')),
        readonly: true,
        doc: docText({ summary: group.title }),
      })),
    }),
    functionOf({
      name: 'createQueries',
      doc: docText({ summary: 'Returns options of queries and mutations that call a client.' }),
      arguments: [
        { name: 'client', type: client },
        { name: 'options', type: scope.use(runtime, 'QueriesOptions', 'type'), optional: true },
      ],
      returns: namedType('Queries'),
      body: [[`return ${queriesOf}(client, {`, ...tables, '}, options)'].join('\n')],
    }),
  ]
  return scope.module(statements)
}
