import { longestQuickText } from './backtracking.ts'
import { linearTest } from './linear.ts'

/**
 * Maximum number of backtracking steps of JavaScript's engine. Strings that may take more steps are matched
 * by an automaton.
 */
const MAX_STEPS = 1e6
/**
 * Maximum number of backtracking steps for patterns with lookaround or backreferences, which automata do not
 * support.
 */
const MAX_LAST_STEPS = 1e8
const MAX_CACHED = 2000

const cache = new Map<string, (text: string) => boolean>()

/** Whether a string matches a pattern. An invalid pattern matches every string. */
export function matches(pattern: string, text: string): boolean {
  const known = cache.get(pattern)
  if (known) return known(text)
  const made = madeTest(pattern)
  if (cache.size >= MAX_CACHED) cache.clear()
  cache.set(pattern, made)
  return made(text)
}

/**
 * Returns the test of a pattern. The pattern is compiled on first use, since documents contain many
 * tests that are rarely used. JavaScript's engine backtracks and may take exponential time. If a pattern has
 * this risk, long strings are tested with an automaton instead. Automata do not support lookaround and
 * backreferences, so a pattern with these never matches a string above a maximum length.
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
 * Tests a string with JavaScript's engine. Returns undefined if the expression is too large for the engine,
 * or if its stack overflows: in processes with much compiled code, V8 no longer optimizes expressions, and
 * keeps a state for each repetition in the string.
 */
export function engineTest(test: RegExp, text: string): boolean | undefined {
  try {
    return test.test(text)
  } catch {
    return undefined
  }
}

/**
 * Returns the maximum length of a string for the engine. Returns -1 if the expression is too large for the
 * engine. The engine reports this only when the expression is used, so an empty string is tested.
 */
function longestFor(test: RegExp, pattern: string, steps: number): number {
  const longest = longestQuickText(pattern, steps)
  if (longest < 0) return longest
  return engineTest(test, '') === undefined ? -1 : longest
}

/**
 * Rewrites a pattern so that the engine takes less time for long strings. The pattern still matches the same strings:
 *
 * - A quantifier becomes lazy if a letter or digit follows, such as the `1` in `[a-z]+1[a-z0-9]{6}`. A greedy
 *   quantifier reads to the end of the string, then goes back to find the letter or digit.
 * - Groups no longer capture, and `[a-z]{5,}` becomes `[a-z]{5}[a-z]*`. Otherwise, the engine keeps a state for each
 *   repetition in the string.
 *
 * Patterns with lookaround or backreferences are unchanged, since they may depend on the order of attempts.
 */
function unhurried(pattern: string): string {
  if (/\(\?<?[=!]|\\[1-9k]/.test(pattern)) return pattern
  const atoms =
    /\((?:\?<\w+>|(?!\?))|(\[(?:\\[\s\S]|[^\]\\])*\]|\\[\s\S]|[\s\S])(?:([+*])(?=[A-Za-z0-9])|\{(\d+),\}(?!\?))?/g
  return pattern.replace(atoms, (whole, atom?: string, quantifier?: string, least?: string) => {
    if (atom === undefined) return '(?:'
    if (quantifier !== undefined) return `${whole}?`
    return least !== undefined && isClass(atom) ? `${atom}{${least}}${atom}*` : whole
  })
}

/** Whether an atom stands for a class of characters. An escape such as `\u` may continue after the atom. */
function isClass(atom: string): boolean {
  return /^(\[|\.$|\\[dDsSwW]$)/.test(atom)
}

function boundedTest(pattern: string, test: RegExp): (text: string) => boolean {
  const most = longestFor(test, pattern, MAX_LAST_STEPS)
  return (text) => text.length <= most && engineTest(test, text) === true
}

/**
 * Returns the kind of matching for a pattern. `bounded`: only short strings can match, since the pattern uses
 * lookaround or backreferences.
 */
export function patternKind(pattern: string): 'none' | 'plain' | 'linear' | 'bounded' {
  const test = compile(pattern)
  if (!test) return 'none'
  if (longestFor(test, pattern, MAX_STEPS) === Infinity) return 'plain'
  return linearTest(pattern, test.flags) ? 'linear' : 'bounded'
}

/**
 * Whether JavaScript's engine is fast for a pattern and every string up to a length; false for an invalid
 * pattern.
 */
export function isQuick(pattern: string, length: number): boolean {
  const test = compile(pattern)
  return test !== undefined && longestFor(test, pattern, 5 * MAX_LAST_STEPS) >= length
}

/**
 * Compiles a pattern. Patterns in documents often contain unnecessary escapes, which are errors in Unicode
 * mode, so such patterns are compiled without Unicode mode. Escapes of other languages (`\A`, `\Z`, `\h`)
 * would match letters in this mode, so a pattern with such an escape is treated as invalid.
 */
export function compile(pattern: string): RegExp | undefined {
  for (const flags of isForeign(pattern) ? ['u'] : ['u', '']) {
    try {
      return new RegExp(pattern, flags)
    } catch {
      // Tries again without Unicode mode. A pattern that is invalid in both modes matches every string.
    }
  }
  return undefined
}

/** Whether a pattern escapes a letter that has no meaning in JavaScript. `\c` has one only before a letter. */
function isForeign(pattern: string): boolean {
  return [...pattern.matchAll(/\\(c[A-Za-z]|[\s\S])/g)].some(
    ([, char = '']) => /^[A-Za-z]$/.test(char) && !'bBdDfknrsStuvwWx'.includes(char),
  )
}
