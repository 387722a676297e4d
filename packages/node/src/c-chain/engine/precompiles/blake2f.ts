import type { PrecompileFunc } from '@ethereumjs/evm'
import type { Watch } from '../watch.ts'
import { failed, returned } from './result.ts'

const LENGTH = 213
/** Rounds between two time checks. */
const INTERVAL = 1024

/** The initialization vector of BLAKE2b (RFC 7693), each word with its low half first. */
const IV = [
  0xf3bcc908, 0x6a09e667, 0x84caa73b, 0xbb67ae85, 0xfe94f82b, 0x3c6ef372, 0x5f1d36f1, 0xa54ff53a,
  0xade682d1, 0x510e527f, 0x2b3e6c1f, 0x9b05688c, 0xfb41bd6b, 0x1f83d9ab, 0x137e2179, 0x5be0cd19,
]
const ORDER = [
  '0123456789abcdef',
  'ea489fd61c02b753',
  'b8c052fdae367194',
  '7931dcbe265a40f8',
  '905724afe1bc683d',
  '2c6a0b834d75fe19',
  'c51fed4a0763928b',
  'db7ec13950f4862a',
  '6fe9b308c2d714a5',
  'a2847615fb9e3cd0',
].map((line) => [...line].map((digit) => 2 * Number.parseInt(digit, 16)))

/** Indices of the words that a round mixes: columns, then diagonals. */
const MIXED = [
  { a: 0, b: 8, c: 16, d: 24 },
  { a: 2, b: 10, c: 18, d: 26 },
  { a: 4, b: 12, c: 20, d: 28 },
  { a: 6, b: 14, c: 22, d: 30 },
  { a: 0, b: 10, c: 20, d: 30 },
  { a: 2, b: 12, c: 22, d: 24 },
  { a: 4, b: 14, c: 16, d: 26 },
  { a: 6, b: 8, c: 18, d: 28 },
]

/** 64-bit words as pairs of a low and a high half. */
type Words = Uint32Array

/**
 * The compression function of BLAKE2b (EIP-152). A round costs one unit of gas, so a call can have
 * tens of millions of rounds. The watch therefore lets other tasks run in between.
 */
export function blake2f(watch: Watch): PrecompileFunc {
  return async ({ data, gasLimit, common }) => {
    const final = data[LENGTH - 1] ?? 2
    if (data.length !== LENGTH || final > 1) return failed(gasLimit, 'OUT_OF_RANGE')
    const view = new DataView(data.buffer, data.byteOffset, LENGTH)
    const rounds = view.getUint32(0)
    const gas = common.param('blake2RoundGas') * BigInt(rounds)
    if (gas > gasLimit) return failed(gasLimit)
    const wordsAt = (at: number, count: number): Words =>
      Uint32Array.from({ length: count }, (_, half) => view.getUint32(at + 4 * half, true))
    const [state, message, offset] = [wordsAt(4, 16), wordsAt(68, 32), wordsAt(196, 4)]
    const work = Uint32Array.from([...state, ...IV])
    for (const [at, half] of offset.entries()) work[24 + at] = half ^ get(work, 24 + at)
    if (final === 1) for (const at of [28, 29]) work[at] = ~get(work, at)
    for (let round = 0; round < rounds; round++) {
      mixRound(work, message, ORDER[round % ORDER.length] ?? [])
      const pause = round % INTERVAL === 0 ? watch.look() : undefined
      if (pause !== undefined) await pause
    }
    const result = new DataView(new ArrayBuffer(64))
    for (const [at, half] of state.entries())
      result.setUint32(4 * at, half ^ get(work, at) ^ get(work, at + 16), true)
    return returned(new Uint8Array(result.buffer), gas)
  }
}

/** The mixing function G of RFC 7693. Sums of low halves are exact, because they are below 2^53. */
function mixRound(work: Words, message: Words, order: readonly number[]): void {
  let next = 0
  for (const { a, b, c, d } of MIXED) {
    const x = order[next] ?? 0
    const y = order[next + 1] ?? 0
    next += 2
    const b0 = get(work, b)
    const b1 = get(work, b + 1)
    const sum1 = get(work, a) + b0 + get(message, x)
    const a1 = (get(work, a + 1) + b1 + get(message, x + 1) + carry(sum1)) | 0
    // Rotation by 32 bits swaps the halves.
    const d0 = (get(work, d + 1) ^ a1) >>> 0
    const d1 = get(work, d) ^ sum1
    const sum2 = get(work, c) + d0
    const c1 = (get(work, c + 1) + d1 + carry(sum2)) | 0
    // Rotation by 24 bits.
    const p0 = b0 ^ sum2
    const p1 = b1 ^ c1
    const e0 = ((p0 >>> 24) | (p1 << 8)) >>> 0
    const e1 = (p1 >>> 24) | (p0 << 8)
    const sum3 = (sum1 >>> 0) + e0 + get(message, y)
    const f1 = (a1 + e1 + get(message, y + 1) + carry(sum3)) | 0
    work[a] = sum3
    work[a + 1] = f1
    // Rotation by 16 bits.
    const q0 = d0 ^ sum3
    const q1 = d1 ^ f1
    const g0 = ((q0 >>> 16) | (q1 << 16)) >>> 0
    const g1 = (q1 >>> 16) | (q0 << 16)
    work[d] = g0
    work[d + 1] = g1
    const sum4 = (sum2 >>> 0) + g0
    const h1 = (c1 + g1 + carry(sum4)) | 0
    work[c] = sum4
    work[c + 1] = h1
    // Rotation by 63 bits.
    const r0 = e0 ^ sum4
    const r1 = e1 ^ h1
    work[b] = (r0 << 1) | (r1 >>> 31)
    work[b + 1] = (r1 << 1) | (r0 >>> 31)
  }
}

function get(words: Words, at: number): number {
  return words[at] ?? 0
}

function carry(sum: number): number {
  return Math.floor(sum / 0x1_0000_0000)
}
