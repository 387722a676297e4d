import { createRequire } from 'node:module'
import type { RE2JS } from 're2js'

const require = createRequire(import.meta.url)

/** Thrown for a pattern that the linear-time regular expression engine does not support. */
export class PatternError extends Error {}

/** Whether a pattern matches the entire text (`match`) or part of the text (`search`). */
export function matchesPattern(form: 'match' | 'search', text: unknown, pattern: unknown): boolean {
  if (typeof text !== 'string' || typeof pattern !== 'string') return false
  return compiled(form === 'match' ? `^(?:${pattern})$` : pattern).test(text)
}

const patterns = new Map<string, RE2JS>()

/**
 * Compiles a pattern with a linear-time engine, because overlays may be untrusted. The engine
 * supports all of I-Regexp (RFC 9485), which JSONPath uses.
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

/**
 * Replaces each dot in a pattern. In I-Regexp a dot matches any character except line feed and
 * carriage return.
 */
function withoutLineEnds(pattern: string): string {
  return pattern.replaceAll(/\\.|\[(?:\\.|[^\]\\])*\]|\./gs, (part) =>
    part === '.' ? String.raw`[^\n\r]` : part,
  )
}
