import { deepEqual } from './equal.ts'
import { formatTest, isIntegerFormat } from './formats.ts'
import { matches } from './pattern.ts'
import type { At, SchemaObject, Walk } from './types.ts'

/** `type`, `enum`, `const`, `format`, and what bounds numbers and strings. */
export function scalarKeywords(walk: Walk, schema: SchemaObject, value: unknown, at: At): void {
  checkType(walk, schema, value, at)
  if (Array.isArray(schema['enum'])) checkEnum(walk, schema['enum'], value, at)
  if ('const' in schema && !deepEqual(schema['const'], value)) {
    const expected = shown(schema['const'])
    walk.report(at, 'const', `must be ${expected}`, expected)
  }
  const number = numberOf(schema, value)
  if (number !== undefined) checkNumber(walk, schema, number, at)
  if (typeof value === 'string') checkString(walk, schema, value, at)
  if (typeof schema['format'] === 'string') checkFormat(walk, schema['format'], value, at)
}

function checkType(walk: Walk, schema: SchemaObject, value: unknown, at: At): void {
  const type = schema['type']
  if (type === undefined || isType(type, value)) return
  const types: readonly unknown[] = Array.isArray(type) ? type : type === undefined ? [] : [type]
  if (types.length === 0 || types.some((name) => isType(name, value))) return
  const expected = types.join(' or ')
  walk.report(at, 'type', `must be ${expected}`, expected)
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

function checkEnum(walk: Walk, allowed: readonly unknown[], value: unknown, at: At): void {
  if (allowed.some((one) => deepEqual(one, value))) return
  const expected = allowed.slice(0, 20).map(shown).join(', ')
  walk.report(at, 'enum', `must be one of ${expected}`, expected)
}

/** Text of a value that the document itself holds. */
function shown(value: unknown): string {
  return (JSON.stringify(value) ?? '').slice(0, 100)
}

/** The number that bounds apply to: decimal text counts where the schema lets an integer travel as text. */
function numberOf(schema: SchemaObject, value: unknown): number | bigint | undefined {
  if (typeof value === 'number' || typeof value === 'bigint') return value
  const type = schema['type']
  if (typeof value !== 'string' || !Array.isArray(type)) return undefined
  const asText = type.includes('string') && type.includes('integer')
  if (!asText || !isIntegerFormat(schema['format'])) return undefined
  return /^-?\d{1,100}$/.test(value) ? BigInt(value) : undefined
}

function checkNumber(walk: Walk, schema: SchemaObject, value: number | bigint, at: At): void {
  const { minimum, maximum, exclusiveMinimum, exclusiveMaximum, multipleOf } = schema
  const bound = (keyword: string, limit: number | bigint, fails: boolean, word: string): void => {
    if (fails) walk.report(at, keyword, `must be ${word} ${limit}`, `${word} ${limit}`)
  }
  if (typeof minimum === 'number') {
    // Draft 4 wrote exclusiveMinimum: true beside minimum.
    if (exclusiveMinimum === true) bound('minimum', minimum, value <= minimum, '>')
    else bound('minimum', minimum, value < minimum, '>=')
  }
  if (typeof maximum === 'number') {
    if (exclusiveMaximum === true) bound('maximum', maximum, value >= maximum, '<')
    else bound('maximum', maximum, value > maximum, '<=')
  }
  if (typeof exclusiveMinimum === 'number') {
    bound('exclusiveMinimum', exclusiveMinimum, value <= exclusiveMinimum, '>')
  }
  if (typeof exclusiveMaximum === 'number') {
    bound('exclusiveMaximum', exclusiveMaximum, value >= exclusiveMaximum, '<')
  }
  if (typeof multipleOf === 'number' && multipleOf > 0) {
    bound('multipleOf', multipleOf, !isMultiple(value, multipleOf), 'a multiple of')
  }
}

export function isMultiple(value: number | bigint, factor: number): boolean {
  if (typeof value === 'bigint') {
    return Number.isInteger(factor)
      ? value % BigInt(factor) === 0n
      : isMultiple(Number(value), factor)
  }
  const quotient = value / factor
  // Where the division overflows, the value is a whole number of enormous size.
  if (!Number.isFinite(quotient)) return Number.isFinite(value) && Number.isInteger(1 / factor)
  // 0.07 / 0.01 is 7.000000000000001.
  return Math.abs(quotient - Math.round(quotient)) <= Math.abs(quotient) * 4 * Number.EPSILON
}

function checkString(walk: Walk, schema: SchemaObject, value: string, at: At): void {
  const { minLength, maxLength, pattern } = schema
  if (typeof minLength === 'number' && lengthOf(value, minLength) < minLength) {
    walk.report(
      at,
      'minLength',
      `must have at least ${minLength} characters`,
      `>= ${minLength} characters`,
    )
  }
  if (typeof maxLength === 'number' && lengthOf(value, maxLength) > maxLength) {
    walk.report(
      at,
      'maxLength',
      `must have at most ${maxLength} characters`,
      `<= ${maxLength} characters`,
    )
  }
  if (typeof pattern === 'string' && !matches(pattern, value)) {
    walk.report(at, 'pattern', `must match ${pattern.slice(0, 200)}`, pattern.slice(0, 200))
  }
}

/** Code points, counted only where the number of UTF-16 units leaves the answer open. */
export function lengthOf(value: string, limit: number): number {
  if (value.length <= limit / 2 || value.length < limit || value.length > limit * 2)
    return value.length
  let count = value.length
  for (let at = 1; at < value.length; at++) {
    if (isLow(value.charCodeAt(at)) && isHigh(value.charCodeAt(at - 1))) count--
  }
  return count
}

function isHigh(unit: number): boolean {
  return unit >= 0xd800 && unit < 0xdc00
}

function isLow(unit: number): boolean {
  return unit >= 0xdc00 && unit < 0xe000
}

function checkFormat(walk: Walk, format: string, value: unknown, at: At): void {
  const test = walk.options.formats?.[format] ?? formatTest(format)
  if (test && !test(value)) walk.report(at, 'format', `must be ${format}`, format)
}
