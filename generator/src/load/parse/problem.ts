import type { Json } from '../../json/types.ts'
import { positionsIn } from './position.ts'

/** Maximum nesting depth of a file, because files are processed recursively. */
export const maxDepth = 400

/** Maximum length of an integer. Longer ones are infinite, because they are read as doubles. */
export const maxDigits = 1000

/** A problem at an offset of a text. */
export interface Problem {
  readonly code: 'RL102' | 'RL103' | 'RL105' | 'RL108' | 'RL109' | 'RL118' | 'RL125'
  readonly message: string
  readonly offset: number
  readonly help?: string
}

/** The value of a text, or the errors because of which the text has no value. */
export type ParsedText =
  | { readonly kind: 'parsed'; readonly json: Json; readonly problems: readonly Problem[] }
  | { readonly kind: 'faulty'; readonly problems: readonly Problem[] }

export function tooDeep(offset: number): ParsedText {
  const message = `Objects and arrays are nested more than ${maxDepth} levels deep.`
  return { kind: 'faulty', problems: [{ code: 'RL105', message, offset }] }
}

export function duplicateKey(key: string, offset: number): Problem {
  const message = `Duplicate key ${JSON.stringify(key)}; the last value is used.`
  return { code: 'RL108', message, offset }
}

/** A number as written that a double cannot represent. */
export function roundedNumber(literal: string, offset: number): Problem {
  const message = `The number ${shortened(literal)} is read as ${Number(literal)}.`
  return { code: 'RL125', message, offset }
}

/** Shortens a number for a message, because it may have a million digits. */
export function shortened(literal: string): string {
  return literal.length > 60 ? `${literal.slice(0, 50)}… (${literal.length} characters)` : literal
}

/** Drops all problems of a line but the first, which usually causes the others. */
export function firstOfEachLine(text: string, problems: readonly Problem[]): readonly Problem[] {
  const positionOf = positionsIn(text)
  const lines = new Set<number>()
  return problems.filter(({ offset }) => {
    const { line } = positionOf(offset)
    if (lines.has(line)) return false
    lines.add(line)
    return true
  })
}
