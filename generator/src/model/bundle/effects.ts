import { configuredEffect, type EffectPatterns } from '../document/effect.ts'
import { isArray, isObject, own, textOf } from '../json.ts'
import type { JsonObject } from '../types.ts'
import { followed } from './followed.ts'

/** Writes the configured effects into a document, so that every reader of it uses them. */
export function withEffects(bundle: JsonObject, patterns: EffectPatterns): JsonObject {
  const list = own(bundle, 'methods')
  if (!isArray(list)) return bundle
  const methods = list.map((entry) => {
    const method = followed(bundle, entry)
    const wire = method && textOf(method, 'name')
    const chosen = wire === undefined ? undefined : configuredEffect(wire, patterns)
    const isSame = chosen === undefined || own(method ?? {}, 'x-effect') === chosen.effect
    return isSame || !isObject(method) ? entry : { ...method, 'x-effect': chosen.effect }
  })
  const isSame = methods.every((entry, index) => entry === list[index])
  return isSame ? bundle : { ...bundle, methods }
}
