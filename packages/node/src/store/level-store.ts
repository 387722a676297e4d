import { open, readdir, stat, unlink } from 'node:fs/promises'
import { join } from 'node:path'
import { ClassicLevel, type Iterator } from 'classic-level'
import { damageIn } from './level-check.ts'
import { makeFolder } from './make-folder.ts'
import { claim, type Ownership } from './ownership.ts'
import { StoreError, storeErrorOf } from './store-error.ts'
import type { Change, Entry, Reader, Snapshot, Store } from './store.ts'

export type { Ownership } from './ownership.ts'

/** The database below a store. */
export type Level = ClassicLevel<Uint8Array, Uint8Array>
type LevelSnapshot = ReturnType<Level['snapshot']>

/** Bytes of tables that are compared with their checksums at each opening: all of them in most folders. */
const CHECKED = 32 * 1024 * 1024
/** Bytes that have to be free before a store is opened again after a failed write, beside those of its log. */
const SPARE = 256 * 1024
/** Milliseconds between two attempts to open a store anew. */
const REFUSED = 250

/** How a store is opened. */
export interface LevelOptions {
  /** Compares every table with its checksums, however many there are. */
  readonly verify?: boolean
  /** Makes the database; tests put faults into it. */
  readonly database?: (folder: string) => Level
}

/** Opens, or makes, the store in `folder`. Throws a {@link StoreError} if the folder cannot be used. */
export async function openLevelStore(
  folder: string,
  owner: Ownership,
  options: LevelOptions = {},
): Promise<Store> {
  try {
    await makeFolder(folder)
  } catch (error) {
    throw unopened(folder, error)
  }
  return new LevelStore(
    { ...options, folder, owner },
    await openDatabase({ ...options, folder, owner }),
  )
}

interface Place extends LevelOptions {
  readonly folder: string
  readonly owner: Ownership
}

/** Checks the files of a folder and opens the database in it. */
async function openDatabase(place: Place): Promise<Level> {
  const { folder, owner, database = levelDatabase } = place
  const damage = await damageOf(place)
  // While another process uses the folder, its files come and go.
  if (damage.length > 0 && (await damageOf(place)).join() === damage.join())
    throw damaged(folder, damage)
  // It begins to open by itself.
  const level = database(folder)
  try {
    await level.open()
    await claim(level, folder, owner)
    return level
  } catch (error) {
    await level.close()
    throw error instanceof StoreError ? error : unopened(folder, error)
  }
}

async function damageOf({ folder, verify = false }: Place): Promise<readonly string[]> {
  try {
    return await damageIn(folder, { tableBytes: verify ? Infinity : CHECKED })
  } catch (error) {
    if (error instanceof RangeError) return [`the manifest is damaged: ${error.message}`]
    throw unopened(folder, error)
  }
}

/** The database in a folder, which begins to open by itself. */
export function levelDatabase(folder: string): Level {
  return new ClassicLevel(folder, { keyEncoding: 'view', valueEncoding: 'view' })
}

interface Queued {
  readonly changes: readonly Change[]
  readonly resolve: () => void
  readonly reject: (error: unknown) => void
}

/**
 * Keys and values in LevelDB. Writes that come together are one batch. After a failed write nothing more is written
 * until the database was opened anew: LevelDB would append behind the torn record, and drop everything behind it at
 * the next start.
 */
class LevelStore implements Store {
  readonly #place: Place
  readonly #folder: string
  #level: Level
  #queue: Queued[] = []
  #writing: Promise<void> | undefined
  /** Why the last write failed, or why the database could not be opened since. */
  #failure: StoreError | undefined
  /** Until when (of `performance.now()`) writes are refused without another attempt to open the database. */
  #refusedUntil = 0
  #readers = 0
  #whenUnused: (() => void) | undefined
  #reopening: Promise<void> | undefined
  #isClosed = false

