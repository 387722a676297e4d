import type { Codec } from './types.ts'

/** The representations of a number in JSON and in programs, and the bounds of encoded values. */
export interface NumericOptions {
  /** Type in programs. */
  readonly as: 'bigint' | 'number'
  /** Form of encoded values. Values of all forms can be decoded, but hexadecimal strings only as `bigint`. */
  readonly encoding: 'string' | 'number' | 'hex'
  /** Inclusive bounds of encoded values. For `bigint`, the defaults are 0 and 2^256 - 1. */
  readonly min?: bigint | number
  readonly max?: bigint | number
  /** Rejects fractions. Only for `number`. */
  readonly integer?: true
}

function readBigint(value: unknown): bigint | undefined {
  // `test` converts the value to a string. A double in exponent notation does not match. The number of digits
  // is limited, because the time of the conversion is not linear in it.
  const isPlain =
    typeof value !== 'object' && /^(-?\d{1,999}|0x[\da-f]{1,999})$/i.test(value as string)
  return isPlain || Number.isInteger(value) ? BigInt(value as string | number | bigint) : undefined
}

function readNumber(value: unknown): number | undefined {
  // Millions of digits can exceed the stack of the engine's regular expressions. `Number` checks the sign of the exponent.
  const isNumeric =
    typeof value !== 'object' && /^-?\d{1,999}(\.\d{1,999})?(e.?\d{1,9})?$/i.test(value as string)
  return isNumeric && Number.isFinite(Number(value)) ? Number(value) : undefined
}

/** Creates a codec for a number with bounds. */
/* @__NO_SIDE_EFFECTS__ */
export function numeric({ as, encoding, integer, min, max }: NumericOptions): Codec {
  const isBigint = as === 'bigint'
  const read: (value: unknown) => bigint | number | undefined = isBigint ? readBigint : readNumber
  const low = min ?? (isBigint ? 0n : -Infinity)
  const high = max ?? (isBigint ? (1n << 256n) - 1n : Infinity)
  const known = (value: unknown): bigint | number | undefined => {
    const number = read(value)
    const isValid = number !== undefined && number >= low && number <= high
    return isValid && (!integer || Number.isInteger(number)) ? number : undefined
  }
  const isOpen = !isBigint && min === undefined && max === undefined
  const most = max ?? (isBigint ? '2^256 - 1' : high)
  const bounds = isOpen ? '' : ` from ${low} to ${most}`
  const expected = (integer || isBigint ? 'an integer' : 'a number') + bounds
  return {
    kind: 'codec',
    expected,
    // Reading accepts a number outside of its bounds, but not an integer outside of its range.
    read: isBigint || integer ? known : read,
    matches(value) {
      // A hexadecimal string with more digits than the number allows does not match: in a union, it may be
      // a hash.
      const isHash =
        encoding === 'hex' &&
        typeof value === 'string' &&
        value.length - 2 > high.toString(16).length
      return !isHash && known(value) !== undefined
    },
    write(value) {
      const number = known(value)
      if (number === undefined) throw new TypeError(`must be ${expected}`)
      if (encoding === 'hex') return `0x${number.toString(16)}`
      // A small bigint becomes a number, so that only large bigints need a special serializer.
      if (encoding === 'number')
        return Number.isSafeInteger(Number(number)) ? Number(number) : number
      // A decimal string with a fraction, such as `20.0000`, is sent unchanged.
      return !isBigint && !integer && typeof value === 'string' ? value : String(number)
    },
  }
}

/** A bigint encoded as a decimal string. */
export const big: Codec = /* @__PURE__ */ numeric({ as: 'bigint', encoding: 'string' })
/** A bigint encoded as a JSON number. */
export const bigNumber: Codec = /* @__PURE__ */ numeric({ as: 'bigint', encoding: 'number' })
/** A bigint encoded as a hexadecimal quantity with `0x`. */
export const bigHex: Codec = /* @__PURE__ */ numeric({ as: 'bigint', encoding: 'hex' })
/** A number encoded as a decimal string. */
export const num: Codec = /* @__PURE__ */ numeric({ as: 'number', encoding: 'string' })
/** A number encoded as a JSON number. */
export const numNumber: Codec = /* @__PURE__ */ numeric({ as: 'number', encoding: 'number' })

const MAX_UINT64 = 0xffffffffffffffffn
const MAX_UINT32 = 0xffffffff

/** A 64-bit integer encoded as a decimal string, a JSON number, or a hexadecimal quantity. */
export const uint64: Codec = /* @__PURE__ */ numeric({
  as: 'bigint',
  encoding: 'string',
  max: MAX_UINT64,
})
export const uint64Number: Codec = /* @__PURE__ */ numeric({
  as: 'bigint',
  encoding: 'number',
  max: MAX_UINT64,
})
export const uint64Hex: Codec = /* @__PURE__ */ numeric({
  as: 'bigint',
  encoding: 'hex',
  max: MAX_UINT64,
})
/** A 32-bit integer encoded as a decimal string or a JSON number. */
export const uint32: Codec = /* @__PURE__ */ numeric({
  as: 'number',
  encoding: 'string',
  min: 0,
  max: MAX_UINT32,
  integer: true,
})
export const uint32Number: Codec = /* @__PURE__ */ numeric({
  as: 'number',
  encoding: 'number',
  min: 0,
  max: MAX_UINT32,
  integer: true,
})
