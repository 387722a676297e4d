import type { Loaded } from '../../openrpc/loaded.ts'
import { isObject, own, stringOf } from '../../json/members.ts'
import { below, type Located, placeId } from '../../json/place.ts'
import { follow, isDescriptor } from '../reference.ts'
import type { Json } from '../../json/types.ts'

/** Whether a schema has `x-secret` or the format `password`, either directly or through references. */
export function isSecret(loaded: Loaded, from: Located<Json | undefined>): boolean {
  const seen = new Set<string>()
  let at: Located<Json | undefined> | undefined = from
  while (at !== undefined && isObject(at.json) && !seen.has(placeId(at.place))) {
    const mark = own(at.json, 'x-secret')
    if (mark === true || (mark !== false && own(at.json, 'format') === 'password')) return true
    seen.add(placeId(at.place))
    const ref = stringOf(at.json, '$ref')
    if (ref !== undefined) at = follow(loaded, at.place.file, ref)
    else if (isDescriptor(at.json)) {
      at = { place: below(at.place, 'schema'), json: own(at.json, 'schema') }
    } else return false
  }
  return false
}
