import { isNumeric } from '../json/equal.ts'
import { isTextInteger } from '../formats/formats.ts'
import type { Rule } from '../check/rule.ts'
import type { SchemaObject } from '../types.ts'
import type { KeywordTable } from './keyword.ts'
import { numberText } from './number-text.ts'

/** Keywords for numbers. */
export const numberKeywords: KeywordTable = {
  minimum: { form: 'number', of: 'number', limit: { side: 'least' } },
  maximum: { form: 'number', of: 'number', limit: { side: 'most' } },
  exclusiveMinimum: {
    form: 'exclusive',
    draft7: noFlag,
    of: 'number',
    limit: { side: 'least', isExclusive: true },
    label: numberLabel('more than'),
  },
  exclusiveMaximum: {
    form: 'exclusive',
    draft7: noFlag,
    of: 'number',
    limit: { side: 'most', isExclusive: true },
    label: numberLabel('less than'),
  },
  multipleOf: {
    form: 'number',
    draft7: positive,
    of: 'number',
    isOrdered: true,
    label: numberLabel('a multiple of'),
  },
}

function numberLabel(words: string): (value: unknown) => string | undefined {
  return (value) => (isNumeric(value) ? `${words} ${numberText(value)}` : undefined)
}

function noFlag(value: unknown): string | undefined {
  return typeof value === 'boolean'
    ? 'A boolean is draft 4 syntax; since draft 6 the value is the limit itself.'
    : undefined
}

function positive(value: unknown): string | undefined {
  return isNumeric(value) && value <= 0 ? 'The value must be greater than 0.' : undefined
}

type Numeric = number | bigint

const numbers: Rule = {
  names: ['minimum', 'maximum', 'exclusiveMinimum', 'exclusiveMaximum', 'multipleOf'],
  check(schema) {
    const bounds = boundsOf(schema)
    if (bounds.length === 0) return undefined
    // A decimal string is treated as a number if the schema allows integers as strings.
    const readsText = isTextInteger(schema)
    return (value, run) => {
      const number = isNumeric(value) ? value : readsText ? textInteger(value) : undefined
      if (number === undefined) return true
      let isValid = true
      for (const { keyword, fails, expected } of bounds) {
        if (!fails(number)) continue
        isValid = run.fail(keyword, `must be ${expected}`, expected)
        if (run.isOver) return false
      }
      return isValid
    }
  },
}

interface Bound {
  readonly keyword: string
  readonly fails: (value: Numeric) => boolean
  readonly expected: string
}

function boundsOf(schema: SchemaObject): readonly Bound[] {
  const { minimum, maximum, exclusiveMinimum, exclusiveMaximum, multipleOf } = schema
  const bounds: Bound[] = []
  const add = (
    keyword: string,
    limit: unknown,
    word: string,
    fails: (value: Numeric, limit: Numeric) => boolean,
  ): void => {
    if (!isNumeric(limit)) return
    bounds.push({ keyword, fails: (value) => fails(value, limit), expected: `${word} ${limit}` })
  }
  // Draft 4 uses `exclusiveMinimum: true` with `minimum`.
  if (exclusiveMinimum === true) add('minimum', minimum, '>', (value, limit) => value <= limit)
  else add('minimum', minimum, '>=', (value, limit) => value < limit)
  if (exclusiveMaximum === true) add('maximum', maximum, '<', (value, limit) => value >= limit)
  else add('maximum', maximum, '<=', (value, limit) => value > limit)
  add('exclusiveMinimum', exclusiveMinimum, '>', (value, limit) => value <= limit)
  add('exclusiveMaximum', exclusiveMaximum, '<', (value, limit) => value >= limit)
  if (isNumeric(multipleOf) && multipleOf > 0)
    add('multipleOf', multipleOf, 'a multiple of', (value, factor) => !isMultiple(value, factor))
  return bounds
}

function textInteger(value: unknown): bigint | undefined {
  return typeof value === 'string' && /^-?\d{1,100}$/.test(value) ? BigInt(value) : undefined
}

/** Whether a number is a multiple of `factor` (`multipleOf`), allowing for the rounding of doubles. */
export function isMultiple(value: Numeric, factor: Numeric): boolean {
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

/** Returns the least number that is a multiple of each factor; the largest factor if they have too many decimals. */
export function commonMultiple(factors: readonly number[]): number {
  const decimals = Math.max(...factors.map(decimalsOf))
  if (decimals > 15) return Math.max(...factors)
  const scale = 10 ** decimals
  const whole = factors.map((factor) => Math.round(factor * scale))
  return whole.reduce((all, one) => (all / divisor(all, one)) * one) / scale
}

function decimalsOf(factor: number): number {
  const [digits = '', exponent = '0'] = String(factor).split('e')
  return Math.max(0, (digits.split('.')[1] ?? '').length - Number(exponent))
}

function divisor(a: number, b: number): number {
  return b === 0 ? a : divisor(b, a % b)
}

/** How numbers are checked. */
export const numberRules: readonly Rule[] = [numbers]
