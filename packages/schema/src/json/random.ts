/** Deterministic pseudorandom numbers. */
export interface Random {
  /** Returns a number from 0 (inclusive) to 1 (exclusive). */
  next(): number
  /** Returns an integer between two bounds, both inclusive. */
  integer(min: number, max: number): number
  pick<T>(list: readonly T[]): T | undefined
  bytes(length: number): Uint8Array
}

/**
 * Creates a generator that returns the same numbers for the same seed on every platform. Uses mulberry32,
 * seeded with an FNV-1a hash.
 */
export function createRandom(seed: string | number): Random {
  let state = hash(String(seed))
  const next = (): number => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
  const integer = (min: number, max: number): number => min + Math.floor(next() * (max - min + 1))
  return {
    next,
    integer,
    pick: (list) => list[integer(0, list.length - 1)],
    bytes: (length) => Uint8Array.from({ length }, () => integer(0, 255)),
  }
}

function hash(text: string): number {
  let state = 0x811c9dc5
  for (let at = 0; at < text.length; at++)
    state = Math.imul(state ^ text.charCodeAt(at), 0x01000193)
  return state
}
