import { bech32, bech32Parts, bytesOf, cb58, cb58Length, hasChecksum, hex } from './encodings.ts'
import { sha256 } from './sha256.ts'
import type { Random } from './random.ts'

/**
 * Another text of the encoding that an example is in, with a right checksum: cb58 and node IDs, Bech32
 * addresses with the example's chain and network, bytes in hex with a checksum. `undefined` for any other text.
 */
export function textLike(example: string, random: Random): string | undefined {
  const [, label = '', rest = ''] = /^((?:[0-9A-Za-z]+-)?)(.*)$/s.exec(example) ?? []
  const address = bech32Parts(rest)
  if (address) return `${label}${bech32(address.prefix, random.bytes(address.length))}`
  if (/^0x(?:[\da-f]{2}){5,}$/i.test(example)) {
    const bytes = bytesOf(example.slice(2))
    return hasChecksum(bytes) ? checksummedHex(random.bytes(bytes.length - 4)) : undefined
  }
  const length = cb58Length(rest)
  return length === undefined ? undefined : `${label}${cb58(random.bytes(length))}`
}

function checksummedHex(bytes: Uint8Array): string {
  return hex(Uint8Array.from([...bytes, ...sha256(bytes).slice(-4)]))
}