  constructor(place: Place, level: Level) {
    this.#place = place
    this.#folder = place.folder
    this.#level = level
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
    // Taken at once, unless the database is being opened anew: then nothing is written before it is taken.
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
    await this.#level.close()
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

  /** Keeps the database open until it ends; where it is being opened anew, `ready` resolves afterwards. */
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
    // What comes during a write is one batch after it.
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
    const operations = changes.map((change) =>
      change.kind === 'put'
        ? { type: 'put' as const, key: change.key, value: change.value }
        : { type: 'del' as const, key: change.key },
    )
    await this.#level.batch(operations, { sync: true })
  }

  /** Opens the database anew, which drops the torn record. Reads stay possible until there is room to do so. */
  async #reopen(): Promise<void> {
    if (this.#isClosed) throw new StoreError('closed', `The store ${this.#folder} is closed.`)
    if (performance.now() < this.#refusedUntil && this.#failure !== undefined) throw this.#failure
    this.#refusedUntil = performance.now() + REFUSED
    if (this.#level.status === 'open') await this.#checkRoom()
    let finish = (): void => {}
    this.#reopening = new Promise((resolve) => {
      finish = resolve
    })
    try {
      if (this.#readers > 0) await new Promise<void>((resolve) => (this.#whenUnused = resolve))
      await this.#level.close()
      this.#level = await openDatabase(this.#place)
      this.#failure = undefined
      this.#refusedUntil = 0
    } finally {
      this.#reopening = undefined
      finish()
    }
  }

  /** Fails as the next opening would, before the database is closed for it. */
  async #checkRoom(): Promise<void> {
    const probe = join(this.#folder, 'probe.tmp')
    try {
      const file = await open(probe, 'w')
      try {
        await file.write(Buffer.alloc((await logBytes(this.#folder)) + SPARE, 1))
        await file.sync()
      } finally {
        await file.close()
      }
    } finally {
      await unlink(probe).catch(() => {})
    }
  }
}

/** Bytes of all logs: an opening moves them into a table. */
async function logBytes(folder: string): Promise<number> {
  const logs = (await readdir(folder)).filter((name) => name.endsWith('.log'))
  const sizes = await Promise.all(logs.map(async (name) => (await stat(join(folder, name))).size))
  return sizes.reduce((sum, size) => sum + size, 0)
}

async function entriesOf(
  iterator: Iterator<Level, Uint8Array, Uint8Array>,
): Promise<readonly Entry[]> {
  return (await iterator.all()).map(([key, value]) => ({ key, value }))
}

/** Bounds of all keys with a prefix, or of those behind one of them: up to the next prefix of the same length. */
function rangeOf(prefix: Uint8Array, after: Uint8Array | undefined): KeyRange {
  const lower = after === undefined ? { gte: prefix } : { gt: after }
  const end = Uint8Array.from(prefix)
  for (let index = end.length - 1; index >= 0; index--) {
    const byte = end[index]
    if (byte !== undefined && byte < 255) {
      end[index] = byte + 1
      return { ...lower, lt: end.subarray(0, index + 1) }
    }
  }
  return lower
}

interface KeyRange {
  readonly gte?: Uint8Array
  readonly gt?: Uint8Array
  readonly lt?: Uint8Array
}

function unopened(folder: string, error: unknown): StoreError {
  const { code, message } = storeErrorOf(error, folder)
  if (code === 'locked') {
    const inUse = `The data folder ${folder} is in use by another process. Stop it, or choose another --data-dir.`
    return new StoreError(code, inUse, error)
  }
  const known = code === 'closed' || code === 'failed' ? 'unreadable' : code
  return new StoreError(known, `The data folder ${folder} cannot be opened. ${message}`, error)
}

function damaged(folder: string, damage: readonly string[]): StoreError {
  const list = damage.slice(0, 5).join('; ')
  const rest = damage.length > 5 ? `; and ${damage.length - 5} more` : ''
  return new StoreError(
    'corrupt',
    `The data folder ${folder} is damaged: ${list}${rest}. Nothing was changed. Restore the folder from a backup, or choose another --data-dir to begin anew.`,
  )
}
