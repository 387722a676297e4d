import { inferEffect } from '@rpcloom/rpc/internal'
import { own } from '../../json/members.ts'
import { literalPattern } from '../../json/literal-pattern.ts'
import type { Effect } from '../types.ts'
import type { JsonObject } from '../../json/types.ts'

/** Patterns of method names by effect, from the configuration; `*` matches any characters. */
export type EffectPatterns = Readonly<Partial<Record<Effect, readonly string[]>>>

export interface ChosenEffect {
  readonly effect: Effect
  readonly reason: string
}

/**
 * Returns the effect of a method. The most specific matching pattern of the configuration decides, else
 * `x-effect` of the method, else its name.
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
  const matching = patternsOf(patterns).filter(({ pattern }) => matchesName(pattern, name))
  const [best] = matching.toSorted((a, b) => literal(b.pattern) - literal(a.pattern))
  return best && { effect: best.effect, reason: `configured by \`${best.pattern}\`` }
}

/** Returns the patterns of the configuration that match no method. */
export function unusedPatterns(
  patterns: EffectPatterns,
  names: readonly string[],
): readonly string[] {
  return patternsOf(patterns)
    .map(({ pattern }) => pattern)
    .filter((pattern) => !names.some((name) => matchesName(pattern, name)))
}

/**
 * Returns the patterns with the most cautious effect first, since the first wins among equally specific ones.
 */
function patternsOf(
  patterns: EffectPatterns,
): readonly { readonly effect: Effect; readonly pattern: string }[] {
  const effects = ['admin', 'write', 'read'] as const
  return effects.flatMap((effect) =>
    (patterns[effect] ?? []).map((pattern) => ({ effect, pattern })),
  )
}

function matchesName(pattern: string, name: string): boolean {
  const pieces = pattern.split('*').map(literalPattern)
  return new RegExp(`^${pieces.join('.*')}$`, 's').test(name)
}

function literal(pattern: string): number {
  return pattern.replaceAll('*', '').length
}
