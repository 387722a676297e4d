import { isNumber } from '../json/is-number.ts'
import { isArray, isObject } from '../load/pointer.ts'
import type { Json, JsonObject } from './types.ts'

export { isArray, isNumber, isObject }

/** An own member: documents name members `constructor` and `__proto__` too, and mean only their own. */
export function own(json: Json | undefined, key: string): Json | undefined {
  return isObject(json) && Object.hasOwn(json, key) ? json[key] : undefined
}

/** An own member that is a non-empty string. */
export function textOf(json: Json | undefined, key: string): string | undefined {
  const value = own(json, key)
  return typeof value === 'string' && value !== '' ? value : undefined
}

/** An own member that is a number; one that a double cannot hold is as near as a double comes. */
export function numberOf(json: Json | undefined, key: string): number | undefined {
  const value = own(json, key)
  return isNumber(value) ? Number(value) : undefined
}

/** An own member that is a number, with all its digits. */
export function exactNumberOf(json: Json | undefined, key: string): number | bigint | undefined {
  const value = own(json, key)
  return isNumber(value) ? value : undefined
}

/** An own member that is an object. */
export function objectOf(json: Json | undefined, key: string): JsonObject | undefined {
  const value = own(json, key)
  return isObject(value) ? value : undefined
}

/** An own member that is an array, or the empty one. */
export function listOf(json: Json | undefined, key: string): readonly Json[] {
  const value = own(json, key)
  return isArray(value) ? value : []
}

/** The strings among the entries of an own member that is an array. */
export function textsOf(json: Json | undefined, key: string): readonly string[] {
  return listOf(json, key).filter((entry) => typeof entry === 'string')
}

/** Whether an own member is `true`. */
export function flagOf(json: Json | undefined, key: string): boolean {
  return own(json, key) === true
}

/** The `x-` members of an object, as written. */
export function extensionsOf(json: JsonObject): JsonObject {
  return Object.fromEntries(Object.entries(json).filter(([key]) => key.startsWith('x-')))
}
