import { combineTransformers, DFA, isDisjointWith, JS, NFA, transform, Transformers } from 'refa'

/** How a change of a pattern affects the set of matching strings; `unknown` if this cannot be computed. */
export type PatternRelation = 'same' | 'narrower' | 'wider' | 'other' | 'unknown'

/**
 * Compares the sets of strings that two regular expressions match. They are not anchored, like `pattern` in
 * JSON Schema.
 */
export function comparePatterns(old: string, now: string): PatternRelation {
  const [before, after] = [languageOf(old), languageOf(now)]
  if (before === undefined || after === undefined) return 'unknown'
  const keepsAll = isSubset(before, after)
  const addsNone = isSubset(after, before)
  if (keepsAll) return addsNone ? 'same' : 'wider'
  return addsNone ? 'narrower' : 'other'
}

/** Replaces `^`, `$` and lookaround with equivalent expressions, because automata do not support them. */
const withoutAssertions = combineTransformers([
  Transformers.simplify(),
  Transformers.applyAssertions(),
  Transformers.patternEdgeAssertions({ remove: true }),
])

/** Returns an automaton for the strings that a pattern matches; `undefined` if it would be too large. */
function languageOf(pattern: string): DFA | undefined {
  const literal = { source: `[^]*(?:${pattern})[^]*`, flags: 'u' }
  try {
    const { expression, maxCharacter } = JS.Parser.fromLiteral(literal).parse({
      backreferences: 'throw',
    })
    const plain = transform(withoutAssertions, expression)
    return DFA.fromFA(NFA.fromRegex(plain, { maxCharacter }, { assertions: 'throw' }))
  } catch (error) {
    // An error is thrown for syntax errors, backreferences, assertions that remain, and automata that are too
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
