import { chmod, stat } from 'node:fs/promises'
import { setTimeout as sleep } from 'node:timers/promises'
import { WriteQueue } from '../scheduling/write-queue.ts'
import { encodeBatch } from './batch.ts'
import { HeldSnapshot } from './held-snapshot.ts'
import { makeFolder } from './make-folder.ts'
import {
  levelDatabase,
  openDatabase,
  openError,
  type Database,
  type LevelOptions,
  type DatabaseLocation,
} from './level-database.ts'
import { checkExists, removedFiles } from './level-files.ts'
import { endOf, pageOf, type Level } from './level-page.ts'
import { releaseSpace, reserveSpace } from './level-space.ts'
import type { Ownership } from './ownership.ts'
import { sealAfter, sealChange, type Seal } from './seal.ts'
import { StoreError, storeErrorOf } from './store-error.ts'
import type { Change, Reader, Snapshot, Store } from './store.ts'

export type { Ownership } from './ownership.ts'

/** Minimum number of milliseconds between attempts to reopen a store. */
const RETRY_MS = 250
/** Maximum number of milliseconds that an attempt to reopen a store waits for the readers of snapshots. */
const READERS_MS = 1000

/** Opens or creates the store in `folder`. Throws a {@link StoreError} if the folder cannot be used. */
export async function openLevelStore(
  folder: string,
  owner: Ownership,
  options: LevelOptions = {},
): Promise<LevelStore> {
  try {
    await makeFolder(folder)
    await makePrivate(folder)
  } catch (error) {
    throw openError(folder, error)
  }
  const location = { ...options, folder, owner }
  return new LevelStore(location, await openDatabase(location))
}

/** Removes the permissions of other users, which folders of earlier versions have. */
async function makePrivate(folder: string): Promise<void> {
  const { mode, uid } = await stat(folder)
  if ((mode & 0o077) !== 0 && uid === process.getuid?.()) await chmod(folder, 0o700)
}

interface Write {
  readonly changes: readonly Change[]
  readonly seal: Seal | undefined
}

/**
 * A store in LevelDB. Concurrent writes are combined into one batch. After a failed write, the
 * database is reopened before the next write. Otherwise, LevelDB would append records after the
 * torn record, and drop the appended records at the next start. Reads continue until the moment in
 * which the database is closed, and wait while it is closed. If it cannot be opened again, each
 * further read or write tries to open it.
 */
export class LevelStore implements Store {
  readonly #location: DatabaseLocation
  readonly #folder: string
  #database: Database
  readonly #queue = new WriteQueue<Write>((writes) => this.#writeAll(writes))
  /** The error of the last failed write or reopening. */
  #failure: StoreError | undefined
  /** No attempt to reopen the database starts before this time (`performance.now()`). */
  #refusedUntil = 0
  /** Number of reads that use the database now. They do not wait for each other. */
  #reads = 0
  #whenUnused: (() => void) | undefined
  /** When the first and the last read failed since one succeeded (`performance.now()`). */
  #failedReads: { readonly first: number; readonly last: number } | undefined
  /** Snapshots that readers hold, with the promise of their release. */
  readonly #held = new Map<HeldSnapshot, Promise<void>>()
  #reopening: Promise<void> | undefined
  #isClosed = false

  constructor(location: DatabaseLocation, database: Database) {
    this.#location = location
    this.#folder = location.folder
    this.#database = database
  }

  readonly get: Reader['get'] = (key) => this.#read((level) => level.get(key))

  readonly getMany: Reader['getMany'] = (keys) => this.#read((level) => level.getMany([...keys]))

  readonly page: Reader['page'] = (prefix, limit, after) =>
    this.#read((level) => pageOf(level, { prefix, limit, after }))

  /** `seal` is the seal after the changes, if the caller knows it. Other writes must wait for such a write. */
  readonly write = (changes: readonly Change[], seal?: Seal): Promise<void> =>
    this.#queue.add({ changes, seal })

  readonly snapshot = (): Snapshot => {
    const held = this.#takeSnapshot()
    let released = (): void => {}
    this.#held.set(held, new Promise((resolve) => (released = resolve)))
    const read = <T>(work: (level: Level, taken: HeldSnapshot['taken']) => Promise<T>) =>
      this.#read((level) => work(level, held.taken))
    return {
      get: (key) => read((level, snapshot) => level.get(key, { snapshot })),
      getMany: (keys) => read((level, snapshot) => level.getMany([...keys], { snapshot })),
      page: (prefix, limit, after) =>
        read((level, snapshot) => pageOf(level, { prefix, limit, after, snapshot })),
      release: async () => {
        this.#held.delete(held)
        released()
        await held.release()
      },
    }
  }

