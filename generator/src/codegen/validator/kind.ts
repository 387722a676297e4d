import type { Json, JsonObject } from '../../json/types.ts'
import { quoteString } from '../quote.ts'
import { type Compiler, conjunction, runtime } from './compiler.ts'
import { isWide } from './format.ts'
import { listTest } from './list.ts'
import { literalsOf } from './literal.ts'
import { recordTest } from './record.ts'
import { referencesOf } from './reference.ts'
import { bigintTest, numberTest, textTest } from './scalar.ts'
import { own, type SchemaJson, typesOf } from './schema-json.ts'

const kinds = ['string', 'number', 'bigint', 'boolean', 'null', 'array', 'object'] as const
type Kind = (typeof kinds)[number]

/**
 * Returns the tests of keywords that depend on the value's type, for each type that the schema allows. If
 * `const` or `enum` restrict the values to `literals`, only the types of these literals are tested.
 */
export function kindTest(
  compiler: Compiler,
  schema: JsonObject,
  literals: readonly Json[] | undefined,
): string {
  const allowed = literals === undefined ? allowedKinds(schema) : undefined
  const present = literals && kindsAmong(literals)
  const possible = kinds.filter((kind) => present === undefined || present.has(kind))
  const tests = (allowed ?? possible).map(
    (kind) => [kind, testOfKind(compiler, schema, kind)] as const,
  )
  return allowed === undefined ? ifKind(compiler, tests) : oneOfKinds(compiler, tests)
}

/** Returns the types of literals. An integer that a double cannot represent is read as a bigint, or rounded. */
function kindsAmong(values: readonly Json[]): ReadonlySet<Kind> {
  return new Set(values.flatMap((value) => (typeof value === 'bigint' ? bothForms : kindOf(value))))
}

const bothForms: readonly Kind[] = ['bigint', 'number']

function kindOf(value: Json): Kind {
  if (value === null) return 'null'
  if (Array.isArray(value)) return 'array'
  const type = typeof value
  return type === 'string' || type === 'boolean' || type === 'object' ? type : 'number'
}

/** Returns the types that a schema allows; `undefined` if no keyword restricts the type. */
export function kindsOf(
  compiler: Compiler,
  schema: SchemaJson,
  following: ReadonlySet<SchemaJson> = new Set(),
): ReadonlySet<Kind> | undefined {
  if (typeof schema === 'boolean') return schema ? undefined : new Set()
  if (own(schema, 'nullable') === true) return undefined
  const literals = literalsOf(schema)
  if (literals !== undefined) return kindsAmong(literals)
  const allowed = allowedKinds(schema)
  if (allowed !== undefined) return new Set(allowed)
  const [reference] = referencesOf(compiler, schema)
  if (reference === undefined || following.has(schema)) return undefined
  return kindsOf(compiler, reference.target, new Set([...following, schema]))
}

type KindTests = readonly (readonly [Kind, string])[]

/** Returns the types in `type`. An empty list is ignored, as in the runtime's interpreter of schemas. */
function allowedKinds(schema: JsonObject): readonly Kind[] | undefined {
  const types = typesOf(schema)
  if (types === undefined || types.length === 0) return undefined
  const names = types.map((name) => (name === 'integer' ? 'number' : name))
  return kinds.filter((kind) => names.includes(kind) || (kind === 'bigint' && isWide(schema)))
}

function oneOfKinds(compiler: Compiler, tests: KindTests): string {
  const parts = tests.flatMap(([kind, test]) => {
    if (test === 'false') return []
    const guard = guardOf(compiler, kind)
    return [test === 'true' ? guard : `(${guard} && ${test})`]
  })
  if (parts.length === 0) return 'false'
  return parts.length === 1 ? (parts[0] ?? 'false') : `(${parts.join(' || ')})`
}

/**
 * Returns tests that apply only to values of one type: without `type`, the keywords for strings do not
 * restrict numbers, for example.
 */
function ifKind(compiler: Compiler, tests: KindTests): string {
  const parts = tests
    .filter(([, test]) => test !== 'true')
    .map(([kind, test]) => {
      const isOther = negated(guardOf(compiler, kind))
      if (test === 'false') return isOther
      return `(${isOther} || ${test.includes(' && ') ? `(${test})` : test})`
    })
  return conjunction(parts)
}

/** Returns the negation of a type guard: `typeof value !== 'string'`, `!Array.isArray(value)`. */
function negated(guard: string): string {
  return guard.includes(' === ') ? guard.replace(' === ', ' !== ') : `!${guard}`
}

function guardOf(compiler: Compiler, kind: Kind): string {
  if (kind === 'null') return 'value === null'
  if (kind === 'array') return 'Array.isArray(value)'
  if (kind === 'object') return `${runtime(compiler, 'isRecord')}(value)`
  return `typeof value === ${quoteString(kind)}`
}

function testOfKind(compiler: Compiler, schema: JsonObject, kind: Kind): string {
  switch (kind) {
    case 'string':
      return textTest(compiler, schema)
    case 'number':
      return numberTest(compiler, schema)
    case 'bigint':
      return bigintTest(compiler, schema)
    case 'array':
      return listTest(compiler, schema)
    case 'object':
      return recordTest(compiler, schema)
    case 'boolean':
    case 'null':
      return 'true'
  }
}
