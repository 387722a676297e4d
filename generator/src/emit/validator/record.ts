import type { Json, JsonObject } from '../../model/types.ts'
import { jsonLiteral, quoteString } from '../quote.ts'
import { type Compiler, constantOf, numbered } from './compiler.ts'
import { patternConstant } from './scalar.ts'
import { asSchema, entriesOf, numberOf, own, type SchemaJson, textsOf } from './schema-json.ts'

/** The keywords for objects. */
export const recordKeywords: readonly string[] = [
  'additionalProperties',
  'dependencies',
  'dependentRequired',
  'dependentSchemas',
  'maxProperties',
  'minProperties',
  'patternProperties',
  'properties',
  'propertyNames',
  'required',
]

/** Statements that return false for an invalid `record`. Only its own members count. */
export function recordBody(compiler: Compiler, schema: JsonObject): readonly string[] {
  const required = new Set(textsOf(own(schema, 'required')))
  const properties = entriesOf(own(schema, 'properties'))
  const declared = new Set(properties.map(([name]) => name))
  return [
    ...sizeLines(schema),
    ...[...required].filter((name) => !declared.has(name)).map(requiredLine),
    ...properties.flatMap(([name, member], index) =>
      memberLines(compiler, {
        name,
        index,
        schema: asSchema(member),
        required: required.has(name),
      }),
    ),
    ...loopLines(compiler, schema, declared),
    ...dependencyLines(compiler, schema),
  ]
}

interface Member {
  readonly name: string
  readonly index: number
  readonly schema: SchemaJson
  readonly required: boolean
}

function memberLines(
  compiler: Compiler,
  { name, index, schema, required }: Member,
): readonly string[] {
  const variable = `member${index}`
  const test = compiler.test(schema, variable)
  const key = quoteString(name)
  const lines =
    test === 'true'
      ? []
      : test === 'false'
        ? ['return false']
        : [`const ${variable} = record[${key}]`, `if (!(${test})) return false`]
  if (required) return [requiredLine(name), ...lines]
  if (lines.length === 0) return []
  return [`if (Object.hasOwn(record, ${key})) {`, ...lines.map((line) => `  ${line}`), '}']
}

function requiredLine(name: string): string {
  return `if (!Object.hasOwn(record, ${quoteString(name)})) return false`
}

function sizeLines(schema: JsonObject): readonly string[] {
  const least = numberOf(own(schema, 'minProperties'))
  const most = numberOf(own(schema, 'maxProperties'))
  return [
    ...(least === undefined ? [] : [`if (Object.keys(record).length < ${least}) return false`]),
    ...(most === undefined ? [] : [`if (Object.keys(record).length > ${most}) return false`]),
  ]
}

const empty = 'if (Object.keys(record).length > 0) return false'

/** What is said about members by their names: patterns, undeclared ones, the names themselves. */
function loopLines(
  compiler: Compiler,
  schema: JsonObject,
  declared: ReadonlySet<string>,
): readonly string[] {
  const names = compiler.test(asSchema(own(schema, 'propertyNames')), 'name')
  if (names === 'false') return [empty]
  const patterns = entriesOf(own(schema, 'patternProperties')).flatMap(([pattern, member]) =>
    patternLines(compiler, pattern, member),
  )
  const additional = compiler.test(asSchema(own(schema, 'additionalProperties')), 'member')
  const lines = [
    ...(names === 'true' ? [] : ['const name: unknown = key', `if (!(${names})) return false`]),
    ...patterns,
    ...additionalLines(compiler, additional, { declared, afterPatterns: patterns.length > 0 }),
  ]
  if (lines.length === 0) return []
  if (additional === 'false' && declared.size === 0 && patterns.length === 0 && names === 'true') {
    return [empty]
  }
  const start = patterns.length > 0 && additional !== 'true' ? ['let matched = false'] : []
  const body = [...start, ...lines].map((line) => `  ${line}`)
  return ['for (const key of Object.keys(record)) {', ...body, '}'].map((line) =>
    additional === 'true' ? line.replace(' matched = true', '') : line,
  )
}

function patternLines(compiler: Compiler, pattern: string, member: Json): readonly string[] {
  const expression = patternConstant(compiler, pattern)
  const test = compiler.test(asSchema(member), 'member')
  const lines =
    test === 'true'
      ? []
      : test === 'false'
        ? ['  return false']
        : ['  const member = record[key]', `  if (!(${test})) return false`]
  return [`if (${expression}(key)) {`, '  matched = true', ...lines, '}']
}

function additionalLines(
  compiler: Compiler,
  test: string,
  {
    declared,
    afterPatterns,
  }: { readonly declared: ReadonlySet<string>; readonly afterPatterns: boolean },
): readonly string[] {
  if (test === 'true') return []
  const unknown = [
    ...(afterPatterns ? ['!matched'] : []),
    ...(declared.size === 0 ? [] : [`!${knownNames(compiler, declared)}.has(key)`]),
  ].join(' && ')
  const lines =
    test === 'false'
      ? ['return false']
      : ['const member = record[key]', `if (!(${test})) return false`]
  if (unknown === '') return lines
  return [`if (${unknown}) {`, ...lines.map((line) => `  ${line}`), '}']
}

function knownNames(compiler: Compiler, names: ReadonlySet<string>): string {
  return constantOf(compiler, {
    name: numbered(compiler, 'names'),
    type: 'ReadonlySet<string>',
    value: `new Set(${jsonLiteral([...names])})`,
  })
}

/** `dependencies` and the two keywords that it was split into. */
function dependencyLines(compiler: Compiler, schema: JsonObject): readonly string[] {
  const entries = ['dependencies', 'dependentRequired', 'dependentSchemas'].flatMap((keyword) =>
    entriesOf(own(schema, keyword)),
  )
  return entries.flatMap(([name, demand]) => {
    const lines = Array.isArray(demand)
      ? textsOf(demand).map(requiredLine)
      : unless(compiler.test(asSchema(demand), 'value'))
    if (lines.length === 0) return []
    const body = lines.map((line) => `  ${line}`)
    return [`if (Object.hasOwn(record, ${quoteString(name)})) {`, ...body, '}']
  })
}

function unless(test: string): readonly string[] {
  if (test === 'false') return ['return false']
  return test === 'true' ? [] : ['const value: unknown = record', `if (!(${test})) return false`]
}
