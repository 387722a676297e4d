import { isArray, isObject } from './pointer.ts'
import type { Json, JsonObject } from './types.ts'

/**
 * Returns an object with its members mapped, or the same object if no member changed. Mapping a
 * member to undefined removes the member.
 */
export function mapMembers(
  json: JsonObject,
  map: (value: Json, key: string) => Json | undefined,
): JsonObject {
  let isSame = true
  const entries = Object.entries(json).flatMap(([key, value]): readonly [string, Json][] => {
    const mapped = map(value, key)
    isSame &&= mapped === value
    return mapped === undefined ? [] : [[key, mapped]]
  })
  // Unlike assignment, `Object.fromEntries` can create a member named `__proto__`.
  return isSame ? json : Object.fromEntries(entries)
}

/**
 * Returns a list with its items mapped, or the same list if no item changed. Mapping an item to
 * undefined removes the item.
 */
export function mapItems(
  json: readonly Json[],
  map: (value: Json, index: number) => Json | undefined,
): readonly Json[] {
  const mapped = json.map(map)
  if (mapped.every((value, index) => value === json[index])) return json
  return mapped.filter((value) => value !== undefined)
}

/** Returns a value with every nested `$ref` replaced. */
export function mapReferences(json: Json, map: (ref: string) => string): Json {
  if (isArray(json)) return mapItems(json, (item) => mapReferences(item, map))
  if (!isObject(json)) return json
  return mapMembers(json, (value, key) =>
    key === '$ref' && typeof value === 'string' ? map(value) : mapReferences(value, map),
  )
}
