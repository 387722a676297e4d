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
    ...labelsOf(ofNumbers, numberOf),
  ]
}

/** Describes the keywords that are no limits, such as `no duplicate items`. */
export function furtherLabels(valueOf: (keyword: string) => unknown): readonly string[] {
  return labelsOf(further, valueOf)
}

type Labels = readonly (readonly [name: string, label: NonNullable<Keyword['label']>])[]

const all: readonly (readonly [string, Keyword])[] = Object.entries(keywords)
const ofNumbers = labelsWhere(({ of }) => of === 'number')
const further = labelsWhere(({ of }) => of !== 'number')

function labelsWhere(condition: (keyword: Keyword) => boolean): Labels {
  return all.flatMap(([name, keyword]) =>
    condition(keyword) && keyword.label !== undefined ? [[name, keyword.label] as const] : [],
  )
}

function labelsOf(labels: Labels, valueOf: (keyword: string) => unknown): readonly string[] {
  return labels.flatMap(([name, label]) => label(valueOf(name)) ?? [])
}

/** Describes the limits of lengths and counts, such as `1 to 64 characters`. */
export function sizeLabels(numberOf: NumberOf): readonly string[] {
  return units.flatMap(({ unit, least, most }) => {
    const [min, max] = [numberOf(least), numberOf(most)]
    if (max === 0 && !unit.includes('match')) return ['always empty']
    if (min !== undefined && min === max) return [`exactly ${min} ${unit}`]
    return rangeLabels(min === 0 ? undefined : min, max).map((text) => `${text} ${unit}`)
  })
}

/** The units of limits, with the keywords of the least and the greatest number. */
const units = [...new Set(all.flatMap(([, { limit }]) => limit?.unit ?? []))].map((unit) => ({
  unit,
  least: limitName('least', unit),
  most: limitName('most', unit),
}))

function limitName(side: 'least' | 'most', unit: string): string {
  const found = all.find(([, { limit }]) => limit?.side === side && limit.unit === unit)
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
