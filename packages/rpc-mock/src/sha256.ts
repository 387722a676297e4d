/**
 * SHA-256 (FIPS 180-4). Platforms offer it only as a promise, and samples are made synchronously; it
 * guards nothing here but the checksums of made-up identifiers.
 */
export function sha256(message: Uint8Array): Uint8Array {
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

/** Worked out once, when first needed. */
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