  /**
   * Returns the number of batches in the store and their digest. After a failed write, which may have stored its batch,
   * first opens the database again.
   */
  readonly seal = async (): Promise<Seal> => {
    try {
      if (this.#failure !== undefined || !this.#isOpen) await this.#recover()
    } catch (error) {
      throw this.#failed(error)
    }
    return this.#database.seal
  }

  /** Returns the time in milliseconds for which all reads have failed; 0 after one that succeeded. */
  readonly unreadableMs = (): number => {
    const { first = 0, last = 0 } = this.#failedReads ?? {}
    return last - first
  }

  /**
   * Rewrites the files that have keys with a prefix, so that they no longer have the bytes of removed and
   * replaced values. If the disk fails, the next write fails.
   */
  readonly compact = (prefix: Uint8Array): Promise<void> =>
    this.#read((level) => level.compactRange(prefix, endOf(prefix)))

  readonly close = async (): Promise<void> => {
    this.#isClosed = true
    await this.#queue.idle()
    await this.#reopening?.catch(() => {})
    try {
      await this.#database.close()
    } catch (error) {
      throw storeErrorOf(error, this.#folder)
    }
  }

  get #isOpen(): boolean {
    return this.#reopening === undefined && this.#database.level.status === 'open'
  }

  #takeSnapshot(): HeldSnapshot {
    if (this.#isClosed) throw this.#closedError()
    try {
      return new HeldSnapshot(this.#folder, this.#isOpen ? this.#database.level : undefined)
    } catch (error) {
      throw storeErrorOf(error, this.#folder)
    }
  }

  async #read<T>(work: (level: Level) => Promise<T>): Promise<T> {
    try {
      while (!this.#isOpen) await this.#reopen()
      const found = await this.#use(work)
      this.#failedReads = undefined
      return found
    } catch (error) {
      const last = performance.now()
      this.#failedReads = { first: this.#failedReads?.first ?? last, last }
      throw this.#failed(error)
    }
  }

  async #use<T>(work: (level: Level) => Promise<T>): Promise<T> {
    this.#reads++
    try {
      return await work(this.#database.level)
    } finally {
      if (--this.#reads === 0) this.#whenUnused?.()
    }
  }

  #failed(error: unknown): StoreError {
    if (!this.#isClosed) this.#location.onFailure?.()
    return storeErrorOf(error, this.#folder)
  }

  async #writeAll(writes: readonly Write[]): Promise<void> {
    try {
      if (this.#failure !== undefined || !this.#isOpen) await this.#recover()
      const changes = writes.flatMap((write) => write.changes)
      await this.#writeBatch(changes, writes[0]?.seal)
    } catch (error) {
      this.#failure = this.#failed(error)
      throw this.#failure
    }
  }

  async #writeBatch(changes: readonly Change[], known?: Seal): Promise<void> {
    const { level, seal: before } = this.#database
    this.#database.checkFiles()
    const seal = known ?? sealAfter(before, encodeBatch(changes))
    // Use a chained batch. An array would take four times as long, because LevelDB's JavaScript
    // binding copies each operation.
    const batch = level.batch()
    for (const change of [...changes, sealChange(seal)]) {
      if (change.kind === 'put') batch.put(change.key, change.value)
      else batch.del(change.key)
    }
    await batch.write({ sync: this.#location.sync ?? true })
    // The write is lost if the files were replaced while it was in progress.
    this.#database.checkFiles()
    this.#database.acknowledge(seal)
  }

  /**
   * Reopens the database after a failed write, which drops the torn record. The database stays open
   * for reads if the disk space is short, or if a reader still holds the snapshot of an earlier
   * state.
   */
  async #recover(): Promise<void> {
    if (!this.#isOpen) return this.#reopen()
    if (this.#isClosed) throw this.#closedError()
    if (performance.now() < this.#refusedUntil && this.#failure !== undefined) throw this.#failure
    this.#refusedUntil = performance.now() + RETRY_MS
    this.#database.checkFiles()
    await reserveSpace(this.#folder, levelDatabase)
    try {
      await this.#waitForReaders()
    } catch (error) {
      await releaseSpace(this.#folder)
      throw error
    }
    this.#refusedUntil = 0
    await this.#reopen()
  }

  /**
   * Waits until all snapshots of earlier states are released, because they cannot be taken again.
   * Throws the last failure if a snapshot is held for too long. No such snapshot is added while
   * writes fail, so a later attempt succeeds.
   */
  async #waitForReaders(): Promise<void> {
    const late = new AbortController()
    await Promise.race([
      Promise.all(this.#held.values()),
      sleep(READERS_MS, undefined, { signal: late.signal }).catch(() => {}),
    ])
    late.abort()
    for (const snapshot of this.#held.keys()) {
      const isCurrent = await this.#read((level) => snapshot.inspect(level))
      if (!isCurrent && this.#held.has(snapshot) && this.#failure !== undefined) throw this.#failure
    }
  }

  /** Closes and opens the database. Calls during a reopening wait for the same reopening. */
  #reopen(): Promise<void> {
    if (this.#isClosed && this.#reopening === undefined) return Promise.reject(this.#closedError())
    this.#reopening ??= this.#replaceDatabase().finally(() => {
      this.#reopening = undefined
    })
    return this.#reopening
  }

  async #replaceDatabase(): Promise<void> {
    const wait = this.#refusedUntil - performance.now()
    if (wait > 0) await sleep(wait)
    this.#refusedUntil = performance.now() + RETRY_MS
    try {
      if (this.#reads > 0) await new Promise<void>((resolve) => (this.#whenUnused = resolve))
      checkExists(this.#folder)
      await this.#detachSnapshots()
      // A failed fsync of the seal has no effect: opening the database writes the seal again.
      await this.#database.close().catch(() => {})
      const { seal } = this.#database
      this.#database = await openDatabase(this.#location)
      if (this.#database.seal.count < seal.count) {
        await this.#database.close()
        throw removedFiles(this.#folder)
      }
    } catch (error) {
      this.#failure = storeErrorOf(error, this.#folder)
      throw this.#failure
    }
    for (const snapshot of this.#held.keys())
      snapshot.attach(this.#database.level, this.#database.seal)
    this.#failure = undefined
    this.#refusedUntil = 0
  }

  async #detachSnapshots(): Promise<void> {
    for (const snapshot of this.#held.keys()) await snapshot.inspect(this.#database.level)
    for (const snapshot of this.#held.keys()) snapshot.detach()
  }

  #closedError(): StoreError {
    return new StoreError('closed', `The store ${this.#folder} is closed.`)
  }
}
