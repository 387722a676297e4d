import type { Random } from './random.ts'

/** Repetitions beyond the least that a quantifier without a bound gets. */
const EXTRA = 4
const MAX_REPEAT = 2000

/**
 * A text that a regular expression matches, for expressions of literals, classes, groups,
 * alternatives and quantifiers; `undefined` where it holds more (look-around, back references).
 */
export function textOfPattern(pattern: string, random: Random): string | undefined {
  const reader = new PatternReader(pattern, random)
  const text = reader.alternatives()
  return reader.failed || !reader.atEnd() ? undefined : text
}

/** Reads the expression and writes the text in one pass; what is not chosen is written and dropped. */
class PatternReader {
  failed = false
  #at = 0
  readonly #pattern: string
  readonly #random: Random

  constructor(pattern: string, random: Random) {
    this.#pattern = pattern
    this.#random = random
  }

  atEnd(): boolean {
    return this.#at >= this.#pattern.length
  }

  alternatives(): string {
    const options = [this.#sequence()]
    while (this.#take('|')) options.push(this.#sequence())
    return this.#random.pick(options) ?? ''
  }

  #sequence(): string {
    let text = ''
    while (!this.failed && !this.atEnd() && !'|)'.includes(this.#peek())) text += this.#term()
    return text
  }

  #term(): string {
    const start = this.#at
    let text = this.#atom()
    const end = this.#at
    const [least, most] = this.#quantifier()
    const count = Math.min(MAX_REPEAT, this.#random.integer(least, most))
    if (count === 0) return ''
    const after = this.#at
    for (let done = 1; done < count; done++) {
      this.#at = start
      text += this.#atom()
    }
    this.#at = Math.max(after, end)
    return text
  }

  #atom(): string {
    const char = this.#next()
    switch (char) {
      case '^':
      case '$':
        return ''
      case '.':
        return this.#random.pick([...'abcxyz019']) ?? ''
      case '[':
        return this.#class()
      case '(':
        return this.#group()
      case '\\':
        return this.#random.pick(this.#escape()) ?? ''
      default:
        if ('*+?{'.includes(char)) this.failed = true
        return char
    }
  }

  #group(): string {
    if (this.#peek() === '?' && !this.#take('?:')) {
      const name = /^\?<[A-Za-z]\w*>/.exec(this.#pattern.slice(this.#at))?.[0]
      if (!name) this.failed = true
      else this.#at += name.length
    }
    const text = this.alternatives()
    if (!this.#take(')')) this.failed = true
    return text
  }

  /** The characters that an escape stands for. */
  #escape(): string[] {
    const char = this.#next()
    if (char === 'd') return [...'0123456789']
    if (char === 'w') return [...'abcdefxyzABCXYZ0129_']
    if (char === 's') return [' ']
    if (char === 'n') return ['\n']
    if (char === 't') return ['\t']
    if (char === 'x' || char === 'u') return [this.#codePoint(char === 'x' ? 2 : 4)]
    // Letters and digits that are left are assertions, properties, complements, back references.
    if (/[A-Za-z0-9]/.test(char)) this.failed = true
    return [char]
  }

  #codePoint(digits: number): string {
    const hex = this.#pattern.slice(this.#at, this.#at + digits)
    if (!/^[\da-fA-F]+$/.test(hex) || hex.length < digits) this.failed = true
    else this.#at += digits
    return this.failed ? '' : String.fromCharCode(Number.parseInt(hex, 16))
  }

  #class(): string {
    const negated = this.#take('^')
    const chars: string[] = []
    while (!this.atEnd() && this.#peek() !== ']') {
      const from = this.#next()
      const single = from === '\\' ? this.#escape() : [from]
      const ranged =
        this.#peek() === '-' && this.#pattern[this.#at + 1] !== ']' && single.length === 1
      if (ranged && this.#take('-')) {
        const end = this.#next()
        const to = end === '\\' ? (this.#escape()[0] ?? '') : end
        for (
          let code = from.charCodeAt(0);
          code <= to.charCodeAt(0) && chars.length < 1000;
          code++
        ) {
          chars.push(String.fromCharCode(code))
        }
      } else chars.push(...single)
    }
    if (!this.#take(']')) this.failed = true
    const allowed = negated ? [...'abcxyzABC019_- '].filter((char) => !chars.includes(char)) : chars
    if (allowed.length === 0) this.failed = true
    return this.#random.pick(allowed) ?? ''
  }

  #quantifier(): readonly [least: number, most: number] {
    const rest = this.#pattern.slice(this.#at, this.#at + 24)
    const [whole = '', sign = '', from = '', comma, to = ''] =
      /^(?:([*+?])|\{(\d+)(,)?(\d*)\})\??/.exec(rest) ?? []
    this.#at += whole.length
    if (sign === '?') return [0, 1]
    if (sign) return sign === '*' ? [0, EXTRA] : [1, 1 + EXTRA]
    if (!from) return [1, 1]
    const least = Number(from)
    if (!comma) return [least, least]
    return [least, to ? Math.min(Number(to), least + 64) : least + EXTRA]
  }

  #peek(): string {
    return this.#pattern[this.#at] ?? ''
  }

  #next(): string {
    if (this.atEnd()) this.failed = true
    return this.#pattern[this.#at++] ?? ''
  }

  #take(text: string): boolean {
    if (!this.#pattern.startsWith(text, this.#at)) return false
    this.#at += text.length
    return true
  }
}
