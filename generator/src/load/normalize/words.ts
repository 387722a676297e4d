import { isNumber } from '../../json/is-number.ts'
import type { Json } from '../../model/types.ts'
import { isArray } from '../pointer.ts'

/** A text from what was written in its place; undefined where that says no text. */
export function textFrom(json: Json): string | undefined {
  if (isNumber(json) || typeof json === 'boolean') return String(json)
  if (!isArray(json) || json.length === 0) return undefined
  const lines = json.filter((line) => typeof line === 'string')
  return lines.length === json.length ? lines.join('\n') : undefined
}

/** A boolean from a word or number for one. */
export function flagFrom(json: Json): boolean | undefined {
  const word = typeof json === 'string' ? json.trim().toLowerCase() : json
  if (word === 1 || word === 'true' || word === 'yes') return true
  return word === 0 || word === 'false' || word === 'no' ? false : undefined
}

/** A number from its digits as text. */
export function numberFrom(json: Json): number | undefined {
  if (typeof json !== 'string' || !/^\s*-?\d+(\.\d+)?(e[+-]?\d+)?\s*$/i.test(json)) return undefined
  const number = Number(json)
  // A text may hold more digits than a number can.
  return Number.isFinite(number) && !/\d{17}/.test(json) ? number : undefined
}
