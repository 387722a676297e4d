const MAX_LENGTH = 120

/** A value of an answer in a line: long ones are cut. */
export function shown(value: unknown): string {
  if (value === undefined) return 'nothing'
  const text = JSON.stringify(value, (_key, part: unknown) =>
    typeof part === 'bigint' ? `${part}` : part,
  )
  return cut(typeof value === 'bigint' ? String(value) : text)
}

/** Text of an answer in a line. */
export function cut(text: string, length: number = MAX_LENGTH): string {
  return text.length > length ? `${text.slice(0, length)}\u2026` : text
}
