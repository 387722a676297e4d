import { combineTransformers, DFA, isDisjointWith, JS, NFA, transform, Transformers } from 'refa'

/** What a changed pattern does to the strings that match; `unknown` where it cannot be computed. */
export type PatternRelation = 'same' | 'narrower' | 'wider' | 'other' | 'unknown'

/** Compares the strings that two regular expressions match, as `pattern` of JSON Schema reads them: anywhere in the string. */
export function comparePatterns(old: string, now: string): PatternRelation {
  const [before, after] = [languageOf(old), languageOf(now)]
  if (before === undefined || after === undefined) return 'unknown'
  const keepsAll = isSubset(before, after)
  const addsNone = isSubset(after, before)
  if (keepsAll) return addsNone ? 'same' : 'wider'
  return addsNone ? 'narrower' : 'other'
}

/** Resolves `^`, `$` and look-arounds inside the expression, which an automaton does not have. */
const withoutAssertions = combineTransformers([
  Transformers.simplify(),
  Transformers.applyAssertions(),
  Transformers.patternEdgeAssertions({ remove: true }),
])

/** The whole strings that match a pattern; `undefined` where no automaton of reasonable size accepts them. */
function languageOf(pattern: string): DFA | undefined {
  const literal = { source: `[^]*(?:${pattern})[^]*`, flags: 'u' }
  try {
    const { expression, maxCharacter } = JS.Parser.fromLiteral(literal).parse({
      backreferences: 'throw',
    })
    const plain = transform(withoutAssertions, expression)
    return DFA.fromFA(NFA.fromRegex(plain, { maxCharacter }, { assertions: 'throw' }))
  } catch (error) {
    // Syntax errors, references back, assertions that remain and automata that grow too large are all errors.
    if (error instanceof Error) return undefined
    throw error
  }
}

function isSubset(part: DFA, whole: DFA): boolean {
  const others = whole.copy()
  others.complement()
  return isDisjointWith(part, others)
}
