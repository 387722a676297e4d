import type { Json, JsonObject } from '../../model/types.ts'
import { jsonLiteral } from '../quote.ts'
import { type Compiler, constantOf, numbered, runtime } from './compiler.ts'
import { isOfType } from '../../model/value-type.ts'
import { own, schemaKey, typesOf } from './schema-json.ts'

/** Longer lists are looked up instead of compared one by one. */
const maxComparisons = 8

/** The values that `const` and `enum` leave, `type` considered; undefined without either. */
export function literalsOf(schema: JsonObject): readonly Json[] | undefined {
  const types = typesOf(schema) ?? []
  return listed(schema)?.filter((value) => types.length === 0 || isOfType(value, types))
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

/** Whether the value is one of these. */
export function literalTest(compiler: Compiler, values: readonly Json[], variable: string): string {
  if (values.length === 0) return 'false'
  if (values.length > maxComparisons && values.every((value) => typeof value === 'string')) {
    const set = constantOf(compiler, {
      name: numbered(compiler, 'values'),
      type: 'ReadonlySet<unknown>',
      value: `new Set<unknown>(${jsonLiteral(values)})`,
    })
    return `${set}.has(${variable})`
  }
  const tests = values.map((value) =>
    typeof value === 'object' && value !== null
      ? `${runtime(compiler, 'deepEqual')}(${variable}, ${jsonLiteral(value)})`
      : typeof value === 'bigint'
        ? // It arrives as text, or as the bigint of a caller in the same process.
          `String(${variable}) === '${value}'`
        : `${variable} === ${jsonLiteral(value)}`,
  )
  return tests.length === 1 ? (tests[0] ?? 'false') : `(${[...new Set(tests)].join(' || ')})`
}
