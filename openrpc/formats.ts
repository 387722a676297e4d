import { defineFormats, type Random } from '@rpcloom/rpc/formats'

const BASE58 = '123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz'
const BECH32 = 'qpzry9x8gf2tvdw0s3jn54khce6mua7l'

/**
 * The string formats of the node's documents: `formats` in rpcloom.config.json. Generation copies this file into the
 * types package, so that it imports nothing but the runtime. Validators check the characters only: a request with a
 * wrong checksum gets the error that service.md lists for it, from the handler.
 */
export const formats = defineFormats({
  cb58: {
    validate: (text) => text.length >= 5 && /^[1-9A-HJ-NP-Za-km-z]+$/.test(text),
    sample: (random, example = '') => cb58(random.bytes(cb58Length(example) ?? 32)),
  },
  'node-id': {
    type: '`NodeID-${string}`',
    validate: (text) => /^NodeID-[1-9A-HJ-NP-Za-km-z]{20,40}$/.test(text),
    sample: (random) => `NodeID-${cb58(random.bytes(20))}`,
  },
  'private-key': {
    validate: (text) => /^PrivateKey-[1-9A-HJ-NP-Za-km-z]+$/.test(text),
    sample: (random) => `PrivateKey-${cb58(random.bytes(32))}`,
  },
  'bech32-address': {
    validate: (text) =>
      /^(?:[A-Za-z0-9]+-)?[a-z][a-z0-9]{0,82}1[02-9ac-hj-np-z]{38}[02-9ac-hj-np-z]*$/.test(text),
    sample: addressLike,
  },
  'address-or-short-id': {
    // The pattern of its only schema, `AddressOrShortId`, states both forms.
    validate: () => true,
    sample: addressLike,
  },
  'checksummed-hex': {
    type: '`0x${string}`',
    validate: (text) => /^0x(?:[\da-fA-F]{2})*$/.test(text),
    sample: (random, example = '') => checksummedHex(random.bytes(dataLength(example))),
  },
})

/** Returns a random address with the chain and the network of the example. */
function addressLike(random: Random, example = ''): string {
  const parts = /^([0-9A-Za-z]+-)?([a-z][a-z0-9]*)1[02-9ac-hj-np-z]{6,}$/.exec(example)
  const [, chain = '', prefix = 'local'] = parts ?? [example, 'X-']
  return `${chain}${bech32(prefix, random.bytes(20))}`
}

/** Returns the number of bytes of hexadecimal data, without the checksum. */
function dataLength(example: string): number {
  return Math.max(1, (example.length - 2) / 2 - 4)
}

/** Encodes bytes and their checksum, the last four bytes of their SHA-256, in hexadecimal. */
function checksummedHex(bytes: Uint8Array): string {
  const all = [...bytes, ...sha256(bytes).slice(-4)]
  return `0x${all.map((byte) => byte.toString(16).padStart(2, '0')).join('')}`
}

/** Encodes bytes and their checksum, the last four bytes of their SHA-256, in base58. */
function cb58(bytes: Uint8Array): string {
  return base58(Uint8Array.from([...bytes, ...sha256(bytes).slice(-4)]))
}

