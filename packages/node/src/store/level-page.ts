import type { Iterator } from 'classic-level'
import type { Level } from './level-database.ts'
import type { Entry } from './store.ts'

/** All entries that an iterator gives. */
export async function entriesOf(
  iterator: Iterator<Level, Uint8Array, Uint8Array>,
): Promise<readonly Entry[]> {
  return (await iterator.all()).map(([key, value]) => ({ key, value }))
}

/** Bounds of all keys with a prefix, or of those behind one of them: up to the next prefix of the same length. */
export function rangeOf(prefix: Uint8Array, after: Uint8Array | undefined): KeyRange {
  const lower = after === undefined ? { gte: prefix } : { gt: after }
  const end = Uint8Array.from(prefix)
  for (let index = end.length - 1; index >= 0; index--) {
    const byte = end[index]
    if (byte !== undefined && byte < 255) {
      end[index] = byte + 1
      return { ...lower, lt: end.subarray(0, index + 1) }
    }
  }
  return lower
}

interface KeyRange {
  readonly gte?: Uint8Array
  readonly gt?: Uint8Array
  readonly lt?: Uint8Array
}
