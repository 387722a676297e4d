import { customFormat } from '../formats/custom.ts'
import { customTest, formatTest, isOtherText } from '../formats/formats.ts'
import { patternTest } from '../patterns/pattern.ts'
import type { Rule } from '../check/rule.ts'
import type { Check } from '../check/run.ts'
import type { SchemaObject } from '../types.ts'
import { every } from '../check/every.ts'
import type { KeywordTable } from './keyword.ts'

/** Keywords for strings. `format` also applies to numbers. */
export const stringKeywords: KeywordTable = {
  minLength: { form: 'count', of: 'string', limit: { side: 'least', unit: 'characters' } },
  maxLength: { form: 'count', of: 'string', limit: { side: 'most', unit: 'characters' } },
  pattern: {
    form: 'text',
    of: 'string',
    pattern: (value) => (typeof value === 'string' ? value : undefined),
  },
  format: { form: 'text', isOrdered: true },
  contentEncoding: { form: 'text' },
  contentMediaType: { form: 'text' },
  contentSchema: { holds: 'one' },
}

const strings: Rule = {
  names: ['minLength', 'maxLength', 'pattern'],
  check(schema) {
    const { minLength, maxLength, pattern } = schema
    const checks: Check[] = []
    if (typeof minLength === 'number') {
      const expected = `>= ${minLength} characters`
      const message = `must have at least ${minLength} characters`
      checks.push(
        (value, run) =>
          lengthOf(String(value), minLength) >= minLength ||
          run.fail('minLength', message, expected),
      )
    }
    if (typeof maxLength === 'number') {
      const expected = `<= ${maxLength} characters`
      const message = `must have at most ${maxLength} characters`
      checks.push(
        (value, run) =>
          lengthOf(String(value), maxLength) <= maxLength ||
          run.fail('maxLength', message, expected),
      )
    }
    if (typeof pattern === 'string') {
      const expected = pattern.slice(0, 200)
      const test = patternTest(pattern)
      checks.push((value, run) => {
        if (isExcessive(schema, String(value))) return true
        return test(String(value)) || run.fail('pattern', `must match ${expected}`, expected)
      })
    }
    const check = every(checks)
    return check && ((value, run) => typeof value !== 'string' || check(value, run))
  },
}

const format: Rule = {
  names: ['format'],
  check(schema, { resolve }) {
    const { format: name } = schema
    if (typeof name !== 'string') return undefined
    const custom = customFormat(resolve.formats, name)
    const test = custom ? customTest(custom) : formatTest(name)
    if (test === undefined) return undefined
    const isOther = isOtherText(schema)
    const message = `must be ${name}`
    return (value, run) =>
      (typeof value === 'string' && (isOther || isExcessive(schema, value))) ||
      test(value) ||
      run.fail('format', message, name)
  },
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

/** How strings are checked. */
export const stringRules: readonly Rule[] = [strings, format]
