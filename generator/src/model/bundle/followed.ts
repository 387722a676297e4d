import { decodeFragment } from '../../load/named-schemas.ts'
import { isObject, textOf } from '../json.ts'
import { valueAt } from '../place.ts'
import type { Json, JsonObject } from '../types.ts'

/** Resolves a component of a bundle; undefined for unresolved or circular references. */
export function followed(bundle: JsonObject, entry: Json): JsonObject | undefined {
  let at: Json | undefined = entry
  for (let steps = 0; steps < 32 && isObject(at); steps++) {
    const ref = textOf(at, '$ref')
    if (ref === undefined) return at
    at = ref.startsWith('#') ? valueAt(bundle, decodeFragment(ref.slice(1))) : undefined
  }
  return undefined
}
