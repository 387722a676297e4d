import { hash } from 'node:crypto'
import { base58 } from '@scure/base'
import { concat } from './bytes.ts'

const CHECKSUM = 4

/** Returns the checksum of a payload: the last four bytes of its SHA-256. */
function checksum(payload: Uint8Array): Uint8Array {
  return hash('sha256', payload, 'buffer').subarray(-CHECKSUM)
}

/** Encodes a payload and its checksum in base58. This is the string form of IDs. */
export function cb58(payload: Uint8Array): string {
  return base58.encode(concat(payload, checksum(payload)))
}

/** Decodes a cb58 string. Throws if a character or the checksum is invalid. */
export function fromCb58(text: string): Uint8Array {
  if (text === '') throw new RangeError('empty cb58 string')
  return withoutChecksum(base58.decode(text))
}

/**
 * Encodes a payload and its checksum as `0x` and lower-case hex. The APIs call this form `encoding:
 * hex`.
 */
export function checkedHex(payload: Uint8Array): string {
  return plainHex(payload) + hash('sha256', payload).slice(-2 * CHECKSUM)
}

/** Decodes an `encoding: hex` string. Throws if the prefix, a digit or the checksum is invalid. */
export function fromCheckedHex(text: string): Uint8Array {
  const bytes = Buffer.from(text.slice(2), 'hex')
  // `Buffer.from` silently stops at the first pair of characters that is not hex, so compare the
  // lengths.
  if (!text.startsWith('0x') || text.length !== 2 + 2 * bytes.length)
    throw new RangeError('not a 0x-prefixed hex string')
  return withoutChecksum(bytes)
}

/** Encodes bytes as `0x` and lower-case hex, without a checksum. */
export function plainHex(bytes: Uint8Array): string {
  return `0x${hexOf(bytes)}`
}

function hexOf({ buffer, byteOffset, byteLength }: Uint8Array): string {
  return Buffer.from(buffer, byteOffset, byteLength).toString('hex')
}

function withoutChecksum(bytes: Uint8Array): Uint8Array {
  if (bytes.length < CHECKSUM) throw new RangeError('too short for a checksum')
  const payload = new Uint8Array(bytes.subarray(0, -CHECKSUM))
  if (Buffer.compare(checksum(payload), bytes.subarray(-CHECKSUM)) !== 0)
    throw new RangeError('wrong checksum')
  return payload
}
