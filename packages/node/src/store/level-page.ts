import type { Iterator } from 'classic-level'
import type { ClassicLevel } from 'classic-level'
import type { Entry } from './store.ts'

export type Level = ClassicLevel<Uint8Array, Uint8Array>

export async function entriesOf(
  iterator: Iterator<Level, Uint8Array, Uint8Array>,
): Promise<readonly Entry[]> {
  return (await iterator.all()).map(([key, value]) => ({ key, value }))
}

/** Returns the bounds of the keys with a prefix, optionally after a key. */
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
