const MAX_LENGTH = 120

/** Formats a value on one line and truncates it. */
export function shown(value: unknown): string {
  if (value === undefined) return 'nothing'
  const text = JSON.stringify(value, (_key, part: unknown) =>
    typeof part === 'bigint' ? `${part}` : part,
  )
  return cut(typeof value === 'bigint' ? String(value) : text)
}

/** Formats a text on one line and truncates it. */
export function cut(text: string, length: number = MAX_LENGTH): string {
  return text.length > length ? `${text.slice(0, length)}\u2026` : text
}
