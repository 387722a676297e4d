import { stringify } from '@rpcloom/schema/internal'

const MAX_LENGTH = 120

/** Formats a value as JSON on one line and truncates it. */
export function formatValue(value: unknown): string {
  return value === undefined ? 'nothing' : truncate(stringify(value))
}

export function truncate(text: string, length: number = MAX_LENGTH): string {
  return text.length > length ? `${text.slice(0, length)}\u2026` : text
}
