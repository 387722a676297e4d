import { BoundedMap } from './bounded-map.ts'

/** Maximum number of cached strings per function. */
const LIMIT = 20_000

/** Memoizes a function of a string, for encodings of frequently used identifiers. */
export function memoized<K extends string, V>(compute: (key: K) => V): (key: K) => V {
  const cache = new BoundedMap<K, V>(LIMIT)
  return (key) => knownOr(cache, key, compute)
}

/** Returns the value of a key in a cache, and computes it if the cache does not have it. */
export function knownOr<K, V>(cache: Map<K, V>, key: K, compute: (key: K) => V): V {
  const found = cache.get(key)
  if (found !== undefined) return found
  const value = compute(key)
  cache.set(key, value)
  return value
}
