import type { JsonObject } from '../../model/types.ts'
import { combinationTests } from './combination.ts'
import { callText, type Compiler, functionOf, keyOf, nestedFunction, numbered } from './compiler.ts'
import { kindTest } from './kind.ts'
import { literalsOf, literalTest } from './literal.ts'
import { type Reference, referencesOf } from './reference.ts'
import { own, type SchemaJson } from './schema-json.ts'
import { unevaluatedTests } from './unevaluated.ts'

/** Expression that is true if the value of `variable` is valid. */
export function testOf(compiler: Compiler, schema: SchemaJson, variable: string): string {
  if (typeof schema === 'boolean') return String(schema)
  const tests = demands(compiler, schema, 'value').filter((test) => test !== 'true')
  const nullable = own(schema, 'nullable') === true
  if (tests.includes('false') && !nullable) return 'false'
  if (tests.length <= 1 && !nullable) {
    return demands(compiler, schema, variable).find((test) => test !== 'true') ?? 'true'
  }
  const all = tests.map((test) => isolated(compiler, test)).join(' && ') || 'true'
  const body = nullable ? `value === null || (${all})` : all
  return callText(named(compiler, body), variable)
}

/** What a schema demands of a value, one test for each thing that can be said by itself. */
function demands(compiler: Compiler, schema: JsonObject, variable: string): readonly string[] {
  const literals = literalsOf(schema)
  return [
    ...referenceTests(compiler, schema, variable),
    ...(literals === undefined ? [] : [literalTest(compiler, literals, variable)]),
    // What is listed is of the right type already.
    kindTest(compiler, schema, { variable, isTyped: literals !== undefined }),
    ...combinationTests(compiler, schema, variable, (test) => isolated(compiler, test)),
    ...unevaluatedTests(compiler, schema, variable, (test) => isolated(compiler, test)),
  ]
}

/** A test of `value` as a call, so that it narrows nothing outside. */
function isolated(compiler: Compiler, test: string): string {
  if (test === 'true' || test === 'false' || /^\w+\(value\)$/.test(test)) return test
  return callText(named(compiler, test), 'value')
}

function named(compiler: Compiler, expression: string): string {
  return functionOf(compiler, {
    key: `value => ${expression}`,
    name: numbered(compiler, 'check'),
    parameter: 'value',
    type: 'unknown',
    body: () => [`return ${expression}`],
  })
}

/** The tests of all kinds of references. */
function referenceTests(
  compiler: Compiler,
  schema: JsonObject,
  variable: string,
): readonly string[] {
  return referencesOf(compiler, schema).map(({ ref, target }) =>
    referenceTest(compiler, { ref, target, variable }),
  )
}

function referenceTest(
  compiler: Compiler,
  { ref, target, variable }: Reference & { readonly variable: string },
): string {
  if (typeof target === 'boolean') return String(target)
  // A circle demands nothing.
  if (compiler.following.has(target)) return 'true'
  const { following } = compiler
  compiler.following = new Set([...following, target])
  const name = nestedFunction(compiler, {
    key: compiler.resources.isNamed ? `ref ${keyOf(compiler, target, {})}` : `ref ${ref}`,
    name: referenceName(ref),
    parameter: 'value',
    type: 'unknown',
    body: () => [`return ${compiler.test(target, 'value')}`],
  })
  compiler.following = following
  return callText(name, variable)
}

/** `#/components/schemas/NodeId` -> `isNodeId`. */
function referenceName(ref: string): string {
  const word = /[A-Za-z][A-Za-z0-9]*$/.exec(ref)?.[0] ?? 'Value'
  return `is${word.charAt(0).toUpperCase()}${word.slice(1)}`
}
