import { combineTransformers, DFA, isDisjointWith, JS, NFA, transform, Transformers } from 'refa'

/** Effect of a changed pattern on the set of matching strings; `unknown` if the patterns are too complex. */
export type PatternRelation = 'same' | 'narrower' | 'wider' | 'other' | 'unknown'

/**
 * Compares the sets of strings that two regular expressions match. Like `pattern` in JSON Schema, the
 * expressions are not anchored.
 */
export function comparePatterns(old: string, now: string): PatternRelation {
  const [before, after] = [languageOf(old), languageOf(now)]
  if (before === undefined || after === undefined) return 'unknown'
  const keepsAll = isSubset(before, after)
  const addsNone = isSubset(after, before)
  if (keepsAll) return addsNone ? 'same' : 'wider'
  return addsNone ? 'narrower' : 'other'
}

/** Whether no string matches both regular expressions; false if they are too complex. */
export function areDisjointPatterns(one: string, other: string): boolean {
  const [left, right] = [languageOf(one), languageOf(other)]
  return left !== undefined && right !== undefined && isDisjointWith(left, right)
}

/** Replaces `^`, `$` and lookaround with equivalent expressions, because automata support no assertions. */
const withoutAssertions = combineTransformers([
  Transformers.simplify(),
  Transformers.applyAssertions(),
  Transformers.patternEdgeAssertions({ remove: true }),
])

/**
 * Returns an automaton for the strings that a pattern matches; `undefined` if the pattern is invalid or not
 * supported.
 */
function languageOf(pattern: string): DFA | undefined {
  const literal = { source: `[^]*(?:${pattern})[^]*`, flags: 'u' }
  try {
    const { expression, maxCharacter } = JS.Parser.fromLiteral(literal).parse({
      backreferences: 'throw',
    })
    const plain = transform(withoutAssertions, expression)
    return DFA.fromFA(NFA.fromRegex(plain, { maxCharacter }, { assertions: 'throw' }))
  } catch (error) {
    // refa throws errors for syntax errors, backreferences, remaining assertions, and automata that are too
    // large.
    if (error instanceof Error) return undefined
    throw error
  }
}

function isSubset(part: DFA, whole: DFA): boolean {
  const others = whole.copy()
  others.complement()
  return isDisjointWith(part, others)
}
