import { isObject } from '../../json/members.ts'
import type { Json, JsonObject } from '../../json/types.ts'
import { localTarget } from '../../openrpc/local-target.ts'

/**
 * Resolves a reference to a component of a bundle. Returns undefined for unresolved or circular
 * references.
 */
export function followed(bundle: JsonObject, entry: Json): JsonObject | undefined {
  const target = localTarget(bundle, { json: entry, pointer: '' })?.json
  return isObject(target) ? target : undefined
}
