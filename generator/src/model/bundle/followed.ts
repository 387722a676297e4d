import { decodeFragment } from '../../openrpc/named-schemas.ts'
import { isObject, stringOf } from '../../json/members.ts'
import { valueAt } from '../../json/place.ts'
import type { Json, JsonObject } from '../../json/types.ts'

/** Resolves a component of a bundle; undefined for unresolved or circular references. */
export function followed(bundle: JsonObject, entry: Json): JsonObject | undefined {
  let at: Json | undefined = entry
  for (let steps = 0; steps < 32 && isObject(at); steps++) {
    const ref = stringOf(at, '$ref')
    if (ref === undefined) return at
    at = ref.startsWith('#') ? valueAt(bundle, decodeFragment(ref.slice(1))) : undefined
  }
  return undefined
}
