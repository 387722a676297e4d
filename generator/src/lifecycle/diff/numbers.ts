import { isNumber } from '../../model/json.ts'
import type { Json } from '../../model/types.ts'
import type { View } from './view.ts'

/** How many values each format of integers has, smallest first inside a family of one form in programs. */
const families: readonly (readonly string[])[] = [
  ['uint8', 'uint16', 'uint32'],
  ['uint64', 'uint256'],
  ['int8', 'int16', 'int32'],
]

const big = new Set(['int64', 'uint64', 'uint256', 'hex-quantity'])

/** Whether a format says how a number looks in a program and on the wire. */
export function isNumeric(format: string): boolean {
  return big.has(format) || format === 'decimal' || families.some((names) => names.includes(format))
}

/** What changes with another numeric format: more values, fewer, or another form. */
export function compareFormats(old: string, now: string): 'wider' | 'narrower' | 'other' {
  const family = families.find((names) => names.includes(old) && names.includes(now))
  if (family === undefined) return 'other'
  return family.indexOf(now) > family.indexOf(old) ? 'wider' : 'narrower'
}

/** Whether an integer is a bigint in programs: by its format, or by a bound beyond what a number holds. */
export function isBig(view: View): boolean {
  const formats = wordsOf(view, 'format')
  if (formats.some((format) => typeof format === 'string' && big.has(format))) return true
  if (view.types?.includes('integer') !== true) return false
  return ['minimum', 'maximum', 'exclusiveMinimum', 'exclusiveMaximum'].some((word) =>
    wordsOf(view, word).some(
      (bound) => isNumber(bound) && Math.abs(Number(bound)) > Number.MAX_SAFE_INTEGER,
    ),
  )
}

/** Every value that a conjunction gives to a word. */
export function wordsOf(view: View, word: string): readonly Json[] {
  return view.words.get(word) ?? []
}
