import type { Format, NumberFormat } from './format.ts'
import { isNumeric } from '../json/equal.ts'
import { isEmail, isIdnEmail, isIpv4, isIpv6, isIri } from './addresses.ts'
import { engineTest, matches } from '../patterns/pattern.ts'
import type { SchemaObject } from '../types.ts'

/** Tests a value of any type. A test for a string format accepts every value that is not a string. */
type Test = (value: unknown) => boolean

/** Groups do not capture where strings may be long, since the engine would keep a state for each repetition. */
const patterns: Readonly<Record<string, RegExp>> = {
  decimal: /^-?\d+(?:\.\d+)?$/,
  hex: /^0x(?:[\da-fA-F]{2})*$/,
  'hex-quantity': /^0x(?:0|[1-9a-fA-F][\da-fA-F]*)$/,
  'evm-address': /^0x[\da-fA-F]{40}$/,
  uri: /^[A-Za-z][A-Za-z0-9+.-]*:[^\s<>"{}|\\^`]*$/,
  'uri-reference': /^[^\s<>"{}|\\^`]*$/,
  hostname:
    /^(?=.{1,253}$)[A-Za-z0-9]([A-Za-z0-9-]{0,61}[A-Za-z0-9])?(\.[A-Za-z0-9]([A-Za-z0-9-]{0,61}[A-Za-z0-9])?)*$/,
  uuid: /^[\da-fA-F]{8}(-[\da-fA-F]{4}){3}-[\da-fA-F]{12}$/,
  'json-pointer': /^(\/([^~/]|~[01])*)*$/,
  'relative-json-pointer': /^(0|[1-9]\d*)(#|(\/([^~/]|~[01])*)*)$/,
  // In an ISO 8601 duration, units must be in descending order, and weeks cannot be combined with other
  // units.
  duration:
    /^P(\d+W|(?=[\dT])(\d+Y(\d+M(\d+D)?)?|\d+M(\d+D)?|\d+D)?(T(?=\d)(\d+H(\d+M(\d+S)?)?|\d+M(\d+S)?|\d+S))?)$/,
  'iri-reference': /^[^\s<>"{}|\\^`]*$/,
  'uri-template': /^([^\s<>"{}|\\^`]|\{[^\s<>"{}\\^`]+\})*$/,
}

const texts: Readonly<Record<string, (text: string) => boolean>> = {
  email: isEmail,
  'idn-email': isIdnEmail,
  iri: isIri,
  'date-time': isDateTime,
  rfc3339: isDateTime,
  date: isDate,
  time: isTime,
  ipv4: isIpv4,
  ipv6: isIpv6,
  regex: isRegex,
}

const tests = new Map<string, Test>([
  ...Object.entries(patterns).map(
    ([name, pattern]) => [name, textTest((text) => isMatch(pattern, text))] as const,
  ),
  ...Object.entries(texts).map(([name, test]) => [name, textTest(test)] as const),
])

export function formatTest(name: string): Test | undefined {
  const known = tests.get(name)
  if (known !== undefined) return known
  const range = integerRange(name)
  const test = range && integerTest(range)
  if (test !== undefined) tests.set(name, test)
  return test
}

export function customTest(format: Format | NumberFormat): Test {
  return format.of === 'number'
    ? (value) => !isNumeric(value) || format.validate(value)
    : textTest((text) => format.validate(text))
}

/** Tests a string with the engine. Other long strings, with which its stack overflows, are tested without it. */
function isMatch(pattern: RegExp, text: string): boolean {
  return engineTest(pattern, text) ?? matches(pattern.source, text)
}

/** Returns the regular expression of a format; `undefined` for a format without one. */
export function formatPattern(name: string): string | undefined {
  return Object.hasOwn(patterns, name) ? patterns[name]?.source : undefined
}

/** Whether a format is an integer format. Values of integer formats may be sent as decimal strings. */
export function isIntegerFormat(name: unknown): boolean {
  return integerRange(name) !== undefined
}

/**
 * Whether strings of a schema are integers in another form: its types are strings and integers, and strings are
 * listed first or have a pattern. Otherwise, the integer format does not apply to strings.
 */
export function isTextInteger({ type, format, pattern }: SchemaObject): boolean {
  if (!Array.isArray(type) || !isIntegerFormat(format)) return false
  const [text, integer] = [type.indexOf('string'), type.indexOf('integer')]
  return text >= 0 && integer >= 0 && (text < integer || typeof pattern === 'string')
}

/** Whether an integer format does not apply to strings, because the schema also allows strings of any form. */
export function isOtherText(schema: SchemaObject): boolean {
  const { type, format } = schema
  const isMixed = Array.isArray(type) && type.includes('integer') && type.includes('string')
  return isMixed && isIntegerFormat(format) && !isTextInteger(schema)
}

/** The smallest and the largest value of an integer format. */
export type IntegerRange = readonly [min: bigint, max: bigint]

/** Returns the bounds of an integer format: `uint` or `int` with a number of bits, such as `uint64`. */
export function integerRange(name: unknown): IntegerRange | undefined {
  const [, sign, digits] = (typeof name === 'string' && /^(u?)int([1-9]\d{0,2})$/.exec(name)) || []
  if (digits === undefined) return undefined
  const bits = BigInt(digits)
  if (sign === 'u') return [0n, (1n << bits) - 1n]
  const half = 1n << (bits - 1n)
  return [-half, half - 1n]
}

function textTest(test: (text: string) => boolean): Test {
  return (value) => typeof value !== 'string' || test(value)
}

function integerTest([min, max]: IntegerRange): Test {
  // Both bounds are powers of two or 0, which doubles represent exactly.
  const [least, above] = [Number(min), Number(max + 1n)]
  const longest = String(max).length + 2
  return (value) => {
    if (typeof value === 'number') return Number.isInteger(value) && value >= least && value < above
    if (typeof value === 'bigint') return within(value, min, max)
    if (typeof value !== 'string') return true
    // Longer strings are rejected without conversion.
    return value.length <= longest && /^-?\d+$/.test(value) && within(BigInt(value), min, max)
  }
}

function within(value: bigint, min: bigint, max: bigint): boolean {
  return value >= min && value <= max
}

function isDate(text: string): boolean {
  const match = /^(\d{4})-(\d\d)-(\d\d)$/.exec(text)
  if (!match) return false
  const [year, month, day] = match.slice(1).map(Number) as [number, number, number]
  if (month < 1 || month > 12 || day < 1) return false
  const leap = year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0)
  const days = month === 2 ? (leap ? 29 : 28) : [4, 6, 9, 11].includes(month) ? 30 : 31
  return day <= days
}

function isTime(text: string): boolean {
  const match = /^(\d\d):(\d\d):(\d\d)(?:\.\d+)?(?:[zZ]|([+-])(\d\d):(\d\d))$/.exec(text)
  if (!match) return false
  const [hour, minute, second] = match.slice(1, 4).map(Number) as [number, number, number]
  const [offsetHour, offsetMinute] = [Number(match[5] ?? 0), Number(match[6] ?? 0)]
  if (hour > 23 || minute > 59 || offsetHour > 23 || offsetMinute > 59) return false
  if (second < 60) return true
  // A leap second is always the last second of a day in UTC.
  const offset = (offsetHour * 60 + offsetMinute) * (match[4] === '-' ? -1 : 1)
  return second === 60 && (hour * 60 + minute - offset + 2880) % 1440 === 1439
}

function isDateTime(text: string): boolean {
  const at = text.search(/[tT ]/)
  return at > 0 && isDate(text.slice(0, at)) && isTime(text.slice(at + 1))
}

function isRegex(text: string): boolean {
  try {
    return new RegExp(text, 'u') instanceof RegExp
  } catch {
    return false
  }
}
