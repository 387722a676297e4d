// Limits of schemas in words for readers.
import { keywords } from '../keywords/table.ts'

/** Returns the number in a keyword of a schema, or of schemas that apply together. */
export type NumberOf = (keyword: string) => number | bigint | undefined

/** Describes the bounds of a number, such as `at least 1`. */
export function boundLabels(numberOf: NumberOf): readonly string[] {
  const words = [
    ['exclusiveMinimum', 'more than'],
    ['exclusiveMaximum', 'less than'],
    ['multipleOf', 'a multiple of'],
  ] as const
  return [
    ...rangeLabels(numberOf('minimum'), numberOf('maximum')),
    ...words.flatMap(([keyword, text]) => {
      const bound = numberOf(keyword)
      return bound === undefined ? [] : [`${text} ${numberText(bound)}`]
    }),
  ]
}

/** Describes the limits of lengths and counts, such as `1 to 64 characters`. */
export function sizeLabels(numberOf: NumberOf): readonly string[] {
  return units.flatMap((unit) => {
    const [min, max] = [numberOf(limitName('least', unit)), numberOf(limitName('most', unit))]
    if (max === 0 && !unit.includes('match')) return ['always empty']
    if (min !== undefined && min === max) return [`exactly ${min} ${unit}`]
    return rangeLabels(min === 0 ? undefined : min, max).map((text) => `${text} ${unit}`)
  })
}

const units = [...new Set(Object.values(keywords).flatMap(({ limit }) => limit?.unit ?? []))]

function limitName(side: 'least' | 'most', unit: string): string {
  const found = Object.entries(keywords).find(
    ([, { limit }]) => limit?.side === side && limit.unit === unit,
  )
  return found?.[0] ?? ''
}

export function rangeLabels(
  min: number | bigint | undefined,
  max: number | bigint | undefined,
): readonly string[] {
  if (min !== undefined && max !== undefined) return [`${numberText(min)} to ${numberText(max)}`]
  if (min !== undefined) return [`at least ${numberText(min)}`]
  return max === undefined ? [] : [`at most ${numberText(max)}`]
}

/** Formats a number. Powers of two beyond 2^53 are written as powers. */
function numberText(value: number | bigint): string {
  if (typeof value === 'number' || (value < 2n ** 53n && value > -(2n ** 53n))) return String(value)
  const [power, sign, rest] = value < 0n ? [-value, '-', ''] : [value + 1n, '', ' - 1']
  const digits = power.toString(2)
  return /^10*$/.test(digits) ? `${sign}2^${digits.length - 1}${rest}` : String(value)
}
