import { keccak } from '../crypto/keccak.ts'
import { hexOf, type Hex } from './hex.ts'

/** Formats an address with the checksum of EIP-55. */
export function getAddress(address: string): Hex {
  const digits = address.slice(2).toLowerCase()
  const hash = hexOf(keccak(Buffer.from(digits, 'utf8'))).slice(2)
  const cased = [...digits].map((digit, at) =>
    Number.parseInt(hash[at] ?? '0', 16) > 7 ? digit.toUpperCase() : digit,
  )
  return `0x${cased.join('')}`
}
