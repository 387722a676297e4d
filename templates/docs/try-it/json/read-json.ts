/** The value of a JSON text, or the position of the first error. */
export type ReadJson =
  | { readonly kind: 'value'; readonly value: unknown }
  | { readonly kind: 'fault'; readonly fault: JsonFault }

export interface JsonFault {
  /** Index of the character. */
  readonly at: number
  readonly line: number
  readonly column: number
  readonly message: string
}

/** Deeper nesting would overflow the stack of some browsers. */
const deepest = 500
/** Converting longer numbers takes quadratic time. */
const longestNumber = 2000

/** Parses JSON losslessly: integers that a double cannot represent become bigints. */
export function readJson(text: string): ReadJson {
  try {
    return { kind: 'value', value: new Reader(text).whole() }
  } catch (error) {
    if (!(error instanceof Misfit)) throw error
    const before = text.slice(0, error.at).split('\n')
    const column = (before.at(-1)?.length ?? 0) + 1
    const fault = { at: error.at, line: before.length, column, message: error.message }
    return { kind: 'fault', fault }
  }
}

class Misfit extends Error {
  readonly at: number
  constructor(at: number, message: string) {
    super(message)
    this.at = at
  }
}

const space = /[ \t\n\r]*/y
const number = /-?(?:0|[1-9]\d*)(\.\d+)?([eE][+-]?\d+)?/y
/** Characters of strings that need no escape. */
const plain = /(?:[^"\\\p{Cc}]|[\u007f-\u009f])*/uy
const word = /true|false|null/y
const words: ReadonlyMap<string, unknown> = new Map<string, unknown>([
  ['true', true],
  ['false', false],
  ['null', null],
])
const escapes: ReadonlyMap<string, string> = new Map([
  ['"', '"'],
  ['\\', '\\'],
  ['/', '/'],
  ['b', '\b'],
  ['f', '\f'],
  ['n', '\n'],
  ['r', '\r'],
  ['t', '\t'],
])

class Reader {
  readonly #text: string
  #at = 0

  constructor(text: string) {
    this.#text = text
  }

  whole(): unknown {
    const value = this.#value(0)
    this.#take(space)
    if (this.#at < this.#text.length) this.#fail('unexpected text after the value')
    return value
  }

  #value(depth: number): unknown {
    this.#take(space)
    if (depth > deepest) this.#fail('nested too deeply')
    const next = this.#text[this.#at]
    if (next === '{') return this.#object(depth)
    if (next === '[') return this.#array(depth)
    if (next === '"') return this.#string()
    const known = this.#take(word)
    if (known !== '') return words.get(known)
    return this.#number()
  }

  #object(depth: number): unknown {
    const members = new Map<string, unknown>()
    this.#at++
    this.#take(space)
    if (this.#skip('}')) return {}
    do {
      this.#take(space)
      const at = this.#at
      if (this.#text[at] !== '"') this.#fail('expected a name in double quotes')
      const name = this.#string()
      if (members.has(name)) throw new Misfit(at, `${JSON.stringify(name)} is a duplicate name`)
      this.#take(space)
      if (!this.#skip(':')) this.#fail('expected :')
      members.set(name, this.#value(depth + 1))
      this.#take(space)
    } while (this.#skip(','))
    if (!this.#skip('}')) this.#fail('expected , or }')
    // `fromEntries` is safe for `__proto__`.
    return Object.fromEntries(members)
  }

  #array(depth: number): unknown {
    const items: unknown[] = []
    this.#at++
    this.#take(space)
    if (this.#skip(']')) return items
    do {
      items.push(this.#value(depth + 1))
      this.#take(space)
    } while (this.#skip(','))
    if (!this.#skip(']')) this.#fail('expected , or ]')
    return items
  }

  #string(): string {
    const start = this.#at++
    let read = ''
    for (;;) {
      read += this.#take(plain)
      if (this.#skip('"')) return read
      if (this.#at >= this.#text.length) throw new Misfit(start, 'this string has no closing quote')
      if (!this.#skip('\\')) this.#fail('line breaks and control characters must be escaped')
      read += this.#escape()
    }
  }

  #escape(): string {
    const mark = this.#text[this.#at] ?? ''
    const simple = escapes.get(mark)
    if (simple !== undefined) {
      this.#at++
      return simple
    }
    const code = this.#text.slice(this.#at + 1, this.#at + 5)
    if (mark !== 'u' || !/^[\da-fA-F]{4}$/.test(code)) this.#fail('invalid escape')
    this.#at += 5
    return String.fromCharCode(Number.parseInt(code, 16))
  }

  #number(): number | bigint {
    const start = this.#at
    const text = this.#take(number)
    if (text === '') {
      const isEnd = start >= this.#text.length
      this.#fail(isEnd ? 'expected a value' : 'unexpected character')
    }
    const read = numberOf(text)
    if (read === undefined) throw new Misfit(start, 'this number is too large')
    return read
  }

  /** Returns the match at the current position; empty if there is none. */
  #take(expression: RegExp): string {
    expression.lastIndex = this.#at
    const [found = ''] = expression.exec(this.#text) ?? []
    this.#at += found.length
    return found
  }

  #skip(mark: string): boolean {
    const isThere = this.#text[this.#at] === mark
    if (isThere) this.#at++
    return isThere
  }

  #fail(message: string): never {
    throw new Misfit(this.#at, message)
  }
}

/** Returns the number of a JSON number's text, integers with all their digits; undefined if it is too large. */
export function numberOf(text: string): number | bigint | undefined {
  if (text.length > longestNumber) return undefined
  const value = Number(text)
  if (/^-?\d+$/.test(text) && !Number.isSafeInteger(value)) return BigInt(text)
  return Number.isFinite(value) ? value : wholeNumberOf(text)
}

/**
 * A number beyond the range of doubles, such as `1.5e400`, is an integer: the exponent exceeds its fraction
 * digits.
 */
function wholeNumberOf(text: string): bigint | undefined {
  const [, whole = '', fraction = '', exponent] =
    /^(-?\d+)(?:\.(\d+))?[eE]\+?(\d+)$/.exec(text) ?? []
  const zeros = Number(exponent) - fraction.length
  const isKept = zeros >= 0 && zeros <= longestNumber
  return isKept ? BigInt(`${whole}${fraction}${'0'.repeat(zeros)}`) : undefined
}
