import { turn } from '../turn.ts'

/** One change of a batch. */
export type Change =
  | { readonly kind: 'put'; readonly key: Uint8Array; readonly value: Uint8Array }
  | { readonly kind: 'delete'; readonly key: Uint8Array }

/** An entry as a page gives it. */
export interface Entry {
  readonly key: Uint8Array
  readonly value: Uint8Array
}

/** Reads of an ordered key-value state: the store itself, a snapshot of it, or an overlay over either. */
export interface Reader {
  readonly get: (key: Uint8Array) => Promise<Uint8Array | undefined>
  /** The values of keys, in their order. */
  readonly getMany: (keys: readonly Uint8Array[]) => Promise<readonly (Uint8Array | undefined)[]>
  /** At most `limit` entries whose key starts with `prefix`, in key order, behind the key `after`. */
  readonly page: (
    prefix: Uint8Array,
    limit: number,
    after?: Uint8Array,
  ) => Promise<readonly Entry[]>
}

/** The state at one moment: later writes do not show in it. Release it, or it holds back compaction. */
export interface Snapshot extends Reader {
  readonly release: () => Promise<void>
}

/**
 * The key-value store, kept this narrow so that another one can stand behind it.
 * Keys are ordered by their bytes. A write that was answered survives a kill of the process.
 */
export interface Store extends Reader {
  /** Applies all changes or none, and returns once they are durable. */
  readonly write: (changes: readonly Change[]) => Promise<void>
  readonly snapshot: () => Snapshot
  readonly close: () => Promise<void>
}

const PAGE = 1024

/** Runs reads on one snapshot, which is released afterwards. */
export async function reading<T>(store: Store, read: (state: Reader) => Promise<T>): Promise<T> {
  const snapshot = store.snapshot()
  try {
    return await read(snapshot)
  } finally {
    await snapshot.release()
  }
}

/** All entries whose key starts with `prefix`, in key order. Other work has its turn after each page. */
export async function* scan(store: Reader, prefix: Uint8Array): AsyncGenerator<Entry, void> {
  let after: Uint8Array | undefined
  for (;;) {
    const entries = await store.page(prefix, PAGE, after)
    yield* entries
    after = entries.at(-1)?.key
    if (entries.length < PAGE) return
    // A store in memory answers without a turn of the event loop.
    await turn()
  }
}

/** Puts a value. */
export function put(key: Uint8Array, value: Uint8Array): Change {
  return { kind: 'put', key, value }
}

/** Removes a key, whether or not it is there. */
export function remove(key: Uint8Array): Change {
  return { kind: 'delete', key }
}
