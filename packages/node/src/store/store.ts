import { turnIfDue } from '../scheduling/turn.ts'

/** One change of a batch. */
export type Change =
  | { readonly kind: 'put'; readonly key: Uint8Array; readonly value: Uint8Array }
  | { readonly kind: 'delete'; readonly key: Uint8Array }

/** An entry of a page. */
export interface Entry {
  readonly key: Uint8Array
  readonly value: Uint8Array
}

/** Read access to the ordered entries of a store, a snapshot or an overlay. */
export interface Reader {
  readonly get: (key: Uint8Array) => Promise<Uint8Array | undefined>
  /** Returns the values of keys, in the same order. */
  readonly getMany: (keys: readonly Uint8Array[]) => Promise<readonly (Uint8Array | undefined)[]>
  /** Returns at most `limit` entries whose key starts with `prefix`, in key order, after the key `after`. */
  readonly page: (
    prefix: Uint8Array,
    limit: number,
    after?: Uint8Array,
  ) => Promise<readonly Entry[]>
}

/**
 * A view of the state that later writes do not change. The view must be released, because it
 * prevents compaction.
 */
export interface Snapshot extends Reader {
  readonly release: () => Promise<void>
}

/**
 * A key-value store, with a minimal interface, so that the database can be replaced. Keys are ordered by their bytes. A
 * completed write survives a kill of the process.
 */
export interface Store extends Reader {
  /** Applies the changes atomically, and resolves once the changes are durable. */
  readonly write: (changes: readonly Change[]) => Promise<void>
  readonly snapshot: () => Snapshot
  readonly close: () => Promise<void>
}

const PAGE = 1024

/** Runs reads on one snapshot and releases the snapshot afterwards. */
export async function reading<T>(store: Store, read: (state: Reader) => Promise<T>): Promise<T> {
  const snapshot = store.snapshot()
  try {
    return await read(snapshot)
  } finally {
    await snapshot.release()
  }
}

/** Yields all entries whose key starts with `prefix`, in key order. Lets other tasks run after each page. */
export async function* scan(store: Reader, prefix: Uint8Array): AsyncGenerator<Entry, void> {
  for await (const entries of scanPages(store, prefix)) yield* entries
}

/**
 * Yields the entries of {@link scan} in pages. Reading pages is faster than reading single entries.
 */
export async function* scanPages(
  store: Reader,
  prefix: Uint8Array,
): AsyncGenerator<readonly Entry[], void> {
  let after: Uint8Array | undefined
  for (;;) {
    const entries = await store.page(prefix, PAGE, after)
    // Yield explicitly: a memory store resolves without yielding to the event loop, and many requests may read pages at
    // once.
    await turnIfDue()
    if (entries.length > 0) yield entries
    after = entries.at(-1)?.key
    if (entries.length < PAGE) return
  }
}

export function put(key: Uint8Array, value: Uint8Array): Change {
  return { kind: 'put', key, value }
}

/** Returns the change that removes a key, which need not exist. */
export function remove(key: Uint8Array): Change {
  return { kind: 'delete', key }
}

export function hasPrefix(key: Uint8Array, prefix: Uint8Array): boolean {
  return Buffer.compare(key.subarray(0, prefix.length), prefix) === 0
}
