const MAX_LENGTH = 120

/** Formats a value on one connection and truncates it. */
export function formatValue(value: unknown): string {
  if (value === undefined) return 'nothing'
  const text = JSON.stringify(value, (_key, part: unknown) =>
    typeof part === 'bigint' ? `${part}` : part,
  )
  return truncate(typeof value === 'bigint' ? String(value) : text)
}

/** Formats a text on one connection and truncates it. */
export function truncate(text: string, length: number = MAX_LENGTH): string {
  return text.length > length ? `${text.slice(0, length)}\u2026` : text
}
