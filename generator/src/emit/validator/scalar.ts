import type { JsonObject } from '../../model/types.ts'
import { quoteString } from '../quote.ts'
import { type Compiler, constantOf, numbered, runtime } from './compiler.ts'
import { formatTests, integerFormat, isIntegerFormat, textIsInteger } from './format.ts'
import { numberOf, own, typesOf } from './schema-json.ts'

/** Test of the keywords for strings; `variable` holds one. */
export function textTest(compiler: Compiler, schema: JsonObject, variable: string): string {
  const pattern = own(schema, 'pattern')
  return conjunction([
    ...lengthTests(compiler, schema, variable),
    ...(typeof pattern === 'string' ? [`${patternConstant(compiler, pattern)}(${variable})`] : []),
    ...formatTests(compiler, schema, 'string', variable),
    ...(textIsInteger(schema) ? boundTests(schema, variable, true) : []),
  ])
}

/** Test of text that stands for a JSON number above 2^53, where the schema knows no text. */
export function wideTextTest(compiler: Compiler, schema: JsonObject, variable: string): string {
  return conjunction([
    `${runtime(compiler, 'isWideInteger')}(${variable})`,
    ...formatTests(compiler, schema, 'string', variable),
    ...boundTests(schema, variable, true),
  ])
}

/** Lengths count characters, not UTF-16 units; most texts are decided without counting. */
function lengthTests(compiler: Compiler, schema: JsonObject, variable: string): readonly string[] {
  const least = numberOf(own(schema, 'minLength')) ?? 0
  const most = numberOf(own(schema, 'maxLength'))
  const count = (limit: number): string => `${runtime(compiler, 'lengthOf')}(${variable}, ${limit})`
  const enough = least === 1 ? `${variable} !== ''` : `${least > 0 ? count(least) : ''} >= ${least}`
  return [
    ...(least > 0 ? [enough] : []),
    ...(most === undefined ? [] : [`(${variable}.length <= ${most} || ${count(most)} <= ${most})`]),
  ]
}

/** The test of a regular expression of the document, as a constant. */
export function patternConstant(compiler: Compiler, pattern: string): string {
  return constantOf(compiler, {
    name: numbered(compiler, 'pattern'),
    type: '(text: string) => boolean',
    value: `${runtime(compiler, 'patternTest')}(${quoteString(pattern)})`,
  })
}

/** Test of the keywords for numbers; `variable` holds one. */
export function numberTest(compiler: Compiler, schema: JsonObject, variable: string): string {
  const types = typesOf(schema)
  const integer = types?.includes('integer') === true && !types.includes('number')
  const step = numberOf(own(schema, 'multipleOf'))
  return conjunction([
    ...(integer ? [`Number.isInteger(${variable})`] : []),
    // JSON has no infinity, but `1e999` is read as one.
    ...(types !== undefined && !integer ? [`Number.isFinite(${variable})`] : []),
    ...boundTests(schema, variable, false),
    ...formatTests(compiler, schema, 'number', variable),
    ...(step === undefined || step <= 0
      ? []
      : [`${runtime(compiler, 'isMultiple')}(${variable}, ${step})`]),
  ])
}

/** Draft 4 wrote `exclusiveMinimum: true` beside `minimum`. Text is known to be an integer here. */
function boundTests(schema: JsonObject, variable: string, text: boolean): readonly string[] {
  const compare = (sign: string, limit: number): string =>
    text ? `BigInt(${variable}) ${sign} ${limit}` : `${variable} ${sign} ${limit}`
  const bound = (limit: string, exclusive: string, sign: string): readonly string[] => {
    const inclusiveLimit = numberOf(own(schema, limit))
    const exclusiveLimit = numberOf(own(schema, exclusive))
    const strict = own(schema, exclusive) === true
    const implied = isIntegerFormat(schema) && impliedBy(schema, limit, inclusiveLimit)
    return [
      ...(inclusiveLimit === undefined || (implied && !strict)
        ? []
        : [compare(strict ? sign : `${sign}=`, inclusiveLimit)]),
      ...(exclusiveLimit === undefined ? [] : [compare(sign, exclusiveLimit)]),
    ]
  }
  return [
    ...bound('minimum', 'exclusiveMinimum', '>'),
    ...bound('maximum', 'exclusiveMaximum', '<'),
  ]
}

/** Whether the range of the format lies inside the bound, so that its own test is enough. */
function impliedBy(schema: JsonObject, limit: string, bound: number | undefined): boolean {
  const format = integerFormat(schema)
  if (format === undefined || bound === undefined) return false
  const { signed, bits } = format
  if (limit === 'minimum') return bound <= (signed ? -(2 ** (bits - 1)) : 0)
  return bound >= (signed ? 2 ** (bits - 1) - 1 : 2 ** bits - 1)
}

function conjunction(tests: readonly string[]): string {
  return tests.join(' && ') || 'true'
}
