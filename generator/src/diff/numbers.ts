import { integerRange, isIntegerFormat, keywordsWhere } from '@rpcloom/schema/internal'
import { isNumber } from '../json/members.ts'
import type { View } from './view.ts'

/** Whether a format determines how a number is represented in programs and in JSON. */
export function isNumeric(format: string): boolean {
  return isIntegerFormat(format) || format === 'decimal' || format === 'hex-quantity'
}

/** Compares numeric formats: the new format allows more values, fewer values, or has another representation. */
export function compareFormats(old: string, now: string): 'wider' | 'narrower' | 'other' {
  const [was, is] = [integerRange(old), integerRange(now)]
  if (was === undefined || is === undefined || isBigFormat(old) !== isBigFormat(now)) return 'other'
  if (is[0] <= was[0] && is[1] >= was[1]) return 'wider'
  return was[0] <= is[0] && was[1] >= is[1] ? 'narrower' : 'other'
}

function isBigFormat(format: string): boolean {
  const range = integerRange(format)
  return (
    format === 'hex-quantity' ||
    range?.some((bound) => !Number.isSafeInteger(Number(bound))) === true
  )
}

/** Keywords from which the range of an integer is determined. */
const rangeKeywords = keywordsWhere(({ of }) => of === 'number')

/** Whether programs represent an integer as a bigint, because of its format or because a limit exceeds 2^53. */
export function isBig(view: View): boolean {
  const formats = view.valuesOf('format')
  if (formats.some((format) => typeof format === 'string' && isBigFormat(format))) return true
  if (view.types?.includes('integer') !== true) return false
  return rangeKeywords.some((word) =>
    view
      .valuesOf(word)
      .some((limit) => isNumber(limit) && Math.abs(Number(limit)) > Number.MAX_SAFE_INTEGER),
  )
}
