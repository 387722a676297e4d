import { commonMultiple, type SchemaObject, integerRange } from '@rpcloom/schema/internal'
import type { Random } from '@rpcloom/schema/internal'
import { found, impossible, numbersOf, type Sampled } from './search.ts'

/** Range of generated numbers if there is no upper bound. */
const SPAN = 1_000_000
const NUMBER_SPAN = 100

/** Generates a number within the bounds of all schemas. The number is a multiple of every `multipleOf`. */
export function makeNumber(
  declared: readonly SchemaObject[],
  type: 'integer' | 'number',
  random: Random,
): Sampled {
  const schemas = declared.map(fromDraft4)
  const wide = wideBound(schemas)
  if (wide !== undefined) return found(wide)
  const bounds = boundsOf(schemas)
  const factors = numbersOf(schemas, 'multipleOf').filter((factor) => factor > 0)
  if (bounds.least > bounds.most) return impossible('no number is within the bounds')
  if (type === 'number' && factors.length === 0) return makeFraction(bounds, random)
  const unit = commonMultiple(type === 'integer' ? [1, ...factors] : factors)
  const lowest = Math.ceil(bounds.least / unit)
  const highest = Math.floor(bounds.most / unit)
  const first = bounds.isLeastExcluded && lowest * unit === bounds.least ? lowest + 1 : lowest
  const last = bounds.isMostExcluded && highest * unit === bounds.most ? highest - 1 : highest
  if (first > last) return impossible('no multiple of `multipleOf` is within the bounds')
  // Within the bounds, small numbers are preferred.
  const low = Math.max(first, Math.min(0, last))
  const high = Math.min(last, low + Math.max(1, Math.floor(SPAN / unit)))
  return found(multiply(random.integer(low, high), unit))
}

/**
 * Returns an integer at a bound that is too large for a double: the lowest allowed integer for a minimum, the
 * highest allowed integer for a maximum. The caller checks the other keywords.
 */
function wideBound(schemas: readonly SchemaObject[]): bigint | undefined {
  for (const schema of schemas) {
    for (const [keyword, sign] of [
      ['minimum', 1n],
      ['maximum', -1n],
      ['exclusiveMinimum', 1n],
      ['exclusiveMaximum', -1n],
    ] as const) {
      const bound = schema[keyword]
      if (typeof bound !== 'bigint' || bound * sign < 0n) continue
      return keyword.startsWith('exclusive') ? bound + sign : bound
    }
  }
  return undefined
}

interface Bounds {
  readonly least: number
  readonly most: number
  readonly isLeastExcluded: boolean
  readonly isMostExcluded: boolean
}

function boundsOf(schemas: readonly SchemaObject[]): Bounds {
  const ranges = schemas.flatMap(({ format }) => {
    const range = integerRange(format)
    return range ? [range] : []
  })
  const formatLeast = ranges.map(([least]) => Number(least))
  // The largest double that does not exceed the maximum of the format.
  const formatMost = ranges.map(([, most]) => doubleBelow(most))
  const exclusiveLeast = numbersOf(schemas, 'exclusiveMinimum')
  const exclusiveMost = numbersOf(schemas, 'exclusiveMaximum')
  const inclusiveLeast = Math.max(...numbersOf(schemas, 'minimum'), ...formatLeast, -Infinity)
  const inclusiveMost = Math.min(...numbersOf(schemas, 'maximum'), ...formatMost, Infinity)
  const least = Math.max(inclusiveLeast, ...exclusiveLeast)
  const most = Math.min(inclusiveMost, ...exclusiveMost)
  return {
    least,
    most,
    isLeastExcluded: exclusiveLeast.includes(least),
    isMostExcluded: exclusiveMost.includes(most),
  }
}

/** Converts the bounds of draft 4, where `exclusiveMinimum: true` makes `minimum` exclusive. */
function fromDraft4(schema: SchemaObject): SchemaObject {
  const { minimum, maximum, exclusiveMinimum, exclusiveMaximum } = schema
  return {
    ...schema,
    ...(exclusiveMinimum === true && { minimum: undefined, exclusiveMinimum: minimum }),
    ...(exclusiveMaximum === true && { maximum: undefined, exclusiveMaximum: maximum }),
  }
}

function doubleBelow(most: bigint): number {
  const near = Number(most)
  return BigInt(near) <= most ? near : near * (1 - Number.EPSILON)
}

function makeFraction(
  { least, most, isLeastExcluded, isMostExcluded }: Bounds,
  random: Random,
): Sampled {
  if (least === most && (isLeastExcluded || isMostExcluded))
    return impossible('no number is within the bounds')
  const low = Number.isFinite(least) ? least : Math.min(0, most - NUMBER_SPAN)
  const high = Number.isFinite(most) ? most : low + NUMBER_SPAN
  // Adds the weighted bounds, since the difference of the bounds may overflow.
  const share = random.integer(1, 99) / 100
  const value = Number((low * (1 - share) + high * share).toPrecision(15))
  return found(Math.min(high, Math.max(low, value)))
}

/** Multiplies without the rounding errors of binary fractions. */
function multiply(count: number, unit: number): number {
  const product = count * unit
  return Number.isInteger(unit) ? product + 0 : Number(product.toPrecision(15))
}
