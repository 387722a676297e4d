/** Most texts that are remembered of one kind. */
const LIMIT = 20_000

/** A function of a text that remembers its results: encodings that the same few thousand identifiers need again and again. */
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
