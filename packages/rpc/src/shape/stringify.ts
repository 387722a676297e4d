/** JSON text of a value; bigints become bare JSON numbers, which `JSON.stringify` alone refuses. */
export function stringify(value: unknown): string {
  try {
    return JSON.stringify(value) ?? 'null'
  } catch (error) {
    // Circular values fail again below, with the same kind of error.
    if (!holdsBigint(value, new Set())) throw error
    return write(value) ?? 'null'
  }
}

function holdsBigint(value: unknown, above: Set<unknown>): boolean {
  if (typeof value === 'bigint') return true
  if (typeof value !== 'object' || value === null) return false
  if (above.has(value)) throw new TypeError('Converting circular structure to JSON')
  above.add(value)
  const found = Object.values(value).some((inner) => holdsBigint(inner, above))
  above.delete(value)
  return found
}

function write(value: unknown): string | undefined {
  if (typeof value === 'bigint') return String(value)
  if (typeof value !== 'object' || value === null) return JSON.stringify(value)
  if ('toJSON' in value && typeof value.toJSON === 'function') return write(value.toJSON())
  if (Array.isArray(value)) return `[${value.map((item) => write(item) ?? 'null').join()}]`
  const members: string[] = []
  for (const [key, inner] of Object.entries(value)) {
    const text = write(inner)
    if (text !== undefined) members.push(`${JSON.stringify(key)}:${text}`)
  }
  return `{${members.join()}}`
}
