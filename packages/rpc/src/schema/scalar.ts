import { deepEqual, isNumeric } from './equal.ts'
import { customFormat } from '../document-formats.ts'
import { customTest, formatTest, isOtherText, isTextInteger } from './formats.ts'
import { matches } from './pattern.ts'
import { stringify } from '../shape/stringify.ts'
import type { SchemaObject, Walk } from './types.ts'

export type ScalarKeyword = (walk: Walk, schema: SchemaObject, value: unknown) => void

/**
 * Returns the checks of a schema for `type`, `enum`, `const`, `format`, and the bounds of numbers and
 * strings, in the order of this list.
 */
export function scalarKeywordsOf(schema: SchemaObject): readonly ScalarKeyword[] {
  const has = (keyword: string): boolean => keyword in schema
  const keywords: ScalarKeyword[] = []
  if (has('type')) keywords.push(checkType)
  if (Array.isArray(schema['enum'])) keywords.push(checkEnum)
  if (has('const')) keywords.push(checkConst)
  if (ofNumbers.some(has)) keywords.push(checkNumber)
  if (ofStrings.some(has)) keywords.push(checkString)
  if (typeof schema['format'] === 'string') keywords.push(checkFormat)
  return keywords
}

const ofNumbers = ['minimum', 'maximum', 'exclusiveMinimum', 'exclusiveMaximum', 'multipleOf']
const ofStrings = ['minLength', 'maxLength', 'pattern']

function checkType(walk: Walk, schema: SchemaObject, value: unknown): void {
  const type = schema['type']
  if (type === undefined || isType(type, value)) return
  const types: readonly unknown[] = Array.isArray(type) ? type : [type]
  if (types.length === 0 || types.some((name) => isType(name, value))) return
  const expected = types.join(' or ')
  walk.report('type', `must be ${expected}`, expected)
}

function isType(name: unknown, value: unknown): boolean {
  switch (name) {
    case 'integer':
      return typeof value === 'bigint' || Number.isInteger(value)
    case 'number':
      return typeof value === 'bigint' || Number.isFinite(value)
    case 'null':
      return value === null
    case 'array':
      return Array.isArray(value)
    case 'object':
      return typeof value === 'object' && value !== null && !Array.isArray(value)
    default:
      return typeof value === name
  }
}

function checkEnum(walk: Walk, schema: SchemaObject, value: unknown): void {
  const allowed = schema['enum'] as readonly unknown[]
  if (allowed.some((one) => deepEqual(one, value))) return
  const expected = allowed.slice(0, 20).map(shown).join(', ')
  walk.report('enum', `must be one of ${expected}`, expected)
}

function checkConst(walk: Walk, schema: SchemaObject, value: unknown): void {
  if (deepEqual(schema['const'], value)) return
  const expected = shown(schema['const'])
  walk.report('const', `must be ${expected}`, expected)
}

function shown(value: unknown): string {
  return stringify(value).slice(0, 100)
}

/**
 * Returns the number to compare with bounds. A decimal string is treated as a number if the schema allows
 * integers as strings.
 */
function numberOf(schema: SchemaObject, value: unknown): number | bigint | undefined {
  if (isNumeric(value)) return value
  if (typeof value !== 'string' || !isTextInteger(schema)) return undefined
  return /^-?\d{1,100}$/.test(value) ? BigInt(value) : undefined
}

function checkNumber(walk: Walk, schema: SchemaObject, given: unknown): void {
  const value = numberOf(schema, given)
  if (value === undefined) return
  const { minimum, maximum, exclusiveMinimum, exclusiveMaximum, multipleOf } = schema
  const bound = (keyword: string, limit: number | bigint, fails: boolean, word: string): void => {
    if (fails) walk.report(keyword, `must be ${word} ${limit}`, `${word} ${limit}`)
  }
  if (isNumeric(minimum)) {
    // Draft 4 uses `exclusiveMinimum: true` with `minimum`.
    if (exclusiveMinimum === true) bound('minimum', minimum, value <= minimum, '>')
    else bound('minimum', minimum, value < minimum, '>=')
  }
  if (isNumeric(maximum)) {
    if (exclusiveMaximum === true) bound('maximum', maximum, value >= maximum, '<')
    else bound('maximum', maximum, value > maximum, '<=')
  }
  if (isNumeric(exclusiveMinimum)) {
    bound('exclusiveMinimum', exclusiveMinimum, value <= exclusiveMinimum, '>')
  }
  if (isNumeric(exclusiveMaximum)) {
    bound('exclusiveMaximum', exclusiveMaximum, value >= exclusiveMaximum, '<')
  }
  if (isNumeric(multipleOf) && multipleOf > 0) {
    bound('multipleOf', multipleOf, !isMultiple(value, multipleOf), 'a multiple of')
  }
}

