import { linearTest } from './linear.ts'

/** Steps that the engine may take in the worst case, before a text is read by an automaton instead. */
const MAX_STEPS = 1e6
/** The same for a pattern that no automaton can read. */
const MAX_LAST_STEPS = 1e8
const MAX_CACHED = 2000

const cache = new Map<string, (text: string) => boolean>()

/** Whether a text matches a pattern. A pattern that is no regular expression constrains nothing. */
export function matches(pattern: string, text: string): boolean {
  const known = cache.get(pattern)
  if (known) return known(text)
  const made = madeTest(pattern)
  if (cache.size >= MAX_CACHED) cache.clear()
  cache.set(pattern, made)
  return made(text)
}

/**
 * The test of a pattern, compiled when first asked: what emitted validators hold, most of which are never
 * asked while a server starts. JavaScript's own engine goes back and
 * forth, for some patterns longer than anyone waits; where that could be, long texts are read by an
 * automaton. A pattern that looks around or back has none: a text too long for it does not match, unread.
 */
/* @__NO_SIDE_EFFECTS__ */
export function patternTest(pattern: string): (text: string) => boolean {
  let test: ((text: string) => boolean) | undefined
  return (text) => {
    test ??= madeTest(pattern)
    return test(text)
  }
}

function madeTest(pattern: string): (text: string) => boolean {
  const compiled = compile(pattern)
  if (!compiled) return () => true
  const test = new RegExp(unhurried(pattern), compiled.flags)
  const quick = maxLengthFor(pattern, MAX_STEPS)
  if (quick === Infinity) return (text) => test.test(text)
  let linear: ((text: string) => boolean) | undefined
  return (text) => {
    if (text.length <= quick) return test.test(text)
    linear ??= linearTest(pattern, test.flags) ?? boundedTest(pattern, test)
    return linear(text)
  }
}

/**
 * The same pattern with quantifiers that stop at the first chance where a letter or digit follows, such as
 * the separator of an address: no match is lost by it, and a greedy one would go to the end and all the way
 * back. What is looked ahead for or referred back to may depend on the order of attempts, and stays.
 */
function unhurried(pattern: string): string {
  if (/\(\?<?[=!]|\\[1-9k]/.test(pattern)) return pattern
  const atoms = /(\[(?:\\[\s\S]|[^\]\\])*\]|\\[\s\S]|[\s\S])(?:([+*])(?=[A-Za-z0-9]))?/g
  return pattern.replace(atoms, (whole, _atom, quantifier?: string) =>
    quantifier === undefined ? whole : `${whole}?`,
  )
}

function boundedTest(pattern: string, test: RegExp): (text: string) => boolean {
  const most = maxLengthFor(pattern, MAX_LAST_STEPS)
  return (text) => text.length <= most && test.test(text)
}

/** How a pattern is read: `bounded` where only short texts are, since it looks around or back. */
export function patternKind(pattern: string): 'none' | 'plain' | 'linear' | 'bounded' {
  const test = compile(pattern)
  if (!test) return 'none'
  if (maxLengthFor(pattern, MAX_STEPS) === Infinity) return 'plain'
  return linearTest(pattern, test.flags) ? 'linear' : 'bounded'
}

/** Whether JavaScript's own engine is done soon with a pattern and any text of a length; false for no pattern. */
export function isQuick(pattern: string, length: number): boolean {
  return compile(pattern) !== undefined && maxLengthFor(pattern, 2 * MAX_LAST_STEPS) >= length
}

/**
 * Patterns of documents are often written for engines that forgive needless escapes. Escapes of other
 * languages (`\A`, `\Z`, `\h`) would be taken for letters then: such a pattern is none.
 */
export function compile(pattern: string): RegExp | undefined {
  for (const flags of isForeign(pattern) ? ['u'] : ['u', '']) {
    try {
      return new RegExp(pattern, flags)
    } catch {
      // Tried again without Unicode mode; a pattern that compiles in neither constrains nothing.
    }
  }
  return undefined
}

/** Whether a letter is escaped that means nothing to JavaScript. */
function isForeign(pattern: string): boolean {
  return [...pattern.matchAll(/\\([\s\S])/g)].some(
    ([, char = '']) => /[A-Za-z]/.test(char) && !'bBcdDfknrsStuvwWx'.includes(char),
  )
}

/**
 * How long a text may be for a backtracking engine. With n unbounded quantifiers side by side the
 * work grows with the n-th power of the length, one more where the pattern may begin anywhere; with a
 * quantifier around one, or around alternatives, it may double with each character.
 */
function maxLengthFor(pattern: string, steps: number): number {
  const { unbounded, nested } = quantifiers(pattern)
  if (nested) return Math.floor(Math.log2(steps))
  const exponent = unbounded + (pattern.startsWith('^') ? 0 : 1)
  return exponent <= 1 ? Infinity : Math.floor(steps ** (1 / exponent))
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
