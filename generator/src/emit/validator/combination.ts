import type { JsonObject } from '../../model/types.ts'
import type { Compiler } from './compiler.ts'
import { constantsOf } from './literal.ts'
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
  // What a lost reference would demand is not known, so nothing can be excluded by it.
  const isLost = (member: SchemaJson): boolean => leadsNowhere(compiler, member)
  const alternatives = constantsOf(schema) ? [] : asSchemas(own(schema, 'oneOf'))
  return [
    ...list('allOf'),
    ...anyOf(list('anyOf')),
    ...(alternatives.some(isLost) ? [] : oneOf(alternatives.map(call))),
    ...(not === undefined || isLost(asSchema(not)) ? [] : [negated(call(asSchema(not)))]),
    ...condition(schema, call),
  ]
}

function leadsNowhere({ resources }: Compiler, schema: SchemaJson): boolean {
  const ref = typeof schema === 'boolean' ? undefined : own(schema, '$ref')
  return typeof ref === 'string' && resources.resolve(ref, schema) === undefined
}

function anyOf(tests: readonly string[]): readonly string[] {
  if (tests.length === 0 || tests.includes('true')) return []
  return [tests.length === 1 ? (tests[0] ?? 'true') : `(${tests.join(' || ')})`]
}

function oneOf(tests: readonly string[]): readonly string[] {
  if (tests.length === 0) return []
  const open = tests.filter((test) => test !== 'true' && test !== 'false')
  const met = tests.filter((test) => test === 'true').length
  if (met > 1) return ['false']
  if (met === 1) return open.length === 0 ? [] : [`!(${open.join(' || ')})`]
  if (open.length <= 1) return [open[0] ?? 'false']
  return [`${open.map((test) => `Number(${test})`).join(' + ')} === 1`]
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
