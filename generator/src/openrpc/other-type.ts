import { commonTypes, declaredTypes } from '@rpcloom/schema/internal'
import { isObject } from '../json/pointer.ts'
import type { Json, JsonObject } from '../json/types.ts'

/**
 * Whether the `type` next to a reference excludes all values of the target. The author must then
 * have meant the reference: up to draft 7 the `type` has no effect, and in later drafts no value
 * would be valid.
 */
export function isOtherType({ type }: JsonObject, target: Json | undefined): boolean {
  const own = declaredTypes({ type })
  const others = isObject(target) ? declaredTypes({ type: target['type'] }) : undefined
  return own !== undefined && others !== undefined && commonTypes(own, others).length === 0
}
