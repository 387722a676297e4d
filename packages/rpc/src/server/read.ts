import { isRecord } from '../json-rpc.ts'
import { endOfString, replaceOutsideStrings } from '../shape/json-strings.ts'
import { hasLongInteger, parseLossless } from '../shape/lossless.ts'

/** Whether JSON is nested more deeply than the limit. */
export function isTooDeep(text: string, limit: number): boolean {
  // Every level needs two brackets, and most messages have too few brackets to exceed the limit.
  if (text.length < limit * 2 || hasFew(text, limit)) return false
  let depth = 0
  for (let at = 0; at < text.length; at++) {
    const char = text.charCodeAt(at)
    if (char === 0x22) at = endOfString(text, at)
    else if (char === 0x5b || char === 0x7b) {
      if (++depth > limit) return true
    } else if (char === 0x5d || char === 0x7d) depth--
  }
  return false
}

/** Whether JSON has at most `limit` opening brackets, including brackets inside strings. */
function hasFew(text: string, limit: number): boolean {
  let count = 0
  for (const bracket of ['{', '[']) {
    for (let at = text.indexOf(bracket); at >= 0; at = text.indexOf(bracket, at + 1)) {
      if (++count > limit) return false
    }
  }
  return true
}

/** Whether JSON has more items and members than the limit. */
export function hasTooManyValues(text: string, limit: number): boolean {
  // Each value takes at least two characters.
  if (text.length <= limit * 2) return false
  let count = 0
  for (let at = 0; at < text.length; at++) {
    const char = text.charCodeAt(at)
    if (char === 0x22) at = endOfString(text, at)
    else if (char === 0x2c || char === 0x5b || char === 0x7b) {
      if (++count > limit) return true
    }
  }
  return false
}

/** Matches any character except the white space of JSON. A byte order mark is not white space. */
const notSpace = /[^ \t\r\n]/

export function isBlank(text: string): boolean {
  return !notSpace.test(text)
}

/**
 * Returns the JSON of the first value, for dialects that ignore further bytes. Returns the whole text if the
 * first value is incomplete.
 */
export function firstValue(text: string): string {
  const start = text.search(notSpace)
  const first = text[start]
  if (first === '"') return text.slice(start, endOfString(text, start) + 1)
  if (first !== '{' && first !== '[') return firstScalar(text, start)
  let depth = 0
  for (let at = start; at < text.length; at++) {
    const char = text[at]
    if (char === '"') at = endOfString(text, at)
    else if (char === '{' || char === '[') depth++
    else if ((char === '}' || char === ']') && --depth === 0) return text.slice(start, at + 1)
  }
  return text
}

function firstScalar(text: string, start: number): string {
  const scalar = /-?\d[\d.eE+-]*|true|false|null/y
  scalar.lastIndex = Math.max(start, 0)
  return scalar.exec(text)?.[0] ?? text
}

/**
 * A message parsed without losing digits of numbers that a double cannot represent. The parsed values are
 * computed on first use and cached, since each call of a batch may need them.
 */
export class Exact {
  readonly #text: string
  #integers: { readonly value: unknown } | undefined
  #numbers: { readonly value: unknown } | undefined

  constructor(text: string) {
    this.#text = text
  }

  /**
   * The parsed value, in which integers that a double cannot represent are bigints; `undefined` if there are
   * no such integers.
   */
  get integers(): unknown {
    this.#integers ??= {
      value: hasLongInteger(this.#text) ? parseLossless(this.#text) : undefined,
    }
    return this.#integers.value
  }

  /** The parsed value, in which every number is a string with its original digits. */
  get numbers(): unknown {
    this.#numbers ??= {
      value: JSON.parse(replaceOutsideStrings(this.#text, [/-?\d[-+.\deE]*/g, '"$&"'], 1)),
    }
    return this.#numbers.value
  }
}

/**
 * Returns the JSON of an ID. A number that a double cannot represent is copied from the JSON of the request.
 */
export function idText(id: unknown, exact: Exact, index: number | undefined): string {
  if (typeof id !== 'number') return JSON.stringify(id) ?? 'null'
  if (Number.isSafeInteger(id) && !Object.is(id, -0)) return `${id}`
  const message = messageAt(exact.numbers, index)
  const digits = isRecord(message) ? message['id'] : undefined
  return typeof digits === 'string' ? digits : JSON.stringify(id)
}

/** Returns the call of a batch at `index`, or the whole message if `index` is undefined. */
export function messageAt(parsed: unknown, index: number | undefined): unknown {
  return index === undefined ? parsed : Array.isArray(parsed) ? parsed[index] : undefined
}
