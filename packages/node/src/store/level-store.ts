import { statSync } from 'node:fs'
import { join } from 'node:path'
import { makeFolder } from './make-folder.ts'
import {
  openDatabase,
  openError,
  type Database,
  type Level,
  type LevelOptions,
  type DatabaseLocation,
} from './level-database.ts'
import { entriesOf, rangeOf } from './level-page.ts'
import { checkFreeSpace } from './level-space.ts'
import type { Ownership } from './ownership.ts'
import { sealAfter, sealChange } from './seal.ts'
import { StoreError, storeErrorOf } from './store-error.ts'
import type { Change, Reader, Snapshot, Store } from './store.ts'

export type { Ownership } from './ownership.ts'

type LevelSnapshot = ReturnType<Level['snapshot']>

/** Minimum number of milliseconds between attempts to reopen a store. */
const RETRY_MS = 250

/** Opens or creates the store in `folder`. Throws a {@link StoreError} if the folder cannot be used. */
export async function openLevelStore(
  folder: string,
  owner: Ownership,
  options: LevelOptions = {},
): Promise<Store> {
  try {
    await makeFolder(folder)
  } catch (error) {
    throw openError(folder, error)
  }
  const location = { ...options, folder, owner }
  return new LevelStore(location, await openDatabase(location))
}

interface Queued {
  readonly changes: readonly Change[]
  readonly resolve: () => void
  readonly reject: (error: unknown) => void
}

/**
 * A store in LevelDB. Concurrent writes are combined into one batch. After a failed write, the
 * database is reopened before the next write. Otherwise, LevelDB would append records after the
 * torn record, and drop the appended records at the next start.
 */
class LevelStore implements Store {
  readonly #location: DatabaseLocation
  readonly #folder: string
  #database: Database
  #queue: Queued[] = []
  #writing: Promise<void> | undefined
  /** The error of the last failed write or reopening. */
  #failure: StoreError | undefined
  /** Writes are rejected without reopening the database until this time (`performance.now()`). */
  #refusedUntil = 0
  #readers = 0
  #whenUnused: (() => void) | undefined
  #reopening: Promise<void> | undefined
  #isClosed = false

  constructor(location: DatabaseLocation, database: Database) {
    this.#location = location
    this.#folder = location.folder
    this.#database = database
  }

