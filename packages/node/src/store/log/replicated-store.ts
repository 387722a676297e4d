import type { StoreError } from '../store-error.ts'
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
  readonly lag: () => Lag
  /**
   * Calls the listener after each applied batch of another process, in order. A listener resolves once it does not need the
   * changes any more; the store reads further batches only then. Returns a function that removes the listener.
   */
  readonly onApplied: (
    listener: (changes: readonly Change[], position: bigint) => Promise<void>,
  ) => () => void
  /** Rejects writes that cannot be completed now, instead of trying them again. Called when the process stops. */
  readonly stopRetrying: () => void
  /**
   * Calls the listener when this process becomes the writer, or stops to be it. A listener resolves once it works in the
   * role; a process gives the role of the writer up if that takes too long.
   */
  readonly onRole: (listener: (role: 'writer' | 'replica') => Promise<void>) => () => void
}

/** How far a store is behind its log. */
export interface Lag {
  /** Batches of the log that the store has not applied. */
  readonly batches: bigint
  /** Time since the store and its listeners were last known to have all batches. */
  readonly seconds: number
  /** The reason, if the log or the local store fails. */
  readonly failure?: StoreError | undefined
}
