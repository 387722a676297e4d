import { sha256 } from './sha256.ts'

const BASE58 = '123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz'
const BECH32 = 'qpzry9x8gf2tvdw0s3jn54khce6mua7l'

/** base58 of the bytes and the last four of their SHA-256. */
export function cb58(bytes: Uint8Array): string {
  return base58(Uint8Array.from([...bytes, ...sha256(bytes).slice(-4)]))
}

function base58(bytes: Uint8Array): string {
  let number = bytes.reduce((sum, byte) => sum * 256n + BigInt(byte), 0n)
  let text = ''
  for (; number > 0n; number /= 58n) text = BASE58.charAt(Number(number % 58n)) + text
  const zeros = bytes.findIndex((byte) => byte !== 0)
  return '1'.repeat(zeros < 0 ? bytes.length : zeros) + text
}

/** Bech32 (BIP 173) of bytes under a human-readable prefix. */
export function bech32(prefix: string, bytes: Uint8Array): string {
  const words = fiveBits(bytes)
  const high = [...prefix].map((char) => char.charCodeAt(0) >> 5)
  const low = [...prefix].map((char) => char.charCodeAt(0) & 31)
  const check = polymod([...high, 0, ...low, ...words, 0, 0, 0, 0, 0, 0]) ^ 1
  const checksum = [25, 20, 15, 10, 5, 0].map((shift) => (check >> shift) & 31)
  return `${prefix}1${[...words, ...checksum].map((word) => BECH32.charAt(word)).join('')}`
}

function fiveBits(bytes: Uint8Array): number[] {
  const bits = [...bytes].map((byte) => byte.toString(2).padStart(8, '0')).join('')
  return (bits.match(/.{1,5}/g) ?? []).map((word) => Number.parseInt(word.padEnd(5, '0'), 2))
}

function polymod(words: readonly number[]): number {
  const generators = [0x3b6a57b2, 0x26508e6d, 0x1ea119fa, 0x3d4233dd, 0x2a1462b3]
  return words.reduce((check, word) => {
    const top = check >>> 25
    const shifted = ((check & 0x1ffffff) << 5) ^ word
    return generators.reduce(
      (sum, generator, i) => ((top >> i) & 1 ? sum ^ generator : sum),
      shifted,
    )
  }, 1)
}

/** 0x and two digits per byte. */
export function hex(bytes: Uint8Array): string {
  return `0x${[...bytes].map((byte) => byte.toString(16).padStart(2, '0')).join('')}`
}
