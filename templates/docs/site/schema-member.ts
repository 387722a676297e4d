import type { Json, JsonObject } from 'rpcloom/model'

/** An own member of a JSON object; anything else has none. */
export function memberOf(json: Json | undefined, name: string): Json | undefined {
  return isJsonObject(json) && Object.hasOwn(json, name) ? json[name] : undefined
}

/** An own member that is a text. */
export function textMember(json: Json | undefined, name: string): string | undefined {
  const value = memberOf(json, name)
  return typeof value === 'string' ? value : undefined
}

/** An own member that is a number, of whatever size. */
export function numberMember(json: Json | undefined, name: string): number | bigint | undefined {
  const value = memberOf(json, name)
  return typeof value === 'number' || typeof value === 'bigint' ? value : undefined
}

/** Whether a JSON value is an object. */
export function isJsonObject(json: Json | undefined): json is JsonObject {
  return typeof json === 'object' && json !== null && !Array.isArray(json)
}

/** The items of a JSON array; anything else has none. */
export function listOf(json: Json | undefined): readonly Json[] {
  return Array.isArray(json) ? (json as readonly Json[]) : []
}
