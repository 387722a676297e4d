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

function readBigint(value: unknown): bigint | undefined {
  // What is no object is tested as its text, which for a large or small number is no plain integer.
  const isPlain = typeof value !== 'object' && /^(-?\d+|0x[\da-f]+)$/i.test(value as string)
  return isPlain || Number.isInteger(value) ? BigInt(value as string | number | bigint) : undefined
}

function readNumber(value: unknown): number | undefined {
  if (typeof value === 'number') return value
  if (typeof value === 'bigint') return Number(value)
  const decimal = typeof value === 'string' && /^-?\d+(\.\d+)?(e[+-]?\d+)?$/i.test(value)
  return decimal ? Number(value) : undefined
}

/** A codec for a number between bounds; the ready ones below cover formats without closer bounds. */
/* @__NO_SIDE_EFFECTS__ */
export function numeric({ as, wire, integer, min, max }: NumericOptions): Codec {
  const isBigint = as === 'bigint'
  const read: (value: unknown) => bigint | number | undefined = isBigint ? readBigint : readNumber
  const low = min ?? (isBigint ? 0n : -Infinity)
  const high = max ?? (isBigint ? (1n << 256n) - 1n : Infinity)
  const known = (value: unknown): bigint | number | undefined => {
    const number = read(value)
    const isNumber = integer ? Number.isInteger(number) : Number.isFinite(Number(number))
    return isNumber && number !== undefined && number >= low && number <= high ? number : undefined
  }
  const isOpen = !isBigint && min === undefined && max === undefined
  const most = max ?? (isBigint ? '2^256 - 1' : high)
  const bounds = isOpen ? '' : ` from ${low} to ${most}`
  const expected = (integer || isBigint ? 'an integer' : 'a number') + bounds
  return {
    kind: 'codec',
    expected,
    read,
    // A hash beside a height is hex too, but too large for one.
    fits: (value) => known(value) !== undefined,
    write(value) {
      const number = known(value)
      if (number === undefined) throw new TypeError(`must be ${expected}`)
      // Decimal text with a fraction stays as it is given: `20.0000`.
      if (wire === 'string' && !isBigint && !integer && typeof value === 'string') return value
      return written(number, wire)
    },
  }
}

/** A small bigint goes as a number, so that only the rest needs a writer that knows bigints. */
function written(value: bigint | number, wire: NumericOptions['wire']): string | number | bigint {
  if (wire === 'string') return String(value)
  if (wire === 'hex') return `0x${value.toString(16)}`
  return Number.isSafeInteger(Number(value)) ? Number(value) : value
}

/** bigint that is only read: results, and what a server is given after it was checked. */
export const toBigint: Codec = { kind: 'codec', read: readBigint }
/** number that is only read. */
export const toNumber: Codec = { kind: 'codec', read: readNumber }

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