/** Whether a number is a multiple of `factor` (`multipleOf`), allowing for the rounding of doubles. */
export function isMultiple(value: number | bigint, factor: number | bigint): boolean {
  if (typeof value === 'bigint' || typeof factor === 'bigint') {
    const areWhole = [value, factor].every(
      (one) => typeof one === 'bigint' || Number.isInteger(one),
    )
    return areWhole
      ? BigInt(value) % BigInt(factor) === 0n
      : isMultiple(Number(value), Number(factor))
  }
  const quotient = value / factor
  // The division overflows for huge values, and every huge double is an integer. Every integer is a multiple
  // of `factor` if 1 is a multiple of `factor`, such as 0.01.
  if (!Number.isFinite(quotient)) return Number.isFinite(value) && Number.isInteger(1 / factor)
  // The quotient may be rounded: 0.07 / 0.01 is 7.000000000000001.
  return Math.abs(quotient - Math.round(quotient)) <= Math.abs(quotient) * 4 * Number.EPSILON
}

function checkString(walk: Walk, schema: SchemaObject, value: unknown): void {
  if (typeof value !== 'string') return
  const { minLength, maxLength, pattern } = schema
  if (typeof minLength === 'number' && lengthOf(value, minLength) < minLength) {
    walk.report(
      'minLength',
      `must have at least ${minLength} characters`,
      `>= ${minLength} characters`,
    )
  }
  if (typeof maxLength === 'number' && lengthOf(value, maxLength) > maxLength) {
    walk.report(
      'maxLength',
      `must have at most ${maxLength} characters`,
      `<= ${maxLength} characters`,
    )
  }
  if (isExcessive(schema, value)) return
  if (typeof pattern === 'string' && !matches(pattern, value)) {
    walk.report('pattern', `must match ${pattern.slice(0, 200)}`, pattern.slice(0, 200))
  }
}

/** Length from which a string that exceeds `maxLength` is not read further. */
const EXCESSIVE = 10_000

/** Whether a string is so long that checking its pattern and format would take long for nothing. */
function isExcessive({ maxLength }: SchemaObject, { length }: string): boolean {
  // A code point has at most two UTF-16 units.
  return typeof maxLength === 'number' && length > Math.max(EXCESSIVE, maxLength * 2)
}

/** Whether a string has between `least` and `most` characters. */
export function hasLength(value: string, least: number, most: number = Infinity): boolean {
  return lengthOf(value, least) >= least && (value.length <= most || lengthOf(value, most) <= most)
}

/**
 * Returns the number of code points if it is at most `limit`, or else any number above `limit`. Code points
 * are only counted if the number of UTF-16 units is inconclusive.
 */
function lengthOf(value: string, limit: number): number {
  const { length } = value
  if (length < limit || length > limit * 2) return length
  let count = 0
  for (let at = 0; at < length; at++) {
    // Stops early if the count is certain to exceed the limit: the units after the current unit contain at
    // least half as many code points. The current unit is ignored, since it may belong to the previous code
    // point.
    if (count + (length - at - 1) / 2 > limit) return limit + 1
    if (at === 0 || !isLow(value.charCodeAt(at)) || !isHigh(value.charCodeAt(at - 1))) count++
  }
  return count
}

function isHigh(unit: number): boolean {
  return unit >= 0xd800 && unit < 0xdc00
}

function isLow(unit: number): boolean {
  return unit >= 0xdc00 && unit < 0xe000
}

function checkFormat(walk: Walk, schema: SchemaObject, value: unknown): void {
  const format = schema['format'] as string
  if (typeof value === 'string' && (isOtherText(schema) || isExcessive(schema, value))) return
  const custom = customFormat(walk.resolve.formats, format)
  const test = custom ? customTest(custom) : formatTest(format)
  if (test && !test(value)) walk.report('format', `must be ${format}`, format)
}
