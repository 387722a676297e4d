import { readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { StoreError } from './store-error.ts'

interface File {
  readonly name: string
  readonly inode: bigint
}

/**
 * The files that an open database writes to. LevelDB keeps them open, so that it does not notice
 * when they are removed or replaced: further writes would be lost at the next start.
 */
export class LevelFiles {
  readonly #folder: string
  readonly #fixed: readonly File[]
  #log: File

  /** Records the files of a database that has just been opened. */
  constructor(folder: string) {
    this.#folder = folder
    const manifest = readFileSync(join(folder, 'CURRENT'), 'latin1').trim()
    this.#fixed = ['CURRENT', manifest].map((name) => ({ name, inode: this.#inodeOf(name) ?? 0n }))
    this.#log = this.#newestLog()
  }

  /** Throws a {@link StoreError} if a file was removed or replaced. */
  check(): void {
    if (this.#fixed.some(({ name, inode }) => this.#inodeOf(name) !== inode)) throw this.#removed()
    if (this.#inodeOf(this.#log.name) === this.#log.inode) return
    // LevelDB replaces a full log by a log with a higher number.
    const newest = this.#newestLog()
    if (numberOf(newest) <= numberOf(this.#log)) throw this.#removed()
    this.#log = newest
  }

  #newestLog(): File {
    const names = readdirSync(this.#folder).filter((name) => /^\d+\.log$/.test(name))
    const name = names.toSorted((a, b) => Number.parseInt(a, 10) - Number.parseInt(b, 10)).at(-1)
    return { name: name ?? '', inode: name === undefined ? 0n : (this.#inodeOf(name) ?? 0n) }
  }

  #inodeOf(name: string): bigint | undefined {
    return statSync(join(this.#folder, name), { bigint: true, throwIfNoEntry: false })?.ino
  }

  #removed(): StoreError {
    return removedFiles(this.#folder)
  }
}

/** Throws a {@link StoreError} if the database does not exist: opening it would create an empty one. */
export function checkExists(folder: string): void {
  if (statSync(join(folder, 'CURRENT'), { throwIfNoEntry: false }) === undefined)
    throw removedFiles(folder)
}

export function removedFiles(folder: string): StoreError {
  const message = `The files of the store ${folder} were removed or replaced. Stop the node, restore the folder from a backup, or start over without it.`
  return new StoreError('removed', message)
}

function numberOf({ name }: File): number {
  return name === '' ? -1 : Number.parseInt(name, 10)
}
