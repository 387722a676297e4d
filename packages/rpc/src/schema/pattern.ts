import { longestQuickText } from './backtracking.ts'
import { linearTest } from './linear.ts'

/** Maximum number of steps of the engine in the worst case; beyond it, an automaton reads the text. */
const MAX_STEPS = 1e6
/** The same for a pattern that an automaton cannot read. */
const MAX_LAST_STEPS = 1e8
const MAX_CACHED = 2000

const cache = new Map<string, (text: string) => boolean>()

/** Whether a text matches a pattern. An invalid pattern allows everything. */
export function matches(pattern: string, text: string): boolean {
  const known = cache.get(pattern)
  if (known) return known(text)
  const made = madeTest(pattern)
  if (cache.size >= MAX_CACHED) cache.clear()
  cache.set(pattern, made)
  return made(text)
}

/**
 * Returns the test of a pattern, compiled on first use: emitted validators hold many tests that are rarely
 * used. JavaScript's engine backtracks, which can take exponential time; for such patterns, an automaton reads
 * long texts. Patterns with lookaround or backreferences have no automaton: a text that is too long for them
 * does not match and is not read.
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
  let linear: ((text: string) => boolean) | undefined
  return (text) => {
    const found = text.length <= quick ? engineTest(test, text) : undefined
    if (found !== undefined) return found
    linear ??= linearTest(pattern, test.flags) ?? boundedTest(pattern, test)
    return linear(text)
  }
}

/**
 * Tests a text with JavaScript's engine. Returns undefined if its stack overflows: in processes with much
 * compiled code, V8 no longer optimizes expressions, and keeps a state for each repetition in the text.
 */
function engineTest(test: RegExp, text: string): boolean | undefined {
  try {
    return test.test(text)
  } catch {
    return undefined
  }
}

/**
 * Maximum length of a text for the engine; -1 for an expression that is too large for it, which only shows at
 * the first use.
 */
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
 * Makes quantifiers lazy that are followed by a letter or digit, such as the separator of an address. This
 * loses no match, and a greedy one would run to the end and back. Patterns with lookaround or backreferences,
 * which may depend on the order of attempts, are left unchanged.
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
  return (text) => text.length <= most && engineTest(test, text) === true
}

/**
 * How a pattern is matched: `bounded` if only short texts are read, since it uses lookaround or
 * backreferences.
 */
export function patternKind(pattern: string): 'none' | 'plain' | 'linear' | 'bounded' {
  const test = compile(pattern)
  if (!test) return 'none'
  if (longestFor(test, pattern, MAX_STEPS) === Infinity) return 'plain'
  return linearTest(pattern, test.flags) ? 'linear' : 'bounded'
}

/** Whether JavaScript's engine is fast with a pattern and any text of a length; false for an invalid pattern. */
export function isQuick(pattern: string, length: number): boolean {
  const test = compile(pattern)
  return test !== undefined && longestFor(test, pattern, 5 * MAX_LAST_STEPS) >= length
}

/**
 * Compiles a pattern. Patterns of documents are often written for engines that ignore unnecessary escapes.
 * Escapes of other languages (`\A`, `\Z`, `\h`) would then be read as letters: such a pattern counts as
 * invalid.
 */
export function compile(pattern: string): RegExp | undefined {
  for (const flags of isForeign(pattern) ? ['u'] : ['u', '']) {
    try {
      return new RegExp(pattern, flags)
    } catch {
      // Retried without Unicode mode; a pattern that is invalid in both allows everything.
    }
  }
  return undefined
}

/** Whether a letter is escaped that has no meaning in JavaScript. */
function isForeign(pattern: string): boolean {
  return [...pattern.matchAll(/\\([\s\S])/g)].some(
    ([, char = '']) => /[A-Za-z]/.test(char) && !'bBcdDfknrsStuvwWx'.includes(char),
  )
}
