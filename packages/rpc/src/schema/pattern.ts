import { longestQuickText } from './backtracking.ts'
import { linearTest } from './linear.ts'

/** Maximum attempts of JavaScript's engine for a string. An automaton reads strings that may take more. */
const MAX_STEPS = 1e6
/** The same for patterns with lookaround or backreferences, which automata do not support. */
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
 * Returns the test of a pattern. The pattern is compiled on first use, since emitted validators contain many
 * tests that are rarely used. JavaScript's engine backtracks and may take exponential time: for such
 * patterns, an automaton reads long texts. Automata do not support lookaround and backreferences: with these,
 * a text that is too long is not read and does not match.
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
 * Tests a text with JavaScript's engine. Returns undefined if the expression is too large for the engine, or
 * if its stack overflows: in processes with much compiled code, V8 no longer optimizes expressions, and keeps
 * a state for each repetition in the text.
 */
function engineTest(test: RegExp, text: string): boolean | undefined {
  try {
    return test.test(text)
  } catch {
    return undefined
  }
}

/**
 * Returns the maximum length of a text for the engine. -1 if the expression is too large for the engine,
 * which only fails at the first use.
 */
function longestFor(test: RegExp, pattern: string, steps: number): number {
  const longest = longestQuickText(pattern, steps)
  if (longest < 0) return longest
  return engineTest(test, '') === undefined ? -1 : longest
}

/**
 * Makes quantifiers lazy if a letter or digit follows, such as the separator of an address. The same texts
 * match, while a greedy quantifier would run to the end and back. Patterns with lookaround or backreferences
 * are unchanged, since they may depend on the order of attempts.
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
 * Returns how a pattern is matched. `bounded` means that only short texts are read, since the pattern uses
 * lookaround or backreferences.
 */
export function patternKind(pattern: string): 'none' | 'plain' | 'linear' | 'bounded' {
  const test = compile(pattern)
  if (!test) return 'none'
  if (longestFor(test, pattern, MAX_STEPS) === Infinity) return 'plain'
  return linearTest(pattern, test.flags) ? 'linear' : 'bounded'
}

/**
 * Whether JavaScript's engine is fast for a pattern and every text up to a length; false for an invalid
 * pattern.
 */
export function isQuick(pattern: string, length: number): boolean {
  const test = compile(pattern)
  return test !== undefined && longestFor(test, pattern, 5 * MAX_LAST_STEPS) >= length
}

/**
 * Compiles a pattern. Patterns in documents often contain unnecessary escapes, which are an error only in
 * Unicode mode; these are compiled without it. Escapes of other languages (`\A`, `\Z`, `\h`) would then match
 * letters, so a pattern that contains them counts as invalid.
 */
export function compile(pattern: string): RegExp | undefined {
  for (const flags of isForeign(pattern) ? ['u'] : ['u', '']) {
    try {
      return new RegExp(pattern, flags)
    } catch {
      // Tries again without Unicode mode. A pattern that is invalid in both modes allows everything.
    }
  }
  return undefined
}

/** Whether a pattern escapes a letter that has no meaning in JavaScript. */
function isForeign(pattern: string): boolean {
  return [...pattern.matchAll(/\\([\s\S])/g)].some(
    ([, char = '']) => /[A-Za-z]/.test(char) && !'bBcdDfknrsStuvwWx'.includes(char),
  )
}
