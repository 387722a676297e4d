import { escapePart } from '@rpcloom/schema/internal'
import { MAX_REMARKS } from './remark.ts'

/**
 * The value of a JSON text, or the reason why it is invalid. Integers that a double cannot represent are
 * bigints.
 */
export type ReadJson =
  | {
      readonly kind: 'value'
      readonly value: unknown
      /** Pointers to members that occur more than once, at most `MAX_REMARKS`. */
      readonly duplicates: readonly string[]
    }
  | {
      readonly kind: 'faulty'
      readonly reason: 'empty' | 'syntax' | 'truncated' | 'trailing' | 'depth'
      /** Offset at which parsing failed. */
      readonly offset: number
    }

const MAX_DEPTH = 500
/**
 * Maximum number of digits of an integer that is parsed exactly, which takes quadratic time. Longer integers
 * become doubles.
 */
const MAX_DIGITS = 10_000

/**
 * Parses JSON strictly (RFC 8259). Unlike `JSON.parse`, keeps all digits of integers and reports duplicate
 * members.
 */
export function readJson(text: string): ReadJson {
  if (text.trim() === '') return { kind: 'faulty', reason: 'empty', offset: 0 }
  const reader = new Reader(text)
  try {
    const value = reader.value('', 0)
    const offset = reader.end()
    if (offset < text.length) return { kind: 'faulty', reason: 'trailing', offset }
    return { kind: 'value', value, duplicates: reader.duplicates }
  } catch (error) {
    if (error instanceof Unreadable) {
      const { reason, offset } = error
      return { kind: 'faulty', reason, offset }
    }
    throw error
  }
}

/** Returns the value of a JSON text; undefined if it is invalid. */
export function jsonValue(text: string): unknown {
  const read = readJson(text)
  return read.kind === 'value' ? read.value : undefined
}

class Unreadable extends Error {
  readonly reason: 'syntax' | 'truncated' | 'depth'
  readonly offset: number

  constructor(reason: Unreadable['reason'], offset: number) {
    super(reason)
    this.reason = reason
    this.offset = offset
  }
}

const space = /[ \t\n\r]*/y
const number = /-?(?:0|[1-9]\d*)(\.\d+)?([eE][-+]?\d+)?/y
const words: readonly (readonly [string, unknown])[] = [
  ['true', true],
  ['false', false],
  ['null', null],
]

class Reader {
  readonly #text: string
  #at = 0
  readonly duplicates: string[] = []

  constructor(text: string) {
    this.#text = text
  }

  end(): number {
    this.#take(space)
    return this.#at
  }

  value(pointer: string, depth: number): unknown {
    if (depth > MAX_DEPTH) throw new Unreadable('depth', this.#at)
    this.#take(space)
    const next = this.#text[this.#at]
    if (next === '{') return this.#object(pointer, depth)
    if (next === '[') return this.#array(pointer, depth)
    if (next === '"') return this.#string()
    for (const [word, value] of words) if (this.#skip(word)) return value
    const written = this.#take(number)
    if (written === undefined || written === '') throw this.#fault()
    const isInteger = written.length <= MAX_DIGITS && /^-?\d+$/.test(written)
    const read = Number(written)
    return isInteger && !Number.isSafeInteger(read) ? BigInt(written) : read
  }

  #object(pointer: string, depth: number): object {
    const members = new Map<string, unknown>()
    this.#at++
    this.#take(space)
    if (this.#skip('}')) return {}
    do {
      this.#take(space)
      const name = this.#string()
      this.#take(space)
      if (!this.#skip(':')) throw this.#fault()
      const inner = `${pointer}/${escapePart(name)}`
      if (members.has(name) && this.duplicates.length < MAX_REMARKS) this.duplicates.push(inner)
      members.set(name, this.value(inner, depth + 1))
      this.#take(space)
    } while (this.#skip(','))
    if (!this.#skip('}')) throw this.#fault()
    // Unlike an assignment, `fromEntries` handles a member named `__proto__` correctly.
    return Object.fromEntries(members)
  }

  #array(pointer: string, depth: number): readonly unknown[] {
    const items: unknown[] = []
    this.#at++
    this.#take(space)
    if (this.#skip(']')) return items
    do {
      items.push(this.value(`${pointer}/${items.length}`, depth + 1))
      this.#take(space)
    } while (this.#skip(','))
    if (!this.#skip(']')) throw this.#fault()
    return items
  }

  #string(): string {
    if (this.#text[this.#at] !== '"') throw this.#fault()
    const end = this.#closingQuote()
    if (end === undefined) {
      this.#at = this.#text.length
      throw this.#fault()
    }
    const written = this.#text.slice(this.#at, end + 1)
    try {
      const value = JSON.parse(written) as string
      this.#at = end + 1
      return value
    } catch (error) {
      if (error instanceof SyntaxError) throw new Unreadable('syntax', this.#at)
      throw error
    }
  }

  #closingQuote(): number | undefined {
    for (let end = this.#at; ;) {
      end = this.#text.indexOf('"', end + 1)
      if (end < 0) return undefined
      let before = end
      while (this.#text[before - 1] === '\\') before--
      if ((end - before) % 2 === 0) return end
    }
  }

  #take(pattern: RegExp): string | undefined {
    pattern.lastIndex = this.#at
    const match = pattern.exec(this.#text)
    if (match === null) return undefined
    this.#at = pattern.lastIndex
    return match[0]
  }

  #skip(text: string): boolean {
    if (!this.#text.startsWith(text, this.#at)) return false
    this.#at += text.length
    return true
  }

  #fault(): Unreadable {
    const rest = this.#text.slice(this.#at)
    const isCut = rest === '' || words.some(([word]) => word.startsWith(rest)) || rest === '-'
    return new Unreadable(isCut ? 'truncated' : 'syntax', this.#at)
  }
}
