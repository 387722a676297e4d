/** One change of a batch. */
export type Change =
  | { readonly kind: 'put'; readonly key: Uint8Array; readonly value: Uint8Array }
  | { readonly kind: 'delete'; readonly key: Uint8Array }

/** An entry as a range gives it. */
export interface Entry {
  readonly key: Uint8Array
  readonly value: Uint8Array
}

/**
 * The embedded key-value store, kept this narrow so that another one can stand behind it.
 * Keys are ordered by their bytes. A write that was answered survives a kill of the process.
 */
export interface Store {
  readonly get: (key: Uint8Array) => Promise<Uint8Array | undefined>
  /** Applies all changes or none, and returns once they are durable. */
  readonly write: (changes: readonly Change[]) => Promise<void>
  /** Entries whose key starts with `prefix`, in key order. */
  readonly range: (prefix: Uint8Array) => AsyncIterable<Entry>
  readonly close: () => Promise<void>
}

/** The data folder cannot be used as it is; the message says why and what to do. */
export class StoreError extends Error {
  override readonly name = 'StoreError'
  readonly code: 'locked' | 'foreign' | 'unreadable'

  constructor(code: 'locked' | 'foreign' | 'unreadable', message: string, cause?: unknown) {
    super(message, { cause })
    this.code = code
  }
}
