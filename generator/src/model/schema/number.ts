import { type IntegerRange, integerRange } from '@rpcloom/schema/internal'
import { exactNumberOf, stringOf } from '../../json/members.ts'
import type { JsonObject } from '../../json/types.ts'
import type { CustomFormat } from '../../openrpc/custom-formats.ts'
import type { NumericType, Type } from '../types.ts'

/** JSON types with which a number may be sent. */
export type ScalarWord = 'string' | 'integer' | 'number'

/** Whether numbers may be sent with the given JSON type. */
export function isScalarWord(word: string): word is ScalarWord {
  return word === 'string' || word === 'integer' || word === 'number'
}

/** Returns the type of a number whose format needs a codec. Returns undefined for other formats. */
export function numericType(
  json: JsonObject,
  words: readonly ScalarWord[],
): NumericType | undefined {
  const [first] = words
  if (first === undefined) return undefined
  const format = stringOf(json, 'format') ?? ''
  const encoding = first === 'string' ? 'string' : 'number'
  const mayBeText = words.includes('string')
  if (format === 'hex-quantity' && mayBeText) {
    return {
      kind: 'numeric',
      as: 'bigint',
      encoding: 'hex',
      integer: true,
      ...bounds(json, integerRange('uint256')),
    }
  }
  if (format === 'decimal' && mayBeText) {
    return { kind: 'numeric', as: 'number', encoding, ...bounds(json) }
  }
  const range = integerRange(format)
  if (range === undefined) return undefined
  const as = range.every(isSafe) ? 'number' : 'bigint'
  if (as === 'number' && !mayBeText) return undefined
  const textOnly = words.every((word) => word === 'string')
  return {
    kind: 'numeric',
    as,
    encoding,
    integer: true,
    ...(textOnly && { textOnly }),
    ...(!mayBeText && { numberOnly: true }),
    ...bounds(json, range),
  }
}

/**
 * Returns the type of a number without a codec format. An integer becomes a bigint if its bounds or
 * `multipleOf` are too large for a double to represent exactly. Other numbers become `number`.
 */
export function plainNumber(json: JsonObject, word: 'integer' | 'number'): Type {
  const limits = bounds(json)
  const step = whole(exactNumberOf(json, 'multipleOf'), Math.floor) ?? 0n
  const isBig = [step, ...Object.values(limits)].some((bound: bigint) => !isSafe(bound))
  if (word === 'number' || !isBig) return { kind: 'number' }
  return {
    kind: 'numeric',
    as: 'bigint',
    encoding: 'number',
    integer: true,
    numberOnly: true,
    ...limits,
  }
}

/** Returns the type of a number of a custom format. Without safe bounds, an integer may exceed 2^53. */
export function customNumber(
  json: JsonObject,
  word: 'integer' | 'number',
  custom: CustomFormat,
): Type {
  const { min, max } = bounds(json)
  const isSafeRange = [min, max].every((bound) => bound !== undefined && isSafe(bound))
  return { kind: 'number', custom, ...(word === 'integer' && !isSafeRange && { wide: true }) }
}

interface Bounds {
  readonly min?: bigint
  readonly max?: bigint
}

/** Returns the range of a number format, narrowed by the bounds in the schema. */
function bounds(json: JsonObject, [least, most]: Partial<IntegerRange> = []): Bounds {
  const min = narrowest(least, lowest(json), (a, b) => (a > b ? a : b))
  const max = narrowest(most, highest(json), (a, b) => (a < b ? a : b))
  return { ...(min === undefined ? {} : { min }), ...(max === undefined ? {} : { max }) }
}

function narrowest(
  format: bigint | undefined,
  schema: bigint | undefined,
  pick: (a: bigint, b: bigint) => bigint,
): bigint | undefined {
  if (format === undefined || schema === undefined) return format ?? schema
  return pick(format, schema)
}

function lowest(json: JsonObject): bigint | undefined {
  const exclusive = exactNumberOf(json, 'exclusiveMinimum')
  if (exclusive === undefined) return whole(exactNumberOf(json, 'minimum'), Math.ceil)
  const below = whole(exclusive, Math.floor)
  return below === undefined ? undefined : below + 1n
}

function highest(json: JsonObject): bigint | undefined {
  const exclusive = exactNumberOf(json, 'exclusiveMaximum')
  if (exclusive === undefined) return whole(exactNumberOf(json, 'maximum'), Math.floor)
  const above = whole(exclusive, Math.ceil)
  return above === undefined ? undefined : above - 1n
}

function whole(
  bound: number | bigint | undefined,
  round: (bound: number) => number,
): bigint | undefined {
  if (typeof bound === 'bigint') return bound
  return bound === undefined || !Number.isFinite(bound) ? undefined : BigInt(round(bound))
}

function isSafe(value: bigint): boolean {
  return value >= BigInt(Number.MIN_SAFE_INTEGER) && value <= BigInt(Number.MAX_SAFE_INTEGER)
}
