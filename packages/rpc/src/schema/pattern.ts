/** Steps that one test may take in the worst case, before the text is taken for too long. */
const MAX_STEPS = 1e8
/** Longest text for a pattern whose work may double with every character. */
const MAX_EXPONENTIAL_LENGTH = 24
const MAX_CACHED = 2000

interface Compiled {
  readonly test: RegExp | undefined
  readonly maxLength: number
}

const cache = new Map<string, Compiled>()

/** Whether a text matches a pattern. A text too long for the kind of pattern counts as matching, unread. */
export function matches(pattern: string, text: string): boolean {
  const { test, maxLength } = compiled(pattern)
  return !test || text.length > maxLength || test.test(text)
}

/** The test of a pattern, compiled once: what emitted validators hold. */
/* @__NO_SIDE_EFFECTS__ */
export function patternTest(pattern: string): (text: string) => boolean {
  const { test, maxLength } = { test: compile(pattern), maxLength: maxLengthFor(pattern) }
  if (!test) return () => true
  return maxLength === Infinity
    ? (text) => test.test(text)
    : (text) => text.length > maxLength || test.test(text)
}

function compiled(pattern: string): Compiled {
  const known = cache.get(pattern)
  if (known) return known
  const made = { test: compile(pattern), maxLength: maxLengthFor(pattern) }
  if (cache.size >= MAX_CACHED) cache.clear()
  cache.set(pattern, made)
  return made
}

/** Patterns of documents are often written for engines that forgive needless escapes. */
function compile(pattern: string): RegExp | undefined {
  for (const flags of ['u', '']) {
    try {
      return new RegExp(pattern, flags)
    } catch {
      // Tried again without Unicode mode; a pattern that compiles in neither constrains nothing.
    }
  }
  return undefined
}

/**
 * How long a text may be for a backtracking engine. With n unbounded quantifiers side by side the
 * work grows with the n-th power of the length, one more where the pattern may begin anywhere; with a
 * quantifier around one, or around alternatives, it may double with each character.
 */
function maxLengthFor(pattern: string): number {
  const { unbounded, nested } = quantifiers(pattern)
  if (nested) return MAX_EXPONENTIAL_LENGTH
  const exponent = unbounded + (pattern.startsWith('^') ? 0 : 1)
  return exponent <= 1 ? Infinity : Math.floor(MAX_STEPS ** (1 / exponent))
}

function quantifiers(pattern: string): { readonly unbounded: number; readonly nested: boolean } {
  // Escapes and classes are single characters to this count.
  const plain = pattern
    .replace(/\\(?:u\{[^}]*\}|[pP]\{[^}]*\}|.)/gsu, 'x')
    .replace(/\[[^\]]*\]/g, 'x')
  let unbounded = 0
  let nested = false
  const open: { risky: boolean }[] = [{ risky: false }]
  let closed: { risky: boolean } | undefined
  for (let at = 0; at < plain.length; at++) {
    const char = plain[at]
    const top = open.at(-1) ?? { risky: false }
    if (char === '(') open.push({ risky: false })
    else if (char === '|') top.risky ||= open.length > 1
    else if (char === ')') {
      closed = open.length > 1 ? open.pop() : undefined
      const outer = open.at(-1)
      if (closed?.risky && outer) outer.risky = true
      continue
    } else if (isUnbounded(plain, at)) {
      unbounded++
      if (closed?.risky) nested = true
      top.risky = true
    }
    closed = undefined
  }
  return { unbounded, nested }
}

/** `*`, `+`, `{n,}` and a repetition that is as good as unbounded. */
function isUnbounded(pattern: string, at: number): boolean {
  const char = pattern[at]
  if (char === '*' || char === '+') return true
  if (char !== '{') return false
  const [, least = '0', comma, most] = /^\{(\d+)(,)?(\d*)\}/.exec(pattern.slice(at, at + 24)) ?? []
  if (!comma) return false
  return most === '' || Number(most) - Number(least) > 20
}
