import type { Json, JsonObject } from './types.ts'

/** Whether a value is a JSON object: not an array or null. */
export function isObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** Whether a value is a JSON array. `Array.isArray` does not narrow readonly arrays. */
export function isArray(value: Json | undefined): value is readonly Json[] {
  return Array.isArray(value)
}

/** Returns a string unchanged, and an empty string for any other value. */
export function textOf(value: Json | undefined): string {
  return typeof value === 'string' ? value : ''
}

/** Returns the pointer of a member or item below another pointer (RFC 6901). */
export function child(pointer: string, token: string | number): string {
  const name = String(token)
  return `${pointer}/${/[~/]/.test(name) ? name.replaceAll('~', '~0').replaceAll('/', '~1') : name}`
}

/**
 * Returns a JSON pointer as the fragment of a reference. Lone surrogates are kept, because they
 * cannot be percent-encoded.
 */
export function fragmentOf(pointer: string): string {
  return pointer.replace(/\P{Cs}+/gu, encodeURI)
}

/** Splits a JSON pointer into its tokens. The empty pointer has no tokens. */
export function tokensOf(pointer: string): readonly string[] {
  if (pointer === '') return []
  const tokens = pointer.slice(1).split('/')
  // Few names contain escapes, so most pointers need no unescaping.
  if (!pointer.includes('~')) return tokens
  return tokens.map((token) => token.replaceAll('~1', '/').replaceAll('~0', '~'))
}

/** Returns the last token of a pointer in backticks, for a message. */
export function quotedName(pointer: string): string {
  return `\`${tokensOf(pointer).at(-1) ?? ''}\``
}

/**
 * Returns the member or item for a pointer token. Accepts an undefined value, so that calls can be
 * chained.
 */
export function stepInto(value: Json | undefined, token: string): Json | undefined {
  return value === undefined ? undefined : step(value, token)
}

/** Returns the member or item for a pointer token. Inherited properties are ignored. */
export function step(value: Json, token: string): Json | undefined {
  if (isArray(value)) return /^(0|[1-9]\d*)$/.test(token) ? value[Number(token)] : undefined
  if (isObject(value) && Object.hasOwn(value, token)) return value[token]
  return undefined
}

export function isReference(
  value: Json | undefined,
): value is JsonObject & { readonly $ref: string } {
  return isObject(value) && typeof value['$ref'] === 'string'
}

/** Maximum length of a chain of references, far beyond any chain written by hand. */
export const longestChain = 1000
