/** What a read of a state needs: a trie node or code by its hash, or an entry of the forked chain by its key. */
export interface Wanted {
  readonly kind: 'node' | 'forked'
  readonly key: Uint8Array
}

/**
 * A read of a state as a generator, which yields what it needs and goes on with the entry; undefined if there is none. So it
 * can run both with and without waiting for the store.
 */
export type Reading<T> = Generator<Wanted, T, Uint8Array | undefined>

/** A source of entries. */
export interface Entries {
  /** Returns an entry that is in memory. */
  readonly known: (wanted: Wanted) => Uint8Array | undefined
  readonly read: (wanted: Wanted) => Promise<Uint8Array | undefined>
  /** Blocks the thread until the entry is read. */
  readonly readNow: (wanted: Wanted) => Uint8Array | undefined
}

/** Runs a read, and waits for the entries that are not in memory. */
export async function finished<T>(entries: Entries, reading: Reading<T>): Promise<T> {
  let step = reading.next()
  while (step.done !== true) {
    step = reading.next(entries.known(step.value) ?? (await entries.read(step.value)))
  }
  return step.value
}

/** Runs a read at once, and blocks the thread while it reads the store. */
export function finishedNow<T>(entries: Entries, reading: Reading<T>): T {
  let step = reading.next()
  while (step.done !== true) {
    step = reading.next(entries.known(step.value) ?? entries.readNow(step.value))
  }
  return step.value
}
