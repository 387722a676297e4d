import { isTextInteger } from '@rpcloom/rpc/internal'
import type { JsonObject } from '../../json/types.ts'
import { jsonLiteral, quoteString } from '../quote.ts'
import { type Compiler, conjunction, constantOf, numbered, runtime } from './compiler.ts'
import { formatTests, integerFormat, isIntegerFormat } from './format.ts'
import { exactNumberOf, numberOf, own, typesOf } from './schema-json.ts'

/** Returns the test of the keywords for strings. It is only evaluated if `value` is a string. */
export function textTest(compiler: Compiler, schema: JsonObject): string {
  const pattern = own(schema, 'pattern')
  return conjunction([
    ...lengthTests(compiler, schema),
    ...(typeof pattern === 'string' ? [`${patternConstant(compiler, pattern)}(value)`] : []),
    ...formatTests(compiler, schema, 'string'),
    ...(isTextInteger(schema) ? boundTests(schema, 'BigInt(value)') : []),
  ])
}

/** Returns the test of the keywords for bigints, as which servers read JSON integers above 2^53. */
export function bigintTest(compiler: Compiler, schema: JsonObject): string {
  return conjunction([
    ...boundTests(schema, 'value'),
    ...formatTests(compiler, schema, 'number'),
    ...stepTests(compiler, schema),
  ])
}

function lengthTests(compiler: Compiler, schema: JsonObject): readonly string[] {
  const least = numberOf(own(schema, 'minLength')) ?? 0
  const most = numberOf(own(schema, 'maxLength'))
  if (most === undefined && least <= 1) return least === 1 ? ["value !== ''"] : []
  const limits = [least, ...(most === undefined ? [] : [most])].join(', ')
  return [`${runtime(compiler, 'hasLength')}(value, ${limits})`]
}

export function patternConstant(compiler: Compiler, pattern: string): string {
  return constantOf(compiler, {
    name: () => numbered(compiler, 'pattern'),
    type: '(text: string) => boolean',
    value: `${runtime(compiler, 'patternTest')}(${quoteString(pattern)})`,
  })
}

/** Returns the test of the keywords for numbers. It is only evaluated if `value` is a number. */
export function numberTest(compiler: Compiler, schema: JsonObject): string {
  const types = typesOf(schema)
  const integer = types?.includes('integer') === true && !types.includes('number')
  return conjunction([
    ...(integer ? ['Number.isInteger(value)'] : []),
    // JSON has no infinity, but `JSON.parse` reads `1e999` as infinity.
    ...(types !== undefined && !integer ? ['Number.isFinite(value)'] : []),
    ...boundTests(schema, 'value'),
    ...formatTests(compiler, schema, 'number'),
    ...stepTests(compiler, schema),
  ])
}

function stepTests(compiler: Compiler, schema: JsonObject): readonly string[] {
  const step = exactNumberOf(own(schema, 'multipleOf'))
  if (step === undefined || step <= 0) return []
  return [`${runtime(compiler, 'isMultiple')}(value, ${jsonLiteral(step)})`]
}

/**
 * Returns the tests of bounds. Draft 4 uses `exclusiveMinimum: true` together with `minimum`. With
 * `BigInt(value)`, a preceding test must ensure that the string is an integer.
 */
function boundTests(schema: JsonObject, value: 'value' | 'BigInt(value)'): readonly string[] {
  const compare = (sign: string, limit: number | bigint): string =>
    `${value} ${sign} ${jsonLiteral(limit)}`
  const bound = (limit: string, exclusive: string, sign: string): readonly string[] => {
    const inclusiveLimit = exactNumberOf(own(schema, limit))
    const exclusiveLimit = exactNumberOf(own(schema, exclusive))
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

/** Whether the range of the format lies within the bound, so that the bound needs no test. */
function impliedBy(schema: JsonObject, limit: string, bound: number | bigint | undefined): boolean {
  const format = integerFormat(schema)
  if (format === undefined || bound === undefined) return false
  const { signed, bits } = format
  const width = BigInt(signed ? bits - 1 : bits)
  if (limit === 'minimum') return bound <= (signed ? -(1n << width) : 0)
  return bound >= (1n << width) - 1n
}
