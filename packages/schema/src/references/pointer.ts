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
