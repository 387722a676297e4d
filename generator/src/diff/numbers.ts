import { keywordsWhere } from '@rpcloom/schema/internal'
import { isNumber } from '../json/members.ts'
import type { View } from './view.ts'

/** Integer formats from small to large, in groups with the same representation in programs. */
const families: readonly (readonly string[])[] = [
  ['uint8', 'uint16', 'uint32'],
  ['uint64', 'uint256'],
  ['int8', 'int16', 'int32'],
]

const big = new Set(['int64', 'uint64', 'uint256', 'hex-quantity'])

/** Whether a format determines how a number is represented in programs and in JSON. */
export function isNumeric(format: string): boolean {
  return big.has(format) || format === 'decimal' || families.some((names) => names.includes(format))
}

/** Compares numeric formats: the new format allows more values, fewer values, or has another representation. */
export function compareFormats(old: string, now: string): 'wider' | 'narrower' | 'other' {
  const family = families.find((names) => names.includes(old) && names.includes(now))
  if (family === undefined) return 'other'
  return family.indexOf(now) > family.indexOf(old) ? 'wider' : 'narrower'
}

/** Keywords from which the range of an integer is determined. */
const rangeKeywords = keywordsWhere(({ of }) => of === 'number')

/** Whether programs represent an integer as a bigint, because of its format or because a limit exceeds 2^53. */
export function isBig(view: View): boolean {
  const formats = view.valuesOf('format')
  if (formats.some((format) => typeof format === 'string' && big.has(format))) return true
  if (view.types?.includes('integer') !== true) return false
  return rangeKeywords.some((word) =>
    view
      .valuesOf(word)
      .some((limit) => isNumber(limit) && Math.abs(Number(limit)) > Number.MAX_SAFE_INTEGER),
  )
}
