import type { Codec } from './types.ts'

/** Form of a number in JSON, and the bounds of encoded values. */
export interface NumericOptions {
  /** Type in the program. */
  readonly as: 'bigint' | 'number'
  /** Form when encoding. Decimal strings and JSON numbers are both decoded, hexadecimal ones if `encoding` is hex. */
  readonly encoding: 'string' | 'number' | 'hex'
  /** Inclusive bounds when encoding. For `bigint`, 0 and 2^256 - 1 by default. */
  readonly min?: bigint | number
  readonly max?: bigint | number
  /** `number` only: rejects fractions. */
  readonly integer?: true
}

function readBigint(value: unknown): bigint | undefined {
  // Values other than objects are tested as strings; a very large or small number is then no plain integer.
  const isPlain = typeof value !== 'object' && /^(-?\d+|0x[\da-f]+)$/i.test(value as string)
  return isPlain || Number.isInteger(value) ? BigInt(value as string | number | bigint) : undefined
}

function readNumber(value: unknown): number | undefined {
  if (typeof value === 'number') return value
  if (typeof value === 'bigint') return Number(value)
  const decimal = typeof value === 'string' && /^-?\d+(\.\d+)?(e[+-]?\d+)?$/i.test(value)
  return decimal ? Number(value) : undefined
}

/** A codec for a number with bounds; the predefined ones below cover formats without narrower bounds. */
/* @__NO_SIDE_EFFECTS__ */
export function numeric({ as, encoding, integer, min, max }: NumericOptions): Codec {
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
    // A hash may be hexadecimal as well, but is too large for a height or has more digits.
    matches: (value) => known(value) !== undefined && !(encoding === 'hex' && isLong(value, high)),
    write(value) {
      const number = known(value)
      if (number === undefined) throw new TypeError(`must be ${expected}`)
      // A decimal string with a fraction is kept unchanged: `20.0000`.
      if (encoding === 'string' && !isBigint && !integer && typeof value === 'string') return value
      return written(number, encoding)
    },
  }
}

/** Whether a hexadecimal string has more digits than the highest number. */
function isLong(value: unknown, high: bigint | number): boolean {
  return typeof value === 'string' && value.length - 2 > high.toString(16).length
}

/** Small bigints are written as numbers, so that only others need a bigint-aware serializer. */
function written(
  value: bigint | number,
  encoding: NumericOptions['encoding'],
): string | number | bigint {
  if (encoding === 'string') return String(value)
  if (encoding === 'hex') return `0x${value.toString(16)}`
  return Number.isSafeInteger(Number(value)) ? Number(value) : value
}

/** A bigint that is only decoded: in results, and in validated params of a server. */
export const toBigint: Codec = { kind: 'codec', read: readBigint }
/** A number that is only decoded. */
export const toNumber: Codec = { kind: 'codec', read: readNumber }

/** A bigint encoded as a decimal string. */
export const big: Codec = /* @__PURE__ */ numeric({ as: 'bigint', encoding: 'string' })
/** A bigint encoded as a JSON number with all digits. */
export const bigNumber: Codec = /* @__PURE__ */ numeric({ as: 'bigint', encoding: 'number' })
/** A bigint encoded as a 0x quantity. */
export const bigHex: Codec = /* @__PURE__ */ numeric({ as: 'bigint', encoding: 'hex' })
/** A number encoded as a decimal string. */
export const num: Codec = /* @__PURE__ */ numeric({ as: 'number', encoding: 'string' })
/** A number encoded as a JSON number. */
export const numNumber: Codec = /* @__PURE__ */ numeric({ as: 'number', encoding: 'number' })
