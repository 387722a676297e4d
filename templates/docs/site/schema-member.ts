import type { Json, JsonObject } from 'rpcloom/model'

/** Returns an own member of a JSON object. Returns undefined for values that are not objects. */
export function memberOf(json: Json | undefined, name: string): Json | undefined {
  return isJsonObject(json) && Object.hasOwn(json, name) ? json[name] : undefined
}

export function textMember(json: Json | undefined, name: string): string | undefined {
  const value = memberOf(json, name)
  return typeof value === 'string' ? value : undefined
}

/** Returns an own member that is a number or bigint. */
export function numberMember(json: Json | undefined, name: string): number | bigint | undefined {
  const value = memberOf(json, name)
  return typeof value === 'number' || typeof value === 'bigint' ? value : undefined
}

export function isJsonObject(json: Json | undefined): json is JsonObject {
  return typeof json === 'object' && json !== null && !Array.isArray(json)
}

export function listOf(json: Json | undefined): readonly Json[] {
  return Array.isArray(json) ? (json as readonly Json[]) : []
}
