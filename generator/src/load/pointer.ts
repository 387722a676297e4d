import type { Json, JsonObject } from '../model/types.ts'

/** Whether a value is a JSON object: no array, not null. */
export function isObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** Whether a value is a JSON array; `Array.isArray` does not narrow readonly arrays. */
export function isArray(value: Json | undefined): value is readonly Json[] {
  return Array.isArray(value)
}

/** A value as text for a message; empty where it is no text. */
export function textOf(value: Json | undefined): string {
  return typeof value === 'string' ? value : ''
}

/** The pointer of a member or item below another pointer (RFC 6901). */
export function child(pointer: string, token: string | number): string {
  const name = String(token)
  return `${pointer}/${/[~/]/.test(name) ? name.replaceAll('~', '~0').replaceAll('/', '~1') : name}`
}

/** The tokens of a pointer; the empty pointer has none. */
export function tokensOf(pointer: string): readonly string[] {
  if (pointer === '') return []
  const tokens = pointer.slice(1).split('/')
  // Few names need to be escaped.
  if (!pointer.includes('~')) return tokens
  return tokens.map((token) => token.replaceAll('~1', '/').replaceAll('~0', '~'))
}

/** The same for what may be missing already, to go down a whole pointer. */
export function stepInto(value: Json | undefined, token: string): Json | undefined {
  return value === undefined ? undefined : step(value, token)
}

/** The member or item that a token names, own properties only. */
export function step(value: Json, token: string): Json | undefined {
  if (isArray(value)) return /^(0|[1-9]\d*)$/.test(token) ? value[Number(token)] : undefined
  if (isObject(value) && Object.hasOwn(value, token)) return value[token]
  return undefined
}

/** Whether an object refers to something else. */
export function isReference(
  value: Json | undefined,
): value is JsonObject & { readonly $ref: string } {
  return isObject(value) && typeof value['$ref'] === 'string'
}

/** References behind each other that are followed: more do not come from a person. */
export const longestChain = 1000
