import { keccak } from '../../crypto/keccak.ts'

const BYTES = 256
const BITS = BYTES * 8

/** Returns the three bits that an address or topic sets, counted from the end of the filter. */
export function bloomBits(entry: Uint8Array): readonly number[] {
  const hash = Buffer.from(keccak(entry))
  return [0, 2, 4].map((at) => hash.readUInt16BE(at) % BITS)
}

export function bloomWith(entries: Iterable<Uint8Array>): Uint8Array {
  const bloom = new Uint8Array(BYTES)
  for (const entry of entries) {
    for (const bit of bloomBits(entry)) {
      const at = BYTES - 1 - (bit >> 3)
      bloom[at] = (bloom[at] ?? 0) | (1 << (bit & 7))
    }
  }
  return bloom
}

/**
 * Whether all given bits are set in the bloom filter of a block. If a bit that belongs to an
 * address or topic is not set, the block has no log with this address or topic.
 */
export function hasBits(bloom: Uint8Array, bits: readonly number[]): boolean {
  for (const bit of bits) {
    if (((bloom[BYTES - 1 - (bit >> 3)] ?? 0) & (1 << (bit & 7))) === 0) return false
  }
  return true
}
