import type { JsonCodec } from '../descriptor.ts'
import { replaceOutsideStrings, someOutsideStrings } from './json-strings.ts'
import { stringify } from '@rpcloom/schema/json'

/** Number of digits from which a double may not represent an integer. */
const DIGITS = 16

/** Matches integers that a double may not represent. */
const longIntegers = /(?<![-+.\w])(-?[1-9]\d{15,999})(?:\.0+)?(?![-+.\w]|\s*:)/g

/** Whether JSON may have integers that a double cannot represent. */
export function hasLongInteger(text: string): boolean {
  return someOutsideStrings(text, DIGITS, (start, end) => /\d{16}/.test(text.slice(start, end)))
}

/**
 * Like `JSON.parse`, but integers that a double cannot represent become bigints. This includes integers with
 * a fraction of zeros, such as `9007199254740993.0`. Numbers with an exponent or another fraction are read as
 * doubles.
 */
export function parseLossless(text: string): unknown {
  // `JSON.parse` would round the integers, so they become strings with a mark. The mark is random, so that no
  // other string starts with it.
  const mark = `${Math.random()}:`
  const marked = replaceOutsideStrings(text, [longIntegers, `"${mark}$1"`], DIGITS)
  if (marked === text) return JSON.parse(text)
  return JSON.parse(marked, (_key, value: unknown) => {
    if (typeof value !== 'string' || !value.startsWith(mark)) return value
    const integer = value.slice(mark.length)
    const double = Number(integer)
    return Number.isSafeInteger(double) ? double : BigInt(integer)
  })
}

/** JSON with lossless integers. */
export const losslessJson: JsonCodec = { parse: parseLossless, stringify }
