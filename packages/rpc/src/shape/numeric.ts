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

/** Built from parts, so that a bundle carries those of the leaves that it uses. */
/* @__NO_SIDE_EFFECTS__ */
function codec<T>(
  read: (value: unknown) => T | undefined,
  write: (value: T) => unknown,
  allowed: (value: T) => boolean,
  expected: string,
): Codec {
  const known = (value: unknown): T | undefined => {
    const number = read(value)
    return number !== undefined && allowed(number) ? number : undefined
  }
  return {
    kind: 'codec',
    // A hash beside a height is hex too, but too large for one.
    fits: (value) => known(value) !== undefined,
    read,
    write(value) {
      const number = known(value)
      if (number === undefined) throw new TypeError(expected)
      return write(number)
    },
  }
}

function readBigint(value: unknown): bigint | undefined {
  const isInteger =
    typeof value === 'string'
      ? /^(-?\d+|0x[\da-f]+)$/i.test(value)
      : typeof value === 'bigint' || Number.isInteger(value)
  return isInteger ? BigInt(value as string | number | bigint) : undefined
}

function readNumber(value: unknown): number | undefined {
  if (typeof value === 'number') return value
  if (typeof value === 'bigint') return Number(value)
  const decimal = typeof value === 'string' && /^-?\d+(\.\d+)?(e[+-]?\d+)?$/i.test(value)
  return decimal ? Number(value) : undefined
}

/** A small bigint goes as a number, so that only the rest needs a writer that knows bigints. */
function writeBare(value: bigint): number | bigint {
  return Number.isSafeInteger(Number(value)) ? Number(value) : value
}

function writeHex(value: bigint | number): string {
  return `0x${value.toString(16)}`
}

function isUint256(value: bigint): boolean {
  return value >= 0n && value >> 256n === 0n
}

function isFinite(value: number): boolean {
  return Number.isFinite(value)
}

const uint256 = 'must be an integer from 0 to 2^256 - 1'
const finite = 'must be a number'

/** A codec for a number between bounds; the ready ones below cover formats without closer bounds. */
/* @__NO_SIDE_EFFECTS__ */
export function numeric(options: NumericOptions): Codec {
  const { wire, integer, min = options.as === 'bigint' ? 0n : -Infinity } = options
  const { max = options.as === 'bigint' ? (1n << 256n) - 1n : Infinity } = options
  const within = (value: bigint | number): boolean => value >= min && value <= max
  const expected = `must be ${integer || options.as === 'bigint' ? 'an integer' : 'a number'} from ${min} to ${max}`
  if (options.as === 'bigint') {
    const write = wire === 'string' ? String : wire === 'hex' ? writeHex : writeBare
    return codec(readBigint, write, within, expected)
  }
  const write = wire === 'string' ? String : wire === 'hex' ? writeHex : Number
  const whole = integer ? Number.isInteger : Number.isFinite
  return codec(readNumber, write, (value) => whole(value) && within(value), expected)
}

/** bigint that is only read: results, and what a server is given after it was checked. */
export const toBigint: Codec = { kind: 'codec', read: readBigint }
/** number that is only read. */
export const toNumber: Codec = { kind: 'codec', read: readNumber }

/** bigint, written as decimal text. */
export const big: Codec = /* @__PURE__ */ codec(readBigint, String, isUint256, uint256)
/** bigint, written as a JSON number without losing a digit. */
export const bigNumber: Codec = /* @__PURE__ */ codec(readBigint, writeBare, isUint256, uint256)
/** bigint, written as a 0x quantity. */
export const bigHex: Codec = /* @__PURE__ */ codec(readBigint, writeHex, isUint256, uint256)
/** number, written as decimal text. */
export const num: Codec = /* @__PURE__ */ codec(readNumber, String, isFinite, finite)
/** number, written as a JSON number. */
export const numNumber: Codec = /* @__PURE__ */ codec(readNumber, Number, isFinite, finite)
