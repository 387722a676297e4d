import { longestQuickText } from './backtracking.ts'
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
  const quick = longestFor(test, pattern, MAX_STEPS)
  if (quick === Infinity) return (text) => test.test(text)
  let linear: ((text: string) => boolean) | undefined
  return (text) => {
    if (text.length <= quick) return test.test(text)
    linear ??= linearTest(pattern, test.flags) ?? boundedTest(pattern, test)
    return linear(text)
  }
}

/** How long a text may be for the engine; -1 for an expression that is too large for it, which it finds at the first text. */
function longestFor(test: RegExp, pattern: string, steps: number): number {
  const longest = longestQuickText(pattern, steps)
  if (longest < 0) return longest
  try {
    test.test('')
    return longest
  } catch {
    return -1
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
  const most = longestFor(test, pattern, MAX_LAST_STEPS)
  return (text) => text.length <= most && test.test(text)
}

/** How a pattern is read: `bounded` where only short texts are, since it looks around or back. */
export function patternKind(pattern: string): 'none' | 'plain' | 'linear' | 'bounded' {
  const test = compile(pattern)
  if (!test) return 'none'
  if (longestFor(test, pattern, MAX_STEPS) === Infinity) return 'plain'
  return linearTest(pattern, test.flags) ? 'linear' : 'bounded'
}

/** Whether JavaScript's own engine is done soon with a pattern and any text of a length; false for no pattern. */
export function isQuick(pattern: string, length: number): boolean {
  const test = compile(pattern)
  return test !== undefined && longestFor(test, pattern, 5 * MAX_LAST_STEPS) >= length
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
