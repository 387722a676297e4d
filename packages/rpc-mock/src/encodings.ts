import { sha256 } from './sha256.ts'

const BASE58 = '123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz'
const BECH32 = 'qpzry9x8gf2tvdw0s3jn54khce6mua7l'

/** base58 of the bytes and the last four of their SHA-256. */
export function cb58(bytes: Uint8Array): string {
  return base58(Uint8Array.from([...bytes, ...sha256(bytes).slice(-4)]))
}

/** How many bytes a cb58 text holds; `undefined` where its checksum is wrong, or for any other text. */
export function cb58Length(text: string): number | undefined {
  if (text.length > 300) return undefined
  let number = 0n
  for (const char of text) {
    const digit = BASE58.indexOf(char)
    if (digit < 0) return undefined
    number = number * 58n + BigInt(digit)
  }
  const digits = number === 0n ? '' : number.toString(16)
  const zeros = /^1*/.exec(text)?.[0].length ?? 0
  const bytes = [...new Uint8Array(zeros), ...bytesOf(digits.length % 2 ? `0${digits}` : digits)]
  return hasChecksum(bytes) ? bytes.length - 4 : undefined
}

/** Whether the last four bytes are those of the SHA-256 of the others. */
export function hasChecksum(bytes: readonly number[]): boolean {
  if (bytes.length <= 4) return false
  const sum = sha256(Uint8Array.from(bytes.slice(0, -4))).slice(-4)
  return bytes.slice(-4).every((byte, index) => byte === sum[index])
}

/** The bytes of hex digits. */
export function bytesOf(digits: string): number[] {
  return (digits.match(/../g) ?? []).map((pair) => Number.parseInt(pair, 16))
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
  const check = polymod([...expanded(prefix), ...words, 0, 0, 0, 0, 0, 0]) ^ 1
  const checksum = [25, 20, 15, 10, 5, 0].map((shift) => (check >> shift) & 31)
  return `${prefix}1${[...words, ...checksum].map((word) => BECH32.charAt(word)).join('')}`
}

/** Prefix and length of a Bech32 text; `undefined` where its checksum is wrong, or for any other text. */
export function bech32Parts(
  text: string,
): { readonly prefix: string; readonly length: number } | undefined {
  const at = text.lastIndexOf('1')
  if (at < 1 || text.length > 120) return undefined
  const prefix = text.slice(0, at)
  const words = Array.from(text.slice(at + 1), (char) => BECH32.indexOf(char))
  if (words.length < 7 || words.includes(-1)) return undefined
  if (polymod([...expanded(prefix), ...words]) !== 1) return undefined
  return { prefix, length: Math.floor(((words.length - 6) * 5) / 8) }
}

function expanded(prefix: string): number[] {
  const codes = [...prefix].map((char) => char.charCodeAt(0))
  return [...codes.map((code) => code >> 5), 0, ...codes.map((code) => code & 31)]
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
