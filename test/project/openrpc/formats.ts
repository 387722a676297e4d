import { sha256 } from '@noble/hashes/sha2.js'
import { base58, bech32 } from '@scure/base'

type Check = (value: string) => boolean

/** An independent implementation of our formats, as an oracle for the documents. */
export const formats: Readonly<Record<string, Check>> = {
  uint8: unsigned(8),
  uint16: unsigned(16),
  uint32: unsigned(32),
  uint64: unsigned(64),
  uint256: unsigned(256),
  decimal: (value) => /^-?\d+(\.\d+)?$/.test(value),
  hex: (value) => /^0x([0-9a-f]{2})*$/i.test(value),
  'checksummed-hex': (value) => {
    const bytes = Buffer.from(value.slice(2), 'hex')
    const [body, sum] = [bytes.subarray(0, -4), bytes.subarray(-4)]
    return formats['hex']?.(value) === true && sum.equals(checksum(body))
  },
  'hex-quantity': (value) => /^0x(0|[1-9a-f][0-9a-f]*)$/i.test(value),
  'evm-address': (value) => /^0x[0-9a-f]{40}$/i.test(value),
  cb58: (value) => [20, 32].includes(cb58Length(value)),
  'node-id': (value) => value.startsWith('NodeID-') && cb58Length(value.slice(7)) === 20,
  'private-key': (value) => value.startsWith('PrivateKey-') && cb58Length(value.slice(11)) === 32,
  'bech32-address': (value) => {
    try {
      const { bytes } = bech32.decodeToBytes(value.slice(value.lastIndexOf('-') + 1))
      return bytes.length === 20
    } catch {
      return false
    }
  },
  'address-or-short-id': (value) =>
    formats['bech32-address']?.(value) === true || cb58Length(value) === 20,
  'date-time': (value) =>
    /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d{1,9})?(Z|[+-]\d\d:\d\d)$/.test(value) &&
    !Number.isNaN(Date.parse(value)),
  byte: (value) => Buffer.from(value, 'base64').toString('base64') === value,
}

function unsigned(bits: number): Check {
  return (value) => /^\d+$/.test(value) && BigInt(value) < 1n << BigInt(bits)
}

function checksum(bytes: Uint8Array): Uint8Array {
  return sha256(bytes).subarray(-4)
}

/**
 * Returns the number of bytes of a cb58 string. Returns -1 if its checksum or a character is wrong.
 */
function cb58Length(value: string): number {
  try {
    const bytes = Buffer.from(base58.decode(value))
    const body = bytes.subarray(0, -4)
    return bytes.subarray(-4).equals(checksum(body)) ? body.length : -1
  } catch {
    return -1
  }
}
