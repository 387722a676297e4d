import { sha256 } from '@noble/hashes/sha2.js'
import { base58 } from '@scure/base'
import { concat } from './bytes.ts'

const CHECKSUM = 4

/** The last four bytes of the SHA-256 of the payload. */
function checksum(payload: Uint8Array): Uint8Array {
  return sha256(payload).subarray(-CHECKSUM)
}

/** base58 of payload and checksum: the text form of IDs. */
export function cb58(payload: Uint8Array): string {
  return base58.encode(concat(payload, checksum(payload)))
}

/** The payload of a cb58 text; throws where the alphabet or the checksum is wrong. */
export function fromCb58(text: string): Uint8Array {
  if (text === '') throw new RangeError('empty cb58 text')
  return withoutChecksum(base58.decode(text))
}

/** `0x`, the payload and its checksum in lower-case hex: `encoding: hex` of the node's APIs. */
export function checkedHex(payload: Uint8Array): string {
  return plainHex(concat(payload, checksum(payload)))
}

/** The payload of `encoding: hex` text; throws where the prefix, a digit or the checksum is wrong. */
export function fromCheckedHex(text: string): Uint8Array {
  if (!/^0x(?:[0-9a-fA-F]{2})*$/.test(text)) throw new RangeError('no 0x-prefixed hex text')
  return withoutChecksum(Uint8Array.from(Buffer.from(text.slice(2), 'hex')))
}

/** `0x` and lower-case hex, without a checksum. */
export function plainHex(bytes: Uint8Array): string {
  return `0x${Buffer.from(bytes).toString('hex')}`
}

function withoutChecksum(bytes: Uint8Array): Uint8Array {
  if (bytes.length < CHECKSUM) throw new RangeError('too short for a checksum')
  const payload = bytes.slice(0, -CHECKSUM)
  const wanted = checksum(payload)
  if (!wanted.every((byte, index) => byte === bytes[payload.length + index])) {
    throw new RangeError('wrong checksum')
  }
  return payload
}
