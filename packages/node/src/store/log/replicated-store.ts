import type { Change, Store } from '../store.ts'

/** A store whose batches come from an ordered log that many processes follow. */
export interface ReplicatedStore extends Store {
  /** Number of the last batch that this store has applied. 0 for an empty log. */
  readonly position: () => bigint
  /** Resolves once the position is at least `seq`. Rejects with the reason of the signal if it is aborted. */
  readonly reached: (seq: bigint, signal: AbortSignal) => Promise<void>
  readonly role: () => 'writer' | 'replica'
  /** URL at which the current writer says that it serves requests; undefined if unknown. */
  readonly writerUrl: () => string | undefined
  /** Batches of the log that this store has not applied, and seconds since it was last known to be up to date. */
  readonly lag: () => { readonly batches: bigint; readonly seconds: number }
  /** Calls the listener after each applied batch of another process, in order. Returns a function that removes it. */
  readonly onApplied: (
    listener: (changes: readonly Change[], position: bigint) => void,
  ) => () => void
  /** Rejects writes that cannot be completed now, instead of trying them again. Called when the process stops. */
  readonly stopRetrying: () => void
  /** Calls the listener when this process becomes the writer, or stops to be it. */
  readonly onRole: (listener: (role: 'writer' | 'replica') => void) => () => void
}