  get #level(): Level {
    return this.#database.level
  }

  readonly get: Reader['get'] = (key) => this.#read((level) => level.get(key))

  readonly getMany: Reader['getMany'] = (keys) => this.#read((level) => level.getMany([...keys]))

  readonly page: Reader['page'] = (prefix, limit, after) =>
    this.#read((level) => entriesOf(level.iterator({ ...rangeOf(prefix, after), limit })))

  readonly write = (changes: readonly Change[]): Promise<void> =>
    new Promise((resolve, reject) => {
      this.#queue.push({ changes, resolve, reject })
      this.#writing ??= this.#writeQueue()
    })

  readonly snapshot = (): Snapshot => {
    let taken: LevelSnapshot | undefined
    const lease = this.#lease()
    const read = async <T>(
      work: (level: Level, snapshot: LevelSnapshot) => Promise<T>,
    ): Promise<T> => {
      await lease.ready
      taken ??= this.#level.snapshot()
      try {
        return await work(this.#level, taken)
      } catch (error) {
        throw storeErrorOf(error, this.#folder)
      }
    }
    // Take the snapshot immediately. While the database is being reopened, take the snapshot on the
    // first read, because no write can happen before.
    if (lease.ready === undefined) taken = this.#takeSnapshot()
    return {
      get: (key) => read((level, snapshot) => level.get(key, { snapshot })),
      getMany: (keys) => read((level, snapshot) => level.getMany([...keys], { snapshot })),
      page: (prefix, limit, after) =>
        read((level, snapshot) =>
          entriesOf(level.iterator({ ...rangeOf(prefix, after), limit, snapshot })),
        ),
      release: async () => {
        await taken?.close()
        lease.end()
      },
    }
  }

  readonly close = async (): Promise<void> => {
    this.#isClosed = true
    await this.#writing
    await this.#database.close()
  }

  #takeSnapshot(): LevelSnapshot {
    try {
      return this.#level.snapshot()
    } catch (error) {
      throw storeErrorOf(error, this.#folder)
    }
  }

  async #read<T>(work: (level: Level) => Promise<T>): Promise<T> {
    const lease = this.#lease()
    if (lease.ready !== undefined) await lease.ready
    try {
      return await work(this.#level)
    } catch (error) {
      throw storeErrorOf(error, this.#folder)
    } finally {
      lease.end()
    }
  }

  /**
   * Prevents the database from being closed until `end` is called. `ready` resolves at the end of a
   * reopening in progress. Without a reopening, `ready` is undefined.
   */
  #lease(): { readonly ready: Promise<void> | undefined; readonly end: () => void } {
    let isHeld = this.#reopening === undefined
    if (isHeld) this.#readers++
    let isEnded = false
    const ready = this.#reopening?.then(() => {
      isHeld = !isEnded
      if (isHeld) this.#readers++
    })
    const end = (): void => {
      isEnded = true
      if (isHeld && --this.#readers === 0) this.#whenUnused?.()
      isHeld = false
    }
    return { ready, end }
  }

  async #writeQueue(): Promise<void> {
    // Wait, so that all writes of the same task form one batch. Writes queued during a write form the next batch.
    await Promise.resolve()
    while (this.#queue.length > 0) {
      const batch = this.#queue
      this.#queue = []
      try {
        if (this.#failure !== undefined) await this.#reopen()
        await this.#writeBatch(batch.flatMap(({ changes }) => changes))
      } catch (error) {
        this.#failure = storeErrorOf(error, this.#folder)
        for (const { reject } of batch) reject(this.#failure)
        continue
      }
      for (const { resolve } of batch) resolve()
    }
    this.#writing = undefined
  }

  async #writeBatch(changes: readonly Change[]): Promise<void> {
    checkExists(this.#folder)
    const seal = sealAfter(this.#database.seal, changes)
    // Use a chained batch. An array would take four times as long, because LevelDB's JavaScript
    // binding copies each operation.
    const batch = this.#level.batch()
    for (const change of [...changes, sealChange(seal)]) {
      if (change.kind === 'put') batch.put(change.key, change.value)
      else batch.del(change.key)
    }
    await batch.write({ sync: this.#location.sync ?? true })
    this.#database.acknowledge(seal)
  }

  /** Reopens the database, which drops the torn record. If disk space is short, the database stays open for reads. */
  async #reopen(): Promise<void> {
    if (this.#isClosed) throw new StoreError('closed', `The store ${this.#folder} is closed.`)
    if (performance.now() < this.#refusedUntil && this.#failure !== undefined) throw this.#failure
    this.#refusedUntil = performance.now() + RETRY_MS
    checkExists(this.#folder)
    if (this.#level.status === 'open') await checkFreeSpace(this.#folder)
    let finish = (): void => {}
    this.#reopening = new Promise((resolve) => {
      finish = resolve
    })
    try {
      if (this.#readers > 0) await new Promise<void>((resolve) => (this.#whenUnused = resolve))
      await this.#database.close()
      this.#database = await openDatabase(this.#location)
      this.#failure = undefined
      this.#refusedUntil = 0
    } finally {
      this.#reopening = undefined
      finish()
    }
  }
}

/**
 * Checks that the files of the database still exist, and throws otherwise. If they were removed,
 * LevelDB would still write to its open log, and reopening would create an empty database.
 */
function checkExists(folder: string): void {
  if (statSync(join(folder, 'CURRENT'), { throwIfNoEntry: false }) !== undefined) return
  const message = `The files of the store ${folder} were removed. Stop the node, restore the folder from a backup, or start over without it.`
  throw new StoreError('removed', message)
}
