import { encodeBatch } from '../../../../packages/node/src/store/batch.ts'
import {
  UnsureAppend,
  type BatchLog,
  type LogBatch,
  type LogStart,
} from '../../../../packages/node/src/store/log/batch-log.ts'
import type { LocalPlace, LocalStore } from '../../../../packages/node/src/store/log/local-store.ts'
import { memoryStore } from '../../../../packages/node/src/store/memory-store.ts'
import { sealAfter, type Seal } from '../../../../packages/node/src/store/seal.ts'
import { StoreError } from '../../../../packages/node/src/store/store-error.ts'

/** The seal of an empty store. */
export const NEW: Seal = { count: 0n, digest: new Uint8Array(32) }

/** A log in memory that the stores of one process share, with faults that a test injects. */
export class MemoryLog {
  start: LogStart | undefined
  rows: (LogBatch & { readonly epoch: bigint; readonly at: number })[] = []
  writer = { epoch: 0n, name: '', url: undefined as string | undefined, beat: -Infinity }
  /** Whether the log is a copy that is behind that of the writer. */
  isStandby = false
  readonly #listeners = new Set<() => void>()

  /** Returns the view of one process. While `fault` returns an error, its calls fail with it. */
  connect(fault: (method: keyof BatchLog) => Error | undefined = () => undefined): BatchLog {
    let listener = (): void => {}
    const call = async <T>(method: keyof BatchLog, work: () => T): Promise<T> => {
      await new Promise(setImmediate)
      const error = fault(method)
      if (error === undefined) return work()
      if (!(error instanceof AppliedFault)) throw error
      work()
      throw error.cause
    }
    const lastSeq = (): bigint => this.rows.at(-1)?.seal.count ?? this.start?.seal.count ?? 0n
    const found = (seq: bigint) =>
      seq === this.start?.seal.count
        ? { epoch: 0n, digest: this.start.seal.digest }
        : this.rows.flatMap(({ seal, epoch }) =>
            seal.count === seq ? [{ epoch, digest: seal.digest }] : [],
          )[0]
    return {
      name: 'memory',
      create: (start) => call('create', () => void (this.start ??= start)),
      start: () =>
        call('start', () => {
          if (this.start === undefined)
            throw new StoreError('logRefused', 'The log has no first row.')
          return this.start
        }),
      head: (leaseMs) =>
        call('head', () => ({
          last: lastSeq(),
          writer: this.writer.name,
          writerUrl: this.writer.url,
          leaseLeftMs: this.writer.beat + leaseMs - performance.now(),
          isStandby: this.isStandby,
        })),
      find: (seq) => call('find', () => found(seq)),
      after: (seq) =>
        call('after', () => this.rows.filter(({ seal }) => seal.count > seq).slice(0, 3)),
      append: (epoch, previous, batch) =>
        call('append', () => {
          const before = found(batch.seal.count - 1n)
          const follows = before !== undefined && Buffer.compare(before.digest, previous) === 0
          if (epoch !== this.writer.epoch || !follows) return false
          this.rows.push({ ...batch, epoch, at: performance.now() })
          for (const wake of this.#listeners) wake()
          return true
        }),
      takeOver: ({ name, url, leaseMs }) =>
        call('takeOver', () => {
          if (this.writer.beat >= performance.now() - leaseMs) return undefined
          this.writer = { epoch: this.writer.epoch + 1n, name, url, beat: performance.now() }
          return this.writer.epoch
        }),
      renew: (name) =>
        call('renew', () => {
          if (this.writer.name !== name) return undefined
          this.writer = { ...this.writer, epoch: this.writer.epoch + 1n, beat: performance.now() }
          return this.writer.epoch
        }),
      beat: (epoch) =>
        call('beat', () => {
          if (this.writer.epoch === epoch) this.writer.beat = performance.now()
          return this.writer.epoch === epoch
        }),
      release: (epoch) =>
        call('release', () => {
          if (this.writer.epoch !== epoch) return
          this.writer.beat = -Infinity
          for (const wake of this.#listeners) wake()
        }),
      trim: (olderThanMs) =>
        call('trim', () => {
          const last = lastSeq()
          this.rows = this.rows.filter(
            ({ seal, at }) => seal.count === last || at >= performance.now() - olderThanMs,
          )
        }),
      listen: (onAppended) => {
        this.#listeners.delete(listener)
        listener = onAppended
        this.#listeners.add(listener)
      },
      pollMs: () => 20,
      close: async () => void this.#listeners.delete(listener),
    }
  }
}

/** A fault after the work is done: its cause is thrown. */
export class AppliedFault extends Error {}

/** The error of a lost connection during an append. */
export function lostConnection(): UnsureAppend {
  const cause = new StoreError('logUnreachable', 'The connection was lost.')
  return new UnsureAppend(cause.message, { cause })
}

/** A local store in memory, which survives being closed, with faults of writes that a test injects. */
export function memoryPlace(fault: () => Error | undefined = () => undefined): LocalPlace {
  const store = memoryStore()
  let seal = NEW
  const opened: LocalStore = {
    ...store,
    seal: async () => seal,
    unreadableMs: () => 0,
    async write(changes, next = sealAfter(seal, encodeBatch(changes))) {
      const error = fault()
      if (error !== undefined && !(error instanceof AppliedFault)) throw error
      await store.write(changes)
      seal = next
      if (error !== undefined) throw error
    },
    async close() {},
  }
  return {
    open: async () => opened,
    discard: () => Promise.reject(new Error('a store in memory is not damaged')),
    restore: () => Promise.reject(new Error('a store in memory is not restored')),
  }
}
