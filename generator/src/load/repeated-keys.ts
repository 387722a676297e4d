export interface RepeatedKey {
  readonly key: string
  readonly offset: number
}

/**
 * Returns the duplicate keys in valid JSON text. `JSON.parse` silently drops all values but the
 * last.
 */
export function repeatedKeys(text: string): readonly RepeatedKey[] {
  const found: RepeatedKey[] = []
  // For each enclosing object the keys so far, and `undefined` for each enclosing array.
  const open: (Set<string> | undefined)[] = []
  let keys: Set<string> | undefined
  let isKey = false
  for (let at = 0; at < text.length; at++) {
    switch (text.charCodeAt(at)) {
      case 0x7b: // {
        open.push(keys)
        keys = new Set()
        isKey = true
        break
      case 0x5b: // [
        open.push(keys)
        keys = undefined
        isKey = false
        break
      case 0x7d: // }
      case 0x5d: // ]
        keys = open.pop()
        break
      case 0x2c: // ,
        isKey = keys !== undefined
        break
      case 0x22: {
        const end = endOfString(text, at)
        if (isKey && keys !== undefined) {
          const key = textOf(text.slice(at, end + 1))
          if (keys.has(key)) found.push({ key, offset: at })
          keys.add(key)
          isKey = false
        }
        at = end
      }
    }
  }
  return found
}

/** Returns the offset of the quote that closes a string. */
export function endOfString(text: string, start: number): number {
  for (let at = start + 1; at < text.length; at++) {
    const code = text.charCodeAt(at)
    if (code === 0x5c) at++
    else if (code === 0x22) return at
  }
  return text.length
}

function textOf(literal: string): string {
  // Only keys with escapes are parsed, because an escape can spell the same key in another way.
  return literal.includes('\\') ? String(JSON.parse(literal)) : literal.slice(1, -1)
}
