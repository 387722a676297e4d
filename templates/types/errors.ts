import type { Api, Group, Method, RpcErrorSpec } from 'rpcloom/model'
import {
  aliasOf,
  docText,
  interfaceOf,
  memberName,
  needsCodec,
  numberLiteral,
  openScope,
  propertyKey,
  quoteString,
  type Scope,
  type SourceOutput,
  intersectionOf,
  objectType,
  omitOf,
  namedType,
  typeNode,
} from 'rpcloom/codegen'
import { runtime } from './root.ts'

const path = 'src/errors.ts'
const own = ['ErrorData', 'ErrorDataInput', 'ErrorsByMethod', 'errors', 'errorsByMethod']

/**
 * Returns the module with the errors of all documents by name, and the names of the errors of each method.
 * The types of a method's errors and the error factories of servers are derived from these tables.
 */
export function errorsModule(api: Api): SourceOutput {
  const scope = openScope(api, path, own)
  const named = namedErrors(api.groups)
  const data = dataTypes(api, named, scope)
  const type = scope.use(runtime, 'ListedErrors', 'type')
  return scope.module([
    errorTable(named),
    listTable(api.groups, named),
    ...data,
    [
      '/** Codes, reasons and data of the errors that each method lists, by method name. */',
      `export type ErrorsByMethod = ${type}<typeof errors, typeof errorsByMethod, ErrorData>`,
    ].join('\n'),
  ])
}

interface NamedError {
  readonly name: string
  readonly error: RpcErrorSpec
}

/** Errors by the key that `entryOf` returns. */
type NamedErrors = ReadonlyMap<string, NamedError>

/**
 * Names the errors by their identifiers. If two errors have the same identifier, the names are prefixed with
 * the group.
 */
function namedErrors(groups: readonly Group[]): NamedErrors {
  const named = new Map<string, NamedError>()
  const taken = new Set<string>()
  for (const { key, errors } of groups) {
    for (const error of errors) {
      const text = entryOf(error)
      if (text === undefined || named.has(text)) continue
      let name = error.identifier
      while (taken.has(name)) name = `${key}.${name}`
      taken.add(name)
      named.set(text, { name, error })
    }
  }
  return named
}

/**
 * Returns a key that is equal for identical errors. Returns undefined if TypeScript cannot represent the code
 * as a number.
 */
function entryOf(error: RpcErrorSpec): string | undefined {
  const value = valueText(error)
  const data = JSON.stringify(error.dataType, (_, one: unknown) =>
    typeof one === 'bigint' ? `${one}n` : one,
  )
  return value && `${error.identifier}: ${value} ${data}`
}

/** Returns the entry of an error: `{ code: -32000, message: '...' }`. */
function valueText({
  code,
  message,
  reason,
  identifier,
  pattern,
}: RpcErrorSpec): string | undefined {
  const number = numberLiteral(code)
  if (number === undefined) return undefined
  const members = [
    `code: ${number}`,
    `message: ${quoteString(message)}`,
    ...(reason === identifier
      ? []
      : [`reason: ${reason === undefined ? 'null' : quoteString(reason)}`]),
    ...(pattern === undefined ? [] : [`pattern: ${quoteString(pattern)}`]),
  ]
  return `{ ${members.join(', ')} }`
}

function errorTable(named: NamedErrors): string {
  const rows = [...named.values()].flatMap(({ name, error }) => {
    const doc = docText({ summary: error.when ?? error.message }).replace(/\s+/g, ' ')
    return [`  /** ${doc} */`, `  ${propertyKey(name)}: ${valueText(error)},`]
  })
  return ['/** Every error of the documents, by name. */', ...constTable('errors', rows)].join('\n')
}

function listTable(groups: readonly Group[], named: NamedErrors): string {
  const rows = groups.flatMap((group) => [
    `  ${propertyKey(group.key)}: {`,
    ...methodsByName(group).map(({ name, errors }) => {
      const names = errors.flatMap((error) => named.get(entryOf(error) ?? '')?.name ?? [])
      return `    ${propertyKey(name)}: [${[...new Set(names)].map(quoteString).join(', ')}],`
    }),
    '  },',
  ])
  const about = '/** Names of the errors that each method lists, by group. */'
  return [about, ...constTable('errorsByMethod', rows)].join('\n')
}

/** Returns the methods of both sides. Of two methods with the same name, returns the method of the server. */
function methodsByName(group: Group): readonly Method[] {
  const served = new Set(group.methods.map(({ name }) => name))
  return [...group.methods, ...group.clientMethods.filter(({ name }) => !served.has(name))]
}

/** Returns a constant whose type consists of literal types. */
function constTable(name: string, rows: readonly string[]): readonly string[] {
  return [`export const ${name} = {`, ...rows, '} as const']
}

/** Returns two types of error data: as clients receive the data, and as handlers pass the data. */
function dataTypes(api: Api, named: NamedErrors, scope: Scope): SourceOutput['statements'] {
  const described = [...named.values()].flatMap(({ name, error: { dataType: type } }) => {
    return type === undefined || type.kind === 'unknown' ? [] : [{ name, type }]
  })
  const coded = described.filter(({ type }) => needsCodec(api, type))
  const decoded = namedType('ErrorData')
  const input = coded.map(({ name, type }) => ({
    name: memberName(name),
    type: typeNode(type, { form: 'input', scope }),
    readonly: true,
  }))
  return [
    interfaceOf({
      name: 'ErrorData',
      doc: docText({ summary: 'Types of error data in the form that clients receive.' }),
      properties: described.map(({ name, type }) => ({
        name: memberName(name),
        type: typeNode(type, { form: 'decoded', scope }),
        readonly: true,
      })),
    }),
    aliasOf({
      name: 'ErrorDataInput',
      doc: docText({ summary: 'Types of error data in the form that handlers pass.' }),
      type:
        coded.length === 0
          ? decoded
          : intersectionOf([
              omitOf(
                decoded,
                coded.map(({ name }) => name),
              ),
              objectType({ properties: input }),
            ]),
    }),
  ]
}
