import { type SchemaObject, integerRange } from '@rpcloom/rpc/internal'
import type { Random } from '@rpcloom/rpc/internal'
import { found, impossible, numbersOf, type Sampled } from './search.ts'

/** Range of generated numbers if there is no upper bound. */
const SPAN = 1_000_000
const NUMBER_SPAN = 100

/** Generates a number within the bounds of all schemas. It is a multiple of all their factors. */
export function makeNumber(
  schemas: readonly SchemaObject[],
  type: 'integer' | 'number',
  random: Random,
): Sampled {
  const wide = wideBound(schemas)
  if (wide !== undefined) return found(wide)
  const bounds = boundsOf(schemas)
  const factors = numbersOf(schemas, 'multipleOf').filter((factor) => factor > 0)
  if (bounds.least > bounds.most) return impossible('no number is within the bounds')
  if (type === 'number' && factors.length === 0) return makeFraction(bounds, random)
  const unit = commonMultiple(type === 'integer' ? [1, ...factors] : factors)
  const lowest = Math.ceil(bounds.least / unit)
  const highest = Math.floor(bounds.most / unit)
  const first = bounds.isOpenLeast && lowest * unit === bounds.least ? lowest + 1 : lowest
  const last = bounds.isOpenMost && highest * unit === bounds.most ? highest - 1 : highest
  if (first > last) return impossible('no multiple of `multipleOf` is within the bounds')
  // Within the bounds, small numbers are preferred.
  const low = Math.max(first, Math.min(0, last))
  const high = Math.min(last, low + Math.max(1, Math.floor(SPAN / unit)))
  return found(written(random.integer(low, high), unit))
}

/**
 * Returns an integer at a bound that is too large for a double: the lowest for a minimum, the highest for a
 * maximum. The caller checks the other keywords.
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
      const isOpen = keyword.startsWith('exclusive') || oldOuterOf(schema, keyword)
      return isOpen ? bound + sign : bound
    }
  }
  return undefined
}

interface Bounds {
  readonly least: number
  readonly most: number
  readonly isOpenLeast: boolean
  readonly isOpenMost: boolean
}

function boundsOf(schemas: readonly SchemaObject[]): Bounds {
  const ranges = schemas.flatMap(({ format }) => {
    const range = integerRange(format)
    return range ? [range] : []
  })
  const formatLeast = ranges.map(([least]) => Number(least))
  // The largest double that does not exceed the bound of the format.
  const formatMost = ranges.map(([, most]) => notAbove(most))
  const outerLeast = [...numbersOf(schemas, 'exclusiveMinimum'), ...oldOuter(schemas, 'minimum')]
  const outerMost = [...numbersOf(schemas, 'exclusiveMaximum'), ...oldOuter(schemas, 'maximum')]
  const innerLeast = Math.max(...numbersOf(schemas, 'minimum'), ...formatLeast, -Infinity)
  const innerMost = Math.min(...numbersOf(schemas, 'maximum'), ...formatMost, Infinity)
  const least = Math.max(innerLeast, ...outerLeast)
  const most = Math.min(innerMost, ...outerMost)
  return {
    least,
    most,
    isOpenLeast: outerLeast.includes(least),
    isOpenMost: outerMost.includes(most),
  }
}

function oldOuter(schemas: readonly SchemaObject[], keyword: 'minimum' | 'maximum'): number[] {
  return numbersOf(
    schemas.filter((schema) => oldOuterOf(schema, keyword)),
    keyword,
  )
}

/** Whether a bound is exclusive as in draft 4, which uses `exclusiveMinimum: true` together with `minimum`. */
function oldOuterOf(schema: SchemaObject, keyword: string): boolean {
  const exclusive = keyword === 'minimum' ? 'exclusiveMinimum' : 'exclusiveMaximum'
  return schema[exclusive] === true
}

function notAbove(most: bigint): number {
  const near = Number(most)
  return BigInt(near) <= most ? near : near * (1 - Number.EPSILON)
}

function makeFraction({ least, most, isOpenLeast, isOpenMost }: Bounds, random: Random): Sampled {
  if (least === most && (isOpenLeast || isOpenMost))
    return impossible('no number is within the bounds')
  const low = Number.isFinite(least) ? least : Math.min(0, most - NUMBER_SPAN)
  const high = Number.isFinite(most) ? most : low + NUMBER_SPAN
  // The bounds are weighted and added, since their difference may overflow.
  const share = random.integer(1, 99) / 100
  return found(Math.min(high, Math.max(low, low * (1 - share) + high * share)))
}

/** Returns the least common multiple of factors with few decimals. */
function commonMultiple(factors: readonly number[]): number {
  const decimals = Math.max(...factors.map(decimalsOf))
  if (decimals > 15) return Math.max(...factors)
  const scale = 10 ** decimals
  const whole = factors.map((factor) => Math.round(factor * scale))
  return whole.reduce((all, one) => (all / divisor(all, one)) * one) / scale
}

function decimalsOf(factor: number): number {
  const [digits = '', exponent = '0'] = String(factor).split('e')
  return Math.max(0, (digits.split('.')[1] ?? '').length - Number(exponent))
}

function divisor(a: number, b: number): number {
  return b === 0 ? a : divisor(b, a % b)
}

/** Multiplies without the rounding errors of binary fractions. */
function written(count: number, unit: number): number {
  const product = count * unit
  return Number.isInteger(unit) ? product + 0 : Number(product.toPrecision(15))
}
