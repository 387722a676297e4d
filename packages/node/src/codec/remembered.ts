/** Maximum number of cached strings per function. */
const LIMIT = 20_000

/** Memoizes a function of a string, for encodings of frequently used identifiers. */
export function remembered<K extends string, V>(compute: (key: K) => V): (key: K) => V {
  const known = new Map<K, V>()
  return (key) => {
    const found = known.get(key)
    if (found !== undefined) return found
    const value = compute(key)
    if (known.size >= LIMIT) known.clear()
    known.set(key, value)
    return value
  }
}
