import type { Api, RpcErrorSpec } from 'rpcloom/model'
import {
  docText,
  documentsText,
  functionOf,
  numberLiteral,
  openScope,
  propertyKey,
  quoteString,
  type SourceOutput,
} from 'rpcloom/emit'
import { runtime } from './context.ts'

/** Path of the module that names errors, below `src` and without extension: an entry of its own. */
export const reasonsEntry = 'reasons'

/**
 * How errors get the names that the documents have for them where the node does not say: apart from
 * the methods, so that only those carry the patterns who talk to such nodes.
 */
export function reasonsModule(api: Api): readonly SourceOutput[] {
  if (!hasReasons(api)) return []
  const path = `src/${reasonsEntry}.ts`
  const scope = openScope(api, path, ['recognized'], new Set())
  const table = tableOf(api)
  const transport = scope.use(runtime, 'Transport', 'type')
  const statements = [
    tableText(table, scope.use(runtime, 'ReasonTable', 'type')),
    functionOf({
      name: 'recognized',
      doc: docText({
        summary:
          'The same transport for a node that does not name its errors: `reason` is found by what the document says of code and message.',
      }),
      arguments: [{ name: 'transport', type: transport }],
      returns: transport,
      body: [`return ${scope.use(runtime, 'withReasons', 'value')}(transport, table)`],
    }),
  ]
  return [
    {
      kind: 'typescript',
      path,
      from: documentsText(api.groups.map(({ file }) => file)),
      imports: scope.imports(),
      statements,
    },
  ]
}

/** Whether any document names an error. */
export function hasReasons(api: Api): boolean {
  return tableOf(api).errors.length > 0
}

interface Table {
  readonly errors: readonly string[]
  readonly methods: readonly (readonly [wire: string, errors: readonly number[]])[]
}

/** Errors that several methods share stand there once. */
function tableOf({ groups }: Api): Table {
  const places = new Map<string, number>()
  const methods = new Map<string, readonly number[]>()
  for (const { wire, errors } of groups.flatMap((group) => group.methods)) {
    const own = errors.flatMap((error) => {
      const text = tupleText(error)
      if (text === undefined) return []
      const place = places.get(text) ?? places.size
      places.set(text, place)
      return [place]
    })
    if (own.length > 0) methods.set(wire, [...(methods.get(wire) ?? []), ...own])
  }
  return { errors: [...places.keys()], methods: [...methods] }
}

function tableText({ errors, methods }: Table, type: string): string {
  return [
    `const table: ${type} = {`,
    '  errors: [',
    ...errors.map((text) => `    ${text},`),
    '  ],',
    '  methods: {',
    ...methods.map(([wire, own]) => `    ${propertyKey(wire)}: [${own.join(', ')}],`),
    '  },',
    '}',
  ].join('\n')
}

/** `['unknownAlias', -32000, 'pattern']` */
function tupleText({ reason, code, pattern }: RpcErrorSpec): string | undefined {
  const number = numberLiteral(code)
  if (reason === undefined || number === undefined) return undefined
  // The runtime knows the name of this one.
  if (reason === 'invalidParams' && code === -32602 && pattern === undefined) return undefined
  const parts = [quoteString(reason), number]
  return `[${(pattern === undefined ? parts : [...parts, quoteString(pattern)]).join(', ')}]`
}
