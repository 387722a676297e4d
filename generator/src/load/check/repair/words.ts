import { isNumber } from '../../../json/is-number.ts'
import type { Json } from '../../../json/types.ts'
import { isArray } from '../../../json/pointer.ts'

/** Converts a value to a string. Returns undefined for values without an obvious string form. */
export function textFrom(json: Json): string | undefined {
  if (isNumber(json) || typeof json === 'boolean') return String(json)
  if (!isArray(json) || json.length === 0) return undefined
  const lines = json.filter((line) => typeof line === 'string')
  return lines.length === json.length ? lines.join('\n') : undefined
}

/** Converts a string or number to a boolean. */
export function flagFrom(json: Json): boolean | undefined {
  const word = typeof json === 'string' ? json.trim().toLowerCase() : json
  if (word === 1 || word === 'true' || word === 'yes') return true
  return word === 0 || word === 'false' || word === 'no' ? false : undefined
}

/** Converts a string of digits to a number. */
export function numberFrom(json: Json): number | undefined {
  if (typeof json !== 'string' || !/^\s*-?\d+(\.\d+)?(e[+-]?\d+)?\s*$/i.test(json)) return undefined
  const number = Number(json)
  // A string of 17 or more digits may lose digits as a number.
  return Number.isFinite(number) && !/\d{17}/.test(json) ? number : undefined
}
