import { createRequire } from 'node:module'
import type { RE2JS } from 're2js'

const require = createRequire(import.meta.url)

/** A pattern of a query that cannot be matched in time that grows with the text alone. */
export class PatternError extends Error {}

/** Whether a text matches the whole of a pattern (`match`), or has a part that does (`search`). */
export function matchesPattern(form: 'match' | 'search', text: unknown, pattern: unknown): boolean {
  if (typeof text !== 'string' || typeof pattern !== 'string') return false
  return compiled(form === 'match' ? `^(?:${pattern})$` : pattern).test(text)
}

const patterns = new Map<string, RE2JS>()

/**
 * Compiles a pattern for the engine that never goes back: an overlay may come from anybody. I-Regexp (RFC 9485),
 * which queries are written in, has nothing that needs more.
 */
function compiled(pattern: string): RE2JS {
  const known = patterns.get(pattern)
  if (known !== undefined) return known
  const { RE2JS, RE2JSException }: typeof import('re2js') = require('re2js')
  try {
    const made = RE2JS.compile(withoutLineEnds(pattern))
    patterns.set(pattern, made)
    return made
  } catch (error) {
    if (!(error instanceof RE2JSException)) throw error
    throw new PatternError(`the pattern ${pattern} is not supported (${error.message})`)
  }
}

/** In I-Regexp a dot stands for anything but the ends of lines, both of them. */
function withoutLineEnds(pattern: string): string {
  return pattern.replaceAll(/\\.|\[(?:\\.|[^\]\\])*\]|\./gs, (part) =>
    part === '.' ? String.raw`[^\n\r]` : part,
  )
}
