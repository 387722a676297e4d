import type { Level } from './level-page.ts'
import { isSameSeal, sealOf, type Seal } from './seal.ts'
import { StoreError } from './store-error.ts'

type LevelSnapshot = ReturnType<Level['snapshot']>

/**
 * A snapshot that a reader holds. It survives a reopening of the database if the content is the
 * same afterwards. Created without a database, it is taken once the database is open.
 */
export class HeldSnapshot {
  readonly #folder: string
  /** Undefined while the database is closed, and for a snapshot that did not survive a reopening. */
  #taken: LevelSnapshot | undefined
  /** The content of the snapshot. Undefined until `inspect` is called. */
  #seal: Seal | undefined
  #wasTaken = false
  /** The reason why the snapshot could not be taken again. */
  #error: unknown

  constructor(folder: string, level: Level | undefined) {
    this.#folder = folder
    if (level !== undefined) this.#take(level)
  }

  /** Returns the snapshot of the open database. */
  get taken(): LevelSnapshot {
    if (this.#taken !== undefined) return this.#taken
    if (this.#error !== undefined) throw this.#error
    const message = `The store ${this.#folder} was reopened, and its content has changed since the read began. Repeat the request.`
    throw new StoreError('io', message)
  }

  /**
   * Reads the content that the snapshot has, so that the snapshot can survive a reopening. Returns
   * whether it is the current content of the database.
   */
  async inspect(level: Level): Promise<boolean> {
    const snapshot = this.#taken
    if (snapshot === undefined) return true
    this.#seal ??= await sealOf({ get: (key) => level.get(key, { snapshot }) })
    return isSameSeal(this.#seal, await sealOf(level))
  }

  /** Forgets the snapshot of a database that is about to be closed. */
  detach(): void {
    this.#taken = undefined
  }

  /** Takes the snapshot again from the reopened database, if the content is the same. */
  attach(level: Level, seal: Seal): void {
    const isSame = this.#seal !== undefined && isSameSeal(this.#seal, seal)
    if (this.#wasTaken && !isSame) return
    try {
      this.#take(level)
    } catch (error) {
      // The next read reports the error.
      this.#error = error
    }
  }

  async release(): Promise<void> {
    const taken = this.#taken
    this.#taken = undefined
    await taken?.close()
  }

  #take(level: Level): void {
    this.#taken = level.snapshot()
    this.#wasTaken = true
  }
}
