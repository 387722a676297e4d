import type { JsonObject } from '../../json/types.ts'
import { callback, type Compiler, isolated, runtime } from './compiler.ts'
import { kindsOf } from './kind.ts'
import { constantsOf } from './literal.ts'
import { asSchema, asSchemas, own, type SchemaJson } from './schema-json.ts'

/**
 * Returns the tests of `allOf`, `anyOf`, `oneOf`, `not` and `if`. The tests do not narrow the type of `value`.
 */
export function combinationTests(compiler: Compiler, schema: JsonObject): readonly string[] {
  const call = (member: SchemaJson): string => isolated(compiler, compiler.test(member))
  const not = own(schema, 'not')
  // An unresolved reference has unknown constraints, so `oneOf` and `not` must not reject a value because of it.
  const isLost = (member: SchemaJson): boolean => isUnresolved(compiler, member)
  const alternatives = constantsOf(schema) ? [] : asSchemas(own(schema, 'oneOf'))
  return [
    ...asSchemas(own(schema, 'allOf')).map(call),
    ...anyOf(asSchemas(own(schema, 'anyOf')).map(call)),
    ...(alternatives.some(isLost) ? [] : oneOf(compiler, alternatives)),
    ...(not === undefined || isLost(asSchema(not)) ? [] : [negated(call(asSchema(not)))]),
    ...condition(schema, call),
  ]
}

function isUnresolved({ resources }: Compiler, schema: SchemaJson): boolean {
  const ref = typeof schema === 'boolean' ? undefined : own(schema, '$ref')
  return typeof ref === 'string' && resources.resolve(ref, schema) === undefined
}

function anyOf(tests: readonly string[]): readonly string[] {
  if (tests.length === 0 || tests.includes('true')) return []
  const open = [...new Set(tests)].filter((test) => test !== 'false')
  return [open.length <= 1 ? (open[0] ?? 'false') : `(${open.join(' || ')})`]
}

function oneOf(compiler: Compiler, alternatives: readonly SchemaJson[]): readonly string[] {
  if (alternatives.length === 0) return []
  const tests = alternatives.map((alternative) => compiler.test(alternative))
  const open = tests.filter((test) => test !== 'true' && test !== 'false')
  const met = tests.filter((test) => test === 'true').length
  if (met > 1) return ['false']
  if (met === 1) return open.map((test) => negated(isolated(compiler, test)))
  if (open.length <= 1 || areDisjoint(compiler, alternatives)) {
    return anyOf(tests.map((test) => isolated(compiler, test)))
  }
  const callbacks = open.map((test) => callback(compiler, test))
  return [`${runtime(compiler, 'exactlyOne')}(value, ${callbacks.join(', ')})`]
}

/** Whether the schemas allow different types, so that no value can be valid against two of them. */
function areDisjoint(compiler: Compiler, schemas: readonly SchemaJson[]): boolean {
  const kinds = schemas.map((schema) => kindsOf(compiler, schema))
  const all = kinds.flatMap((one) => (one === undefined ? [] : [...one]))
  return kinds.every((one) => one !== undefined) && new Set(all).size === all.length
}

function negated(test: string): string {
  if (test === 'true') return 'false'
  if (test === 'false') return 'true'
  return test.includes(' ') ? `!(${test})` : `!${test}`
}

function condition(schema: JsonObject, call: (member: SchemaJson) => string): readonly string[] {
  const test = own(schema, 'if')
  if (test === undefined) return []
  const then = call(asSchema(own(schema, 'then')))
  const otherwise = call(asSchema(own(schema, 'else')))
  if (then === 'true' && otherwise === 'true') return []
  return [`(${call(asSchema(test))} ? ${then} : ${otherwise})`]
}
