import { printable } from '../diagnostics/printable.ts'

/** Returns a number with its noun: `1 file`, `2 files`. */
export function count(number: number, noun: string): string {
  return `${number} ${noun}${number === 1 ? '' : 's'}`
}

/** Maximum number of names in a summary. */
const listed = 20

/** Lists names after a title, without terminal control characters. */
export function nameLine(title: string, names: readonly string[]): string {
  const more = names.length > listed ? `, and ${names.length - listed} more` : ''
  return `${title}: ${names.slice(0, listed).map(printable).join(', ')}${more}`
}
