import { inferEffect } from '@rpcloom/conform/effect'
import { own } from '../../json/members.ts'
import { matchesStars } from '../../json/star-pattern.ts'
import type { Effect } from '../types.ts'
import type { JsonObject } from '../../json/types.ts'

/** Patterns of method names from the configuration, by effect. `*` matches any characters. */
export type EffectPatterns = Readonly<Partial<Record<Effect, readonly string[]>>>

export interface ChosenEffect {
  readonly effect: Effect
  readonly reason: string
}

/**
 * Returns the effect of a method: from the most specific configured pattern, or else from
 * `x-effect`, or else from the method name.
 */
export function chooseEffect(
  extensions: JsonObject,
  name: string,
  patterns: EffectPatterns = {},
): ChosenEffect {
  const configured = configuredEffect(name, patterns)
  if (configured !== undefined) return configured
  const declared = own(extensions, 'x-effect')
  if (declared === 'read' || declared === 'write' || declared === 'admin') {
    return { effect: declared, reason: '`x-effect`' }
  }
  return inferEffect(name)
}

export function configuredEffect(name: string, patterns: EffectPatterns): ChosenEffect | undefined {
  const matching = patternsOf(patterns).filter(({ pattern }) => matchesStars(pattern, name))
  const [best] = matching.toSorted((a, b) => literal(b.pattern) - literal(a.pattern))
  return best && { effect: best.effect, reason: `configured by \`${best.pattern}\`` }
}

/** Returns the configured patterns that match no method. */
export function unusedPatterns(
  patterns: EffectPatterns,
  names: readonly string[],
): readonly string[] {
  return patternsOf(patterns)
    .map(({ pattern }) => pattern)
    .filter((pattern) => !names.some((name) => matchesStars(pattern, name)))
}

/**
 * Returns the configured patterns with the most cautious effect first. Among equally specific
 * patterns, the first pattern wins.
 */
function patternsOf(
  patterns: EffectPatterns,
): readonly { readonly effect: Effect; readonly pattern: string }[] {
  const effects = ['admin', 'write', 'read'] as const
  return effects.flatMap((effect) =>
    (patterns[effect] ?? []).map((pattern) => ({ effect, pattern })),
  )
}

function literal(pattern: string): number {
  return pattern.replaceAll('*', '').length
}
