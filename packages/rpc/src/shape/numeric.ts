import type { Codec } from './types.ts'

/** How a number travels, and between which bounds a caller may write it. */
export interface NumericOptions {
  /** What the program sees. */
  readonly as: 'bigint' | 'number'
  /** What is written; decimal text and JSON numbers are both read, hex where `wire` is hex. */
  readonly wire: 'string' | 'number' | 'hex'
  /** Inclusive bounds of what may be written. For `bigint`, 0 and 2^256 - 1 unless given. */
  readonly min?: bigint | number
  readonly max?: bigint | number
  /** `number` only: fractions are refused. */
  readonly integer?: true
}

const decimalInteger = /^-?\d+$/
const decimal = /^-?\d+(\.\d+)?([eE][+-]?\d+)?$/
const hexQuantity = /^0x[\da-fA-F]+$/

/** A codec for a number; the ready ones below cover formats without closer bounds. */
/* @__NO_SIDE_EFFECTS__ */
export function numeric(options: NumericOptions): Codec {
  const read = options.as === 'bigint' ? readBigint : readNumber
  return {
    kind: 'codec',
    // A hash beside a height is hex too, but too large for one.
    fits: (value) => {
      const known = read(value)
      return known !== undefined && !outside(known, options)
    },
    convert(value, write) {
      const known = read(value)
      if (!write) return known ?? value
      if (known === undefined || outside(known, options)) throw new TypeError(expectation(options))
      if (options.wire === 'string') return String(known)
      if (options.wire === 'hex') return `0x${known.toString(16)}`
      // A small bigint goes as a number, so that only the rest needs a writer that knows bigints.
      return typeof known === 'bigint' && Number.isSafeInteger(Number(known))
        ? Number(known)
        : known
    },
  }
}

function readBigint(value: unknown): bigint | undefined {
  if (typeof value === 'bigint') return value
  if (typeof value === 'string') {
    return decimalInteger.test(value) || hexQuantity.test(value) ? BigInt(value) : undefined
  }
  return Number.isInteger(value) ? BigInt(value as number) : undefined
}

function readNumber(value: unknown): number | undefined {
  if (typeof value === 'number') return value
  if (typeof value === 'bigint') return Number(value)
  return typeof value === 'string' && decimal.test(value) ? Number(value) : undefined
}

function outside(value: bigint | number, { as, min, max, integer }: NumericOptions): boolean {
  if (as === 'number') {
    if (!Number.isFinite(value) || (integer && !Number.isInteger(value))) return true
    return (min !== undefined && value < min) || (max !== undefined && value > max)
  }
  return value < (min ?? 0n) || (max === undefined ? value >= 1n << 256n : value > max)
}

function expectation({ as, min, max, integer }: NumericOptions): string {
  const word = as === 'bigint' || integer ? 'an integer' : 'a number'
  const low = min ?? (as === 'bigint' ? 0 : undefined)
  const bounds = [low === undefined ? '' : ` from ${low}`, max === undefined ? '' : ` to ${max}`]
  return `must be ${word}${bounds.join('')}`
}

/** bigint, written as decimal text. */
export const big: Codec = /* @__PURE__ */ numeric({ as: 'bigint', wire: 'string' })
/** bigint, written as a JSON number without losing a digit. */
export const bigNumber: Codec = /* @__PURE__ */ numeric({ as: 'bigint', wire: 'number' })
/** bigint, written as a 0x quantity. */
export const bigHex: Codec = /* @__PURE__ */ numeric({ as: 'bigint', wire: 'hex' })
/** number, written as decimal text. */
export const num: Codec = /* @__PURE__ */ numeric({ as: 'number', wire: 'string' })
/** number, written as a JSON number. */
export const numNumber: Codec = /* @__PURE__ */ numeric({ as: 'number', wire: 'number' })
