import { configuredEffect, type EffectPatterns } from '../document/effect.ts'
import { isArray, own, stringOf } from '../../json/members.ts'
import type { Json, JsonObject } from '../../json/types.ts'
import type { Method } from '../types.ts'
import { followed } from './followed.ts'

type Named = Pick<Method, 'name' | 'params'>

/**
 * Writes configured effects and generated param names into the methods of a bundle, so that readers
 * of the bundle see them. Servers do not know generated param names, so methods with unnamed params
 * are called by position.
 */
export function withChosenValues(
  bundle: JsonObject,
  methods: readonly Named[],
  effects: EffectPatterns,
): JsonObject {
  const byName = new Map(methods.map((method) => [method.name, method]))
  return withItems(bundle, 'methods', (entry) => {
    const json = followed(bundle, entry)
    const name = json && stringOf(json, 'name')
    if (json === undefined || name === undefined) return entry
    const named = withNames(bundle, json, byName.get(name))
    const effect = configuredEffect(name, effects)?.effect
    const isSame = effect === undefined || effect === own(json, 'x-effect')
    const complete = isSame ? named : { ...named, 'x-effect': effect }
    // If nothing was added, the original entry is kept, which may be a reference.
    return complete === json ? entry : complete
  })
}

function withNames(bundle: JsonObject, json: JsonObject, method: Named | undefined): JsonObject {
  const params = method?.params ?? []
  const list = own(json, 'params')
  if (!isArray(list) || list.length !== params.length) return json
  const named = withItems(json, 'params', (entry, index) => {
    const descriptor = followed(bundle, entry)
    const name = params[index]?.name
    const isNameless = descriptor !== undefined && stringOf(descriptor, 'name') === undefined
    return isNameless && name !== undefined ? { ...descriptor, name } : entry
  })
  return named === json ? json : { paramStructure: 'by-position', ...named }
}

/** Replaces the items of a list. Returns the same object if no item changed. */
function withItems(
  json: JsonObject,
  key: string,
  change: (item: Json, index: number) => Json,
): JsonObject {
  const list = own(json, key)
  if (!isArray(list)) return json
  const items = list.map(change)
  return items.every((item, index) => item === list[index]) ? json : { ...json, [key]: items }
}
