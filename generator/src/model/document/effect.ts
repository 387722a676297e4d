import { inferEffect } from '@rpcloom/rpc/internal'
import { own } from '../json.ts'
import type { Effect, JsonObject } from '../types.ts'

/** Patterns of method names by effect, as the configuration has them; `*` stands for any characters. */
export type EffectPatterns = Readonly<Partial<Record<Effect, readonly string[]>>>

/** The effect of a method, and why it has it. */
export interface ChosenEffect {
  readonly effect: Effect
  readonly reason: string
}

/**
 * Returns the effect of a method: that of the most specific pattern of the configuration that matches its name,
 * else its `x-effect`, else the one that is inferred from its name.
 */
export function chooseEffect(
  extensions: JsonObject,
  wire: string,
  patterns: EffectPatterns = {},
): ChosenEffect {
  const configured = configuredEffect(wire, patterns)
  if (configured !== undefined) return configured
  const declared = own(extensions, 'x-effect')
  if (declared === 'read' || declared === 'write' || declared === 'admin') {
    return { effect: declared, reason: '`x-effect`' }
  }
  return inferEffect(wire)
}

/** The effect that the configuration gives to a method. */
export function configuredEffect(wire: string, patterns: EffectPatterns): ChosenEffect | undefined {
  const matching = patternsOf(patterns).filter(({ pattern }) => matchesName(pattern, wire))
  const [best] = matching.toSorted((a, b) => literal(b.pattern) - literal(a.pattern))
  return best && { effect: best.effect, reason: `configured by \`${best.pattern}\`` }
}

/** Patterns of the configuration that match none of the names. */
export function unusedPatterns(
  patterns: EffectPatterns,
  wires: readonly string[],
): readonly string[] {
  return patternsOf(patterns)
    .map(({ pattern }) => pattern)
    .filter((pattern) => !wires.some((wire) => matchesName(pattern, wire)))
}

/** The most careful effect first: of patterns that are equally specific the first counts. */
function patternsOf(
  patterns: EffectPatterns,
): readonly { readonly effect: Effect; readonly pattern: string }[] {
  const effects = ['admin', 'write', 'read'] as const
  return effects.flatMap((effect) =>
    (patterns[effect] ?? []).map((pattern) => ({ effect, pattern })),
  )
}

function matchesName(pattern: string, wire: string): boolean {
  const pieces = pattern.split('*').map((piece) => piece.replace(/[\\^$.+?()[\]{}|/-]/g, '\\$&'))
  return new RegExp(`^${pieces.join('.*')}$`, 's').test(wire)
}

/** How many characters a pattern fixes. */
function literal(pattern: string): number {
  return pattern.replaceAll('*', '').length
}
