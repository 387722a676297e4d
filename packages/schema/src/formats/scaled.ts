import type { NumberCodec } from './format.ts'

/** Largest count of units that a double divided by a power of ten and multiplied again gives back exactly. */
const MOST = 2n ** 51n

/**
 * Codec of a decimal number as a bigint of its smallest unit: with 8 digits, `0.00000001` in JSON is `1n`. Exact up
 * to 2^51 units, which is more than the 21e14 satoshi of all bitcoins. Throws a `RangeError` for a larger amount, or
 * for a number with more digits.
 */
export function scaled(digits: number): NumberCodec<bigint> {
  const scale = 10 ** digits
  return {
    decode(number) {
      // Each of division and multiplication has a relative error of at most 2^-53, so that up to 2^51 units the sum
      // is below half a unit.
      const units = Math.round(Number(number) * scale)
      if (!(Math.abs(units) <= Number(MOST)) || units / scale !== Number(number))
        throw new RangeError(`must have at most ${digits} decimal digits, and at most 2^51 units`)
      return BigInt(units)
    },
    encode(units) {
      if (typeof units !== 'bigint' || units > MOST || units < -MOST)
        throw new RangeError('must be a bigint of at most 2^51 units')
      return Number(units) / scale
    },
  }
}
