import type { Json, JsonObject } from '../model/types.ts'
import { isArray, isObject } from './pointer.ts'

/**
 * Whether the `type` next to a reference rules out everything that the target allows. Up to draft 7 only the
 * reference counts, and by later drafts nothing would fit: so only the reference can be meant.
 */
export function isOtherType(schema: JsonObject, target: Json | undefined): boolean {
  const own = typesOf(schema)
  const others = isObject(target) ? typesOf(target) : []
  return own.length > 0 && others.length > 0 && !own.some((word) => others.includes(word))
}

/** The words of a `type`; an integer is a number, too. */
function typesOf({ type }: JsonObject): readonly string[] {
  const words = (isArray(type) ? type : [type]).filter((word) => typeof word === 'string')
  return words.map((word) => (word === 'integer' ? 'number' : word))
}
