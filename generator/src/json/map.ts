import { isArray, isObject } from './pointer.ts'
import type { Json, JsonObject } from './types.ts'

/**
 * Returns a copy of an object with its members mapped. Returns the object itself if no member
 * changed. A member that is mapped to undefined is removed.
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
 * Returns a copy of a list with its items mapped. Returns the list itself if no item changed. An
 * item that is mapped to undefined is removed.
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
