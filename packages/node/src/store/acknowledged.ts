import { closeSync, fsyncSync, openSync, readFileSync, writeSync } from 'node:fs'
import { join } from 'node:path'
import { crc32c } from './crc32c.ts'
import type { Seal } from './seal.ts'
import { syncFolder } from './sync-folder.ts'

export const ACKNOWLEDGED = 'ACKNOWLEDGED'

const LINE = /^(\d{20}) ([0-9a-f]{64}) ([0-9a-f]{8})\n$/

/**
 * Reads the seal from the file in a folder. Returns `damaged` if it is invalid, undefined if the file does not exist.
 */
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
 * Stores the seal of the last acknowledged batch in a separate file, to detect lost writes: a log
 * that was truncated between two records is valid, but its seal is older than the stored seal. The
 * file is written for each batch, which takes only some microseconds, because there is no fsync.
 * The content survives a kill of the process. After a power failure, the stored seal may be older
 * than the log, but never newer.
 */
export class AcknowledgedFile {
  readonly #file: number
  #isOpen = true

  private constructor(file: number) {
    this.#file = file
  }

  /** Opens or creates the file in a folder and writes the current seal of the database. */
  static open(folder: string, seal: Seal): AcknowledgedFile {
    const isNew = readAcknowledged(folder) === undefined
    const opened = new AcknowledgedFile(
      openSync(join(folder, ACKNOWLEDGED), isNew ? 'w' : 'r+', 0o600),
    )
    opened.write(seal)
    fsyncSync(opened.#file)
    if (isNew) syncFolder(folder)
    return opened
  }

  write({ count, digest }: Seal): void {
    const text = `${count.toString().padStart(20, '0')} ${Buffer.from(digest).toString('hex')}`
    // The length is constant and below the size of a sector, so the write is atomic.
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
