import { isNumber } from './is-number.ts'
import { isArray, isObject } from './pointer.ts'
import type { Json, JsonObject, Scalar } from './types.ts'

export { isArray, isNumber, isObject }

/**
 * Returns an own member. Inherited members are ignored, because documents may contain names such as
 * `constructor` or `__proto__`.
 */
export function own(json: Json | undefined, key: string): Json | undefined {
  return isObject(json) && Object.hasOwn(json, key) ? json[key] : undefined
}

/** Returns an own member that is a non-empty string. */
export function stringOf(json: Json | undefined, key: string): string | undefined {
  const value = own(json, key)
  return typeof value === 'string' && value !== '' ? value : undefined
}

/** Returns an own member that is a number, rounded to a double if the member is a bigint. */
export function numberOf(json: Json | undefined, key: string): number | undefined {
  const value = own(json, key)
  return isNumber(value) ? Number(value) : undefined
}

/** Returns an own member that is a number or bigint, with all its digits. */
export function exactNumberOf(json: Json | undefined, key: string): number | bigint | undefined {
  const value = own(json, key)
  return isNumber(value) ? value : undefined
}

export function objectOf(json: Json | undefined, key: string): JsonObject | undefined {
  const value = own(json, key)
  return isObject(value) ? value : undefined
}

/** Returns an own member that is an array. Otherwise returns an empty array. */
export function listOf(json: Json | undefined, key: string): readonly Json[] {
  const value = own(json, key)
  return isArray(value) ? value : []
}

/** Returns the strings in an own member that is an array. */
export function stringsOf(json: Json | undefined, key: string): readonly string[] {
  return listOf(json, key).filter((entry) => typeof entry === 'string')
}

export function flagOf(json: Json | undefined, key: string): boolean {
  return own(json, key) === true
}

/** Whether a value is no object, array or bigint. */
export function isScalar(json: Json): json is Scalar {
  return json === null || (typeof json !== 'object' && typeof json !== 'bigint')
}

/** Returns the `x-` members of an object. */
export function extensionsOf(json: JsonObject): JsonObject {
  return Object.fromEntries(Object.entries(json).filter(([key]) => key.startsWith('x-')))
}

/** Removes undefined members, because optional properties may be absent but not undefined. */
export function defined<Members extends object>(
  members: Members,
): { readonly [Key in keyof Members]?: Exclude<Members[Key], undefined> } {
  const entries = Object.entries(members).filter(([, value]) => value !== undefined)
  // The cast is safe: only members that may be undefined were removed.
  return Object.fromEntries(entries) as {
    [Key in keyof Members]?: Exclude<Members[Key], undefined>
  }
}