/** Returns the number of bytes in a cb58 string; `undefined` if the string or its checksum is invalid. */
function cb58Length(text: string): number | undefined {
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

/** Whether the last four bytes are the checksum of the others. */
function hasChecksum(bytes: readonly number[]): boolean {
  if (bytes.length <= 4) return false
  const sum = sha256(Uint8Array.from(bytes.slice(0, -4))).slice(-4)
  return bytes.slice(-4).every((byte, index) => byte === sum[index])
}

/** Converts hex digits to bytes. */
function bytesOf(digits: string): number[] {
  return (digits.match(/../g) ?? []).map((pair) => Number.parseInt(pair, 16))
}

function base58(bytes: Uint8Array): string {
  let number = bytes.reduce((sum, byte) => sum * 256n + BigInt(byte), 0n)
  let text = ''
  for (; number > 0n; number /= 58n) text = BASE58.charAt(Number(number % 58n)) + text
  const zeros = bytes.findIndex((byte) => byte !== 0)
  return '1'.repeat(zeros < 0 ? bytes.length : zeros) + text
}

/** Encodes bytes in Bech32 (BIP 173) with a human-readable prefix. */
function bech32(prefix: string, bytes: Uint8Array): string {
  const words = fiveBits(bytes)
  const check = polymod([...expanded(prefix), ...words, 0, 0, 0, 0, 0, 0]) ^ 1
  const checksum = [25, 20, 15, 10, 5, 0].map((shift) => (check >> shift) & 31)
  return `${prefix}1${[...words, ...checksum].map((word) => BECH32.charAt(word)).join('')}`
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

/**
 * SHA-256 (FIPS 180-4), for checksums only. Samples are generated synchronously, but Web Crypto is
 * asynchronous.
 */
function sha256(message: Uint8Array): Uint8Array {
  const length = message.length
  const padded = new Uint8Array(Math.ceil((length + 9) / 64) * 64)
  padded.set(message)
  padded[length] = 0x80
  const view = new DataView(padded.buffer)
  view.setBigUint64(padded.length - 8, BigInt(length) * 8n)
  initial ??= Uint32Array.from(roots(8, 1 / 2))
  constants ??= Uint32Array.from(roots(64, 1 / 3))
  const state = initial.slice()
  for (let block = 0; block < padded.length; block += 64) compress(state, constants, view, block)
  const digest = new Uint8Array(32)
  const out = new DataView(digest.buffer)
  state.forEach((word, index) => out.setUint32(index * 4, word))
  return digest
}

/** Computed on first use. */
let initial: Uint32Array | undefined
let constants: Uint32Array | undefined

/** First 32 bits of the fraction of square or cube roots of the first primes. */
function roots(count: number, power: number): number[] {
  const words: number[] = []
  for (let n = 2; words.length < count; n++) {
    let prime = true
    for (let factor = 2; factor * factor <= n; factor++) prime &&= n % factor !== 0
    if (prime) words.push(Math.floor((n ** power % 1) * 2 ** 32))
  }
  return words
}

function compress(state: Uint32Array, constants: Uint32Array, view: DataView, block: number): void {
  const at = (list: Uint32Array, index: number): number => list[index] ?? 0
  const words = new Uint32Array(64)
  for (let i = 0; i < 16; i++) words[i] = view.getUint32(block + i * 4)
  for (let i = 16; i < 64; i++) {
    const low = at(words, i - 15)
    const high = at(words, i - 2)
    const s0 = rotate(low, 7) ^ rotate(low, 18) ^ (low >>> 3)
    const s1 = rotate(high, 17) ^ rotate(high, 19) ^ (high >>> 10)
    words[i] = at(words, i - 16) + s0 + at(words, i - 7) + s1
  }
  const v = Uint32Array.from(state)
  for (let i = 0; i < 64; i++) {
    const [a, b, c, e, f, g] = [at(v, 0), at(v, 1), at(v, 2), at(v, 4), at(v, 5), at(v, 6)]
    const s1 = rotate(e, 6) ^ rotate(e, 11) ^ rotate(e, 25)
    const first = at(v, 7) + s1 + ((e & f) ^ (~e & g)) + at(constants, i) + at(words, i)
    const s0 = rotate(a, 2) ^ rotate(a, 13) ^ rotate(a, 22)
    const second = s0 + ((a & b) ^ (a & c) ^ (b & c))
    v.copyWithin(1, 0, 7)
    v[4] = at(v, 4) + first
    v[0] = first + second
  }
  for (let i = 0; i < 8; i++) state[i] = at(state, i) + at(v, i)
}

function rotate(word: number, by: number): number {
  return (word >>> by) | (word << (32 - by))
}
