import type { JsonObject } from '../../model/types.ts'
import type { Compiler } from './compiler.ts'
import { asSchema, asSchemas, own, type SchemaJson } from './schema-json.ts'

/**
 * Tests of `allOf`, `anyOf`, `oneOf`, `not` and `if`. Each alternative is a call, made by `isolated`
 * from a test of a variable named `value`.
 */
export function combinationTests(
  compiler: Compiler,
  schema: JsonObject,
  variable: string,
  isolated: (test: string) => string,
): readonly string[] {
  const call = (member: SchemaJson): string =>
    isolated(compiler.test(member, 'value')).replace(/\(value\)$/, `(${variable})`)
  const list = (keyword: string): readonly string[] => asSchemas(own(schema, keyword)).map(call)
  const not = own(schema, 'not')
  return [
    ...list('allOf'),
    ...anyOf(list('anyOf')),
    ...oneOf(list('oneOf')),
    ...(not === undefined ? [] : [negated(call(asSchema(not)))]),
    ...condition(schema, call),
  ]
}

function anyOf(tests: readonly string[]): readonly string[] {
  if (tests.length === 0 || tests.includes('true')) return []
  return [tests.length === 1 ? (tests[0] ?? 'true') : `(${tests.join(' || ')})`]
}

function oneOf(tests: readonly string[]): readonly string[] {
  if (tests.length <= 1) return tests
  return [`${tests.map((test) => `Number(${test})`).join(' + ')} === 1`]
}

function negated(test: string): string {
  if (test === 'true') return 'false'
  return test === 'false' ? 'true' : `!${test}`
}

function condition(schema: JsonObject, call: (member: SchemaJson) => string): readonly string[] {
  const test = own(schema, 'if')
  if (test === undefined) return []
  const then = call(asSchema(own(schema, 'then')))
  const otherwise = call(asSchema(own(schema, 'else')))
  if (then === 'true' && otherwise === 'true') return []
  return [`(${call(asSchema(test))} ? ${then} : ${otherwise})`]
}
