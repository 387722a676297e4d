// Limits of schemas in words for readers.
import type { Keyword } from '../keywords/keyword.ts'
import { numberText } from '../keywords/number-text.ts'
import { keywords } from '../keywords/table.ts'

/** Returns the number in a keyword of a schema, or of schemas that apply together. */
export type NumberOf = (keyword: string) => number | bigint | undefined

/** Describes the bounds of a number, such as `at least 1`. */
export function boundLabels(numberOf: NumberOf): readonly string[] {
  return [
    ...rangeLabels(numberOf('minimum'), numberOf('maximum')),
    ...labelsWhere(({ of }) => of === 'number', numberOf),
  ]
}

/** Describes the keywords that are no limits, such as `no duplicate items`. */
export function furtherLabels(valueOf: (keyword: string) => unknown): readonly string[] {
  return labelsWhere(({ of }) => of !== 'number', valueOf)
}

function labelsWhere(
  condition: (keyword: Keyword) => boolean,
  valueOf: (keyword: string) => unknown,
): readonly string[] {
  return Object.entries(keywords).flatMap(([name, keyword]) =>
    condition(keyword) ? (keyword.label?.(valueOf(name)) ?? []) : [],
  )
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
