import type { ClassicLevel } from 'classic-level'
import type { Entry } from './store.ts'

export type Level = ClassicLevel<Uint8Array, Uint8Array>

/** Bytes that an iterator reads at once. The default, 16 kB, would read a page of small entries in ten parts. */
const READ_BYTES = 1024 * 1024

/** A page of a level, as that of a `Reader`. */
export async function pageOf(
  level: Level,
  { prefix, limit, after, snapshot }: Page,
): Promise<readonly Entry[]> {
  const range = { ...rangeOf(prefix, after), limit, highWaterMarkBytes: READ_BYTES }
  const iterator = level.iterator(snapshot === undefined ? range : { ...range, snapshot })
  return (await iterator.all()).map(([key, value]) => ({ key, value }))
}

interface Page {
  readonly prefix: Uint8Array
  readonly limit: number
  readonly after: Uint8Array | undefined
  readonly snapshot?: ReturnType<Level['snapshot']>
}

/** Returns the bounds of the keys with a prefix, optionally after a key. */
function rangeOf(prefix: Uint8Array, after: Uint8Array | undefined): KeyRange {
  const lower = after === undefined ? { gte: prefix } : { gt: after }
  const end = endOf(prefix)
  return end.length === 0 ? lower : { ...lower, lt: end }
}

/** Returns the first key after all keys with a prefix; an empty key if no key is after them. */
export function endOf(prefix: Uint8Array): Uint8Array {
  const end = Uint8Array.from(prefix.subarray(0, prefix.findLastIndex((byte) => byte < 255) + 1))
  const last = end.length - 1
  if (last >= 0) end[last] = (end[last] ?? 0) + 1
  return end
}

interface KeyRange {
  readonly gte?: Uint8Array
  readonly gt?: Uint8Array
  readonly lt?: Uint8Array
}
