import { chooseEffect, type EffectPatterns } from '../model/document/effect.ts'
import type { Api, Effect } from '../model/index.ts'
import { alignedRows } from './aligned-rows.ts'

export interface MethodEffectRow {
  readonly method: string
  readonly effect: Effect
  readonly reason: string
  readonly file: string
  readonly pointer: string
}

/** Returns the effects of all methods with their reasons, in the order of the documents. */
export function methodEffects(
  api: Api,
  patterns: EffectPatterns | undefined,
): readonly MethodEffectRow[] {
  return api.groups.flatMap(({ methods }) =>
    methods.map(({ name, extensions, place }) => ({
      method: name,
      ...chooseEffect(extensions, name, patterns),
      ...place,
    })),
  )
}

export function effectTable(effects: readonly MethodEffectRow[]): string {
  return alignedRows(
    effects.map(({ method, effect, reason, file, pointer }) => [
      effect,
      method,
      reason,
      `${file}#${pointer}`,
    ]),
  )
}
