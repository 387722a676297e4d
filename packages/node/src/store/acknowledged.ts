import { closeSync, fsyncSync, openSync, readFileSync, writeSync } from 'node:fs'
import { join } from 'node:path'
import { crc32c } from './crc32c.ts'
import type { Seal } from './seal.ts'

/** Name of the file in the folder of the database. */
export const ACKNOWLEDGED = 'ACKNOWLEDGED'

const LINE = /^(\d{20}) ([0-9a-f]{64}) ([0-9a-f]{8})\n$/

/** The seal in the file of a folder; `damaged` if it is unreadable, undefined if there is none. */
export function readAcknowledged(folder: string): Seal | 'damaged' | undefined {
  let text: string
  try {
    text = readFileSync(join(folder, ACKNOWLEDGED), 'latin1')
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return undefined
    throw error
  }
  const [, count = '', digest = '', sum] = LINE.exec(text) ?? []
  if (sum === undefined || sumOf(`${count} ${digest}`) !== sum) return 'damaged'
  return { count: BigInt(count), digest: Buffer.from(digest, 'hex') }
}

/**
 * The seal of the last batch that was acknowledged, in a file of its own: a log that was cut between two records is
 * whole in itself, and only older than this file. It is written behind each batch without waiting for the disk, which
 * takes some microseconds and survives a kill; after a power failure it may be older than the log, never newer.
 */
export class AcknowledgedFile {
  readonly #file: number
  #isOpen = true

  private constructor(file: number) {
    this.#file = file
  }

  /** Opens or makes the file of a folder with the seal that the database has. */
  static open(folder: string, seal: Seal): AcknowledgedFile {
    const isNew = readAcknowledged(folder) === undefined
    const opened = new AcknowledgedFile(openSync(join(folder, ACKNOWLEDGED), isNew ? 'w' : 'r+'))
    opened.write(seal)
    fsyncSync(opened.#file)
    if (isNew) syncFolder(folder)
    return opened
  }

  write({ count, digest }: Seal): void {
    const text = `${count.toString().padStart(20, '0')} ${Buffer.from(digest).toString('hex')}`
    // Always of the same length, in one sector: it is written as a whole or not at all.
    writeSync(this.#file, `${text} ${sumOf(text)}\n`, 0, 'latin1')
  }

  close(): void {
    if (!this.#isOpen) return
    this.#isOpen = false
    try {
      fsyncSync(this.#file)
    } finally {
      closeSync(this.#file)
    }
  }
}

function sumOf(text: string): string {
  return crc32c(Buffer.from(text, 'latin1')).toString(16).padStart(8, '0')
}

/** Makes a new file's name durable; folders cannot be opened on Windows. */
function syncFolder(folder: string): void {
  if (process.platform === 'win32') return
  const opened = openSync(folder, 'r')
  try {
    fsyncSync(opened)
  } finally {
    closeSync(opened)
  }
}
