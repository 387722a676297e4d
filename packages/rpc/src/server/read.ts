import { isRecord } from '../json-rpc.ts'

/** Whether JSON text is nested deeper than allowed. */
export function isTooDeep(text: string, limit: number): boolean {
  // Every level takes a bracket at both ends; most texts have too few of them to be walked through.
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

/** Whether a text has at most so many opening brackets, inside strings or not. */
function hasFew(text: string, limit: number): boolean {
  let count = 0
  for (const bracket of ['{', '[']) {
    for (let at = text.indexOf(bracket); at >= 0; at = text.indexOf(bracket, at + 1)) {
      if (++count > limit) return false
    }
  }
  return true
}

/** Index of the closing quote. */
function endOfString(text: string, open: number): number {
  for (let at = open + 1; at < text.length; at++) {
    const char = text.charCodeAt(at)
    if (char === 0x5c) at++
    else if (char === 0x22) return at
  }
  return text.length
}

/** White space of JSON: a byte order mark is none. */
const notSpace = /[^ \t\r\n]/

/** Whether there is nothing to read. */
export function isBlank(text: string): boolean {
  return !notSpace.test(text)
}

/** Text of the first JSON value, for endpoints that ignore what follows it; all of it where no value ends. */
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

/** The same for a number or a word; all of the text where it begins with neither. */
function firstScalar(text: string, start: number): string {
  const scalar = /-?\d[\d.eE+-]*|true|false|null/y
  scalar.lastIndex = Math.max(start, 0)
  return scalar.exec(text)?.[0] ?? text
}

/**
 * Other readings of a text, for numbers that a double cannot hold. Each is made when first asked for,
 * and once: a batch may ask a thousand times.
 */
export class Exact {
  readonly #text: string
  #integers: { readonly value: unknown } | undefined
  #numbers: { readonly value: unknown } | undefined

  constructor(text: string) {
    this.#text = text
  }

  /** Integers that a double cannot hold are decimal text; `undefined` where there are none. */
  get integers(): unknown {
    this.#integers ??= {
      value: /\d{16}/.test(this.#text) ? withQuoted(this.#text, isWide) : undefined,
    }
    return this.#integers.value
  }

  /** Every number is the text that it was. */
  get numbers(): unknown {
    this.#numbers ??= { value: withQuoted(this.#text, () => true) }
    return this.#numbers.value
  }
}

function isWide(token: string): boolean {
  return /^-?[1-9]\d+$/.test(token) && !Number.isSafeInteger(+token)
}

/** JSON with some of its numbers as text. Walks, where an expression for strings would need a stack as long as them. */
function withQuoted(text: string, isQuoted: (token: string) => boolean): unknown {
  const quote = (token: string): string => (isQuoted(token) ? `"${token}"` : token)
  let quoted = ''
  let at = 0
  while (at < text.length) {
    const mark = text.indexOf('"', at)
    const open = mark < 0 ? text.length : mark
    const end = endOfString(text, open) + 1
    quoted += text.slice(at, open).replace(/-?\d[-+.\deE]*/g, quote) + text.slice(open, end)
    at = end
  }
  return JSON.parse(quoted)
}

/** An id as JSON text. A number that a double cannot hold is taken from the text of the request. */
export function idText(id: unknown, exact: Exact, index: number | undefined): string {
  if (typeof id !== 'number') return JSON.stringify(id) ?? 'null'
  if (Number.isSafeInteger(id) && !Object.is(id, -0)) return `${id}`
  const message = messageAt(exact.numbers, index)
  const digits = isRecord(message) ? message['id'] : undefined
  return typeof digits === 'string' ? digits : JSON.stringify(id)
}

/** The message itself, or one entry of a batch. */
export function messageAt(parsed: unknown, index: number | undefined): unknown {
  return index === undefined ? parsed : Array.isArray(parsed) ? parsed[index] : undefined
}
