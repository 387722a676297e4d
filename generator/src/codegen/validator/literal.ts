import { isObject } from '../../json/members.ts'
import type { Json, JsonObject } from '../../json/types.ts'
import { jsonLiteral } from '../quote.ts'
import { type Compiler, constantOf, numbered, runtime } from './compiler.ts'
import { isOfType } from '../../model/value-type.ts'
import { own, schemaKey, typesOf } from './schema-json.ts'

/** Maximum number of comparisons for a list of literals. For a longer list, a lookup is emitted instead. */
const maxComparisons = 8

/**
 * Returns the values that `const`, `enum` or `oneOf` of constants allow and that match `type`; undefined if
 * values are not restricted.
 */
export function literalsOf(schema: JsonObject): readonly Json[] | undefined {
  const types = typesOf(schema) ?? []
  const values = listed(schema) ?? constantsOf(schema)
  return values?.filter((value) => types.length === 0 || isOfType(value, types))
}

/**
 * If `oneOf` only contains distinct string constants with descriptions, returns the strings. Otherwise
 * returns undefined.
 */
export function constantsOf(schema: JsonObject): readonly string[] | undefined {
  const members = own(schema, 'oneOf')
  if (!Array.isArray(members) || listed(schema) !== undefined) return undefined
  const texts = members.flatMap((member) => {
    if (!isObject(member)) return []
    const text = own(member, 'const')
    return typeof text === 'string' && schemaKey(member) === schemaKey({ const: text })
      ? [text]
      : []
  })
  return texts.length === members.length && new Set(texts).size === texts.length && texts.length > 0
    ? texts
    : undefined
}

function listed(schema: JsonObject): readonly Json[] | undefined {
  const constant = own(schema, 'const')
  const values = own(schema, 'enum')
  const list = Array.isArray(values) ? values : undefined
  if (constant === undefined) return list
  return list === undefined || list.some((item) => sameJson(item, constant)) ? [constant] : []
}

function sameJson(a: Json, b: Json): boolean {
  return schemaKey({ const: a }) === schemaKey({ const: b })
}

/** Returns a lookup for a long list of literals, because compilers cannot handle thousands of comparisons. */
function lookup(compiler: Compiler, values: readonly Json[]): string {
  const isComposite = (value: Json): boolean => typeof value === 'object' && value !== null
  const composites = values.filter(isComposite)
  const scalars = values.filter((value) => !isComposite(value))
  const setOf = (list: readonly Json[]): string =>
    constantOf(compiler, {
      name: () => numbered(compiler, 'values'),
      type: 'ReadonlySet<unknown>',
      value: `new Set<unknown>(${jsonLiteral(list)})`,
    })
  const tests = scalars.length === 0 ? [] : [`${setOf(scalars)}.has(value)`]
  if (composites.length > 0) {
    const list = constantOf(compiler, {
      name: () => numbered(compiler, 'values'),
      type: 'readonly unknown[]',
      value: jsonLiteral(composites),
    })
    tests.push(`${list}.some((one) => ${runtime(compiler, 'deepEqual')}(value, one))`)
  }
  return tests.length === 1 ? (tests[0] ?? 'false') : `(${tests.join(' || ')})`
}

export function literalTest(compiler: Compiler, values: readonly Json[]): string {
  if (values.length === 0) return 'false'
  if (values.length > maxComparisons) return lookup(compiler, values)
  const tests = values.map((value) =>
    typeof value === 'object' && value !== null
      ? `${runtime(compiler, 'deepEqual')}(value, ${jsonLiteral(value)})`
      : `value === ${jsonLiteral(value)}`,
  )
  return tests.length === 1 ? (tests[0] ?? 'false') : `(${[...new Set(tests)].join(' || ')})`
}
