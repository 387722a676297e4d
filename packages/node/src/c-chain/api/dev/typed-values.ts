import type { TypedValue } from '@native-node/server/c-chain-dev'
import { concat } from '../../../codec/bytes.ts'
import { keccak } from '../../../crypto/keccak.ts'
import { bytesOf } from '../../hex.ts'

/**
 * Returns the hash of structured data of the first version: the hash of the packed types and names, and of the packed
 * values. Throws a RangeError for a value that does not match its type.
 */
export function typedValuesHash(values: readonly TypedValue[]): Uint8Array {
  const names = values.map(({ type, name }) => Buffer.from(`${type} ${name}`))
  const packed = values.map(({ type, value }) => packedValue(type, value))
  return keccak(concat(keccak(concat(...names)), keccak(concat(...packed))))
}

const WORD = 32

/** Returns a value in the packed encoding of Solidity. */
function packedValue(type: string, value: unknown): Uint8Array {
  const [, inner, length] = /^(.+)\[(\d*)\]$/.exec(type) ?? []
  if (inner !== undefined) {
    if (!Array.isArray(value) || (length && value.length !== Number(length)))
      throw mismatch(type, 'a list of the given length')
    return concat(...value.map((item: unknown) => element(inner, item)))
  }
  if (type === 'string') {
    if (typeof value !== 'string') throw mismatch(type, 'a string')
    return Buffer.from(value)
  }
  if (type === 'bool') {
    if (typeof value !== 'boolean') throw mismatch(type, 'true or false')
    return Uint8Array.of(value ? 1 : 0)
  }
  const [, kind = '', size = ''] = /^(address|bytes|uint|int)(\d*)$/.exec(type) ?? []
  switch (kind) {
    case 'address':
      return hexBytes(type, value, 20)
    case 'bytes':
      return hexBytes(type, value, size === '' ? undefined : Number(size))
    case 'uint':
    case 'int':
      return integerBytes(type, value, size === '' ? 256 : Number(size))
    default:
      throw new RangeError(`unknown type ${type.slice(0, 40)}`)
  }
}

/** Pads an element of an array to a word: `bytes` of a fixed size at the end, all else at the start. */
function element(type: string, value: unknown): Uint8Array {
  if (type === 'string' || type === 'bytes' || type.endsWith(']'))
    throw new RangeError(`arrays of ${type.slice(0, 40)} are not supported`)
  const bytes = packedValue(type, value)
  const word = new Uint8Array(WORD)
  if (type.startsWith('int') && BigInt(String(value)) < 0n) word.fill(0xff)
  word.set(bytes, type.startsWith('bytes') ? 0 : WORD - bytes.length)
  return word
}

function hexBytes(type: string, value: unknown, size?: number): Uint8Array {
  if (typeof value !== 'string' || !/^0x(?:[\da-f]{2})*$/i.test(value))
    throw mismatch(type, 'bytes in hex')
  const bytes = bytesOf(value)
  const isWrong = size === undefined ? type !== 'bytes' : size > WORD || bytes.length !== size
  if (isWrong) throw mismatch(type, `${size} bytes`)
  return bytes
}

function integerBytes(type: string, value: unknown, bits: number): Uint8Array {
  if (bits === 0 || bits > 256 || bits % 8 !== 0) throw new RangeError(`unknown type ${type}`)
  const text = typeof value === 'string' || typeof value === 'bigint' ? String(value) : ''
  const given = Number.isSafeInteger(value) ? String(value) : text
  if (!/^(-?\d{1,80}|0x[\da-f]{1,64})$/i.test(given)) throw mismatch(type, 'an integer')
  const number = BigInt(given)
  const isSigned = type.startsWith('int')
  const whole = isSigned ? BigInt.asIntN(bits, number) : BigInt.asUintN(bits, number)
  if (whole !== number) throw mismatch(type, `an integer of ${bits} bits`)
  return bytesOf(
    BigInt.asUintN(bits, number)
      .toString(16)
      .padStart(bits / 4, '0'),
  )
}

function mismatch(type: string, expected: string): RangeError {
  return new RangeError(`a value of type ${type.slice(0, 40)} must be ${expected}`)
}
