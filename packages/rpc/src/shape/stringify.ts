/** JSON text of a value; bigints become bare JSON numbers, which `JSON.stringify` alone refuses. */
export function stringify(value: unknown): string {
  try {
    return JSON.stringify(value) ?? 'null'
  } catch {
    // A bigint in most cases; what else is wrong goes wrong again.
    return write(value, []) ?? 'null'
  }
}

function write(value: unknown, above: readonly unknown[]): string | undefined {
  if (typeof value === 'bigint') return String(value)
  if (typeof value !== 'object' || value === null) return JSON.stringify(value)
  if (above.includes(value)) throw new TypeError('A circle cannot be written as JSON')
  const path = [...above, value]
  if ('toJSON' in value && typeof value.toJSON === 'function') return write(value.toJSON(), path)
  if (Array.isArray(value)) return `[${value.map((item) => write(item, path) ?? 'null').join()}]`
  const members: string[] = []
  for (const [key, inner] of Object.entries(value)) {
    const text = write(inner, path)
    if (text !== undefined) members.push(`${JSON.stringify(key)}:${text}`)
  }
  return `{${members.join()}}`
}
