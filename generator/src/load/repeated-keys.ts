/** A key that its object holds already. */
export interface RepeatedKey {
  readonly key: string
  readonly offset: number
}

/** The keys of a valid JSON text that an object holds twice: `JSON.parse` drops all but the last without a word. */
export function repeatedKeys(text: string): readonly RepeatedKey[] {
  const found: RepeatedKey[] = []
  // Keys of the objects around, `undefined` for a list.
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

/** Index of the closing quote. */
export function endOfString(text: string, start: number): number {
  for (let at = start + 1; at < text.length; at++) {
    const code = text.charCodeAt(at)
    if (code === 0x5c) at++
    else if (code === 0x22) return at
  }
  return text.length
}

function textOf(literal: string): string {
  // Few keys hold an escape, which may spell the same key in another way.
  return literal.includes('\\') ? String(JSON.parse(literal)) : literal.slice(1, -1)
}
