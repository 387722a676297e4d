import { isRecord } from '../json/values.ts'

/** Returns the value at a JSON pointer (RFC 6901); `undefined` if there is no value. */
export function atPointer(value: unknown, pointer: string): unknown {
  let here = value
  for (const part of pointer.split('/').slice(1)) {
    const name = part.replaceAll('~1', '/').replaceAll('~0', '~')
    if (typeof here !== 'object' || here === null || !Object.hasOwn(here, name)) return undefined
    here = (here as Record<string, unknown>)[name]
  }
  return here
}

/**
 * Returns the target of a reference object, following references to further references. Returns other values
 * unchanged.
 */
export function dereference(value: unknown, resolve: (ref: string) => unknown): unknown {
  let here = value
  for (let hops = 0; isRecord(here) && typeof here['$ref'] === 'string'; hops++) {
    // A circular reference resolves to `undefined`.
    if (hops === 50) return undefined
    here = resolve(here['$ref'])
  }
  return here
}

/** Returns a reference as a URL. Returns a reference that is no URL unchanged. */
export function absolute(ref: string, base: string): string {
  return URL.canParse(ref, base) ? new URL(ref, base).href : ref
}

/** Percent-decodes a fragment. A fragment with an invalid escape, such as a name with a `%`, is returned unchanged. */
export function decodeFragment(fragment: string): string {
  try {
    return decodeURIComponent(fragment)
  } catch (error) {
    if (error instanceof URIError) return fragment
    throw error
  }
}
