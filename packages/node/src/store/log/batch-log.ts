import type { Seal } from '../seal.ts'

/** A batch of a log: the seal of a store after it, and its encoding. */
export interface LogBatch {
  readonly seal: Seal
  /** By `encodeBatch`. */
  readonly bytes: Buffer
}

/** The first row of a log: the seal of the store that the log begins with, and the owner of the chain data as JSON. */
export interface LogStart {
  readonly seal: Seal
  readonly owner: string
}

/** A process that wants to write. */
export interface Candidate {
  /** Name for messages. Each takeover has another name. */
  readonly name: string
  /** URL at which it serves requests. */
  readonly url: string | undefined
  /** The lease of a writer that has not renewed it for so long has expired. In milliseconds. */
  readonly leaseMs: number
}

/** The end of a log, and its writer. */
export interface LogHead {
  /** Number of the last batch. */
  readonly last: bigint
  /** Name of the writer; empty if there was none yet. */
  readonly writer: string
  readonly writerUrl: string | undefined
  /** Time in milliseconds until the lease of the writer expires; not positive if it has expired. */
  readonly leaseLeftMs: number
  /** Whether the log is a copy that gets batches later than the log of the writer. */
  readonly isStandby: boolean
}

/** Error of an append that may or may not be in the log. */
export class UnsureAppend extends Error {
  override readonly name = 'UnsureAppend'
}

/**
 * An ordered log of batches. At most one process writes it, the one with the newest epoch. Methods throw a `StoreError` with a
 * code of `LogFault` if the log fails, and may be called again: they connect again by themselves.
 */
export interface BatchLog {
  /** Name for messages, without credentials. */
  readonly name: string
  /** Creates the log, unless it exists. */
  readonly create: (start: LogStart) => Promise<void>
  readonly start: () => Promise<LogStart>
  readonly head: (leaseMs: number) => Promise<LogHead>
  /** Returns the digest and epoch of a batch, or of the first row; undefined if the log does not have it. */
  readonly find: (seq: bigint) => Promise<FoundBatch | undefined>
  /** Returns the batches after a number, in order, but not more than a few megabytes, or a single batch. */
  readonly after: (seq: bigint) => Promise<readonly LogBatch[]>
  /**
   * Appends a batch after the one with the digest `previous`. Resolves with false, and appends nothing, if another process
   * has become the writer or the log has another last batch. Throws {@link UnsureAppend} if the batch may be appended.
   */
  readonly append: (epoch: bigint, previous: Uint8Array, batch: LogBatch) => Promise<boolean>
  /** Makes a process the writer if the lease has expired, and resolves with its epoch. Later appends of earlier epochs fail. */
  readonly takeOver: (candidate: Candidate) => Promise<bigint | undefined>
  /**
   * Replaces the epoch of the writer that took over with a name, so that its earlier appends cannot arrive any more. Resolves
   * with undefined if another process has become the writer.
   */
  readonly renew: (name: string) => Promise<bigint | undefined>
  /** Renews the lease. Resolves with false if another process has become the writer. */
  readonly beat: (epoch: bigint) => Promise<boolean>
  /** Ends the lease, so that another process can take over at once, and wakes the listeners of the others. */
  readonly release: (epoch: bigint) => Promise<void>
  /** Removes batches that are older than a time in milliseconds, but not more than some, and never the last batch. */
  readonly trim: (olderThanMs: number) => Promise<void>
  /** Calls the listener when there may be new batches or a new writer, or no writer. Not every change is reported. */
  readonly listen: (listener: () => void) => void
  /** Returns the interval at which to look for new batches, in milliseconds. */
  readonly pollMs: () => number
  readonly close: () => Promise<void>
}

export interface FoundBatch {
  readonly epoch: bigint
  readonly digest: Uint8Array
}
