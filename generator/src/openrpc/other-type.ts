import type { Json, JsonObject } from '../json/types.ts'
import { isArray, isObject } from '../json/pointer.ts'

/**
 * Whether the `type` next to a reference excludes all values of the target. The author must then
 * have meant the reference: up to draft 7 the `type` has no effect, and in later drafts no value
 * would be valid.
 */
export function isOtherType(schema: JsonObject, target: Json | undefined): boolean {
  const own = typesOf(schema)
  const others = isObject(target) ? typesOf(target) : []
  return own.length > 0 && others.length > 0 && !own.some((word) => others.includes(word))
}

/** Returns the JSON types in `type`, with `integer` replaced by `number`. */
function typesOf({ type }: JsonObject): readonly string[] {
  const words = (isArray(type) ? type : [type]).filter((word) => typeof word === 'string')
  return words.map((word) => (word === 'integer' ? 'number' : word))
}
