import { join } from 'node:path'
import { ClassicLevel } from 'classic-level'
import { ACKNOWLEDGED, AcknowledgedFile, readAcknowledged } from './acknowledged.ts'
import { damageIn } from './level-check.ts'
import { LevelFiles } from './level-files.ts'
import type { Level } from './level-page.ts'
import { releaseSpace } from './level-space.ts'
import { claim, type Ownership } from './ownership.ts'
import { isSameSeal, sealOf, type Seal } from './seal.ts'
import { StoreError, storeErrorOf } from './store-error.ts'

/**
 * Maximum number of table bytes whose checksums are verified when a database is opened. Most
 * databases are smaller.
 */
const CHECKED = 32 * 1024 * 1024

export interface LevelOptions {
  /** Verifies the checksums of all tables. */
  readonly verify?: boolean
  /**
   * Whether writes wait for the disk; true by default. Use false for data that can be restored: the last writes may be
   * lost in a crash of the system, which is not reported then.
   */
  readonly sync?: boolean
  /** Called when a read or write failed. */
  readonly onFailure?: () => void
  /** Creates the database; tests use it to inject faults. */
  readonly database?: (folder: string) => Level
}

/** A folder with its owner and options. */
export interface DatabaseLocation extends LevelOptions {
  readonly folder: string
  readonly owner: Ownership
}

export interface Database {
  readonly level: Level
  readonly seal: Seal
  /** Throws a {@link StoreError} if files were removed or replaced. */
  readonly checkFiles: () => void
  readonly acknowledge: (seal: Seal) => void
  readonly close: () => Promise<void>
}

/** Checks the files of a folder and opens the database in it. Throws a {@link StoreError}. */
export async function openDatabase(location: DatabaseLocation): Promise<Database> {
  const { folder } = location
  const damage = await damageOf(location)
  // Report only damage that a second check confirms, because the files change while another process uses the folder.
  if (damage.length > 0 && (await damageOf(location)).join() === damage.join())
    throw damaged(folder, damage)
  return openUnchecked(location)
}

/** Opens the database in a folder, of which this process has just checked or written the files. */
export async function openUnchecked(location: DatabaseLocation): Promise<Database> {
  const { folder, owner, database = levelDatabase } = location
  let level: Level | undefined
  try {
    await releaseSpace(folder)
    // The constructor starts opening the database.
    level = database(folder)
    await level.open()
    const seal = await sealOf(level)
    checkSeal(location, seal)
    await claim(level, folder, owner)
    const files = new LevelFiles(folder)
    return databaseOf({ level, files, file: AcknowledgedFile.open(folder, seal) }, seal)
  } catch (error) {
    await level?.close()
    throw error instanceof StoreError ? error : openError(folder, error)
  }
}

interface OpenedFiles {
  readonly level: Level
  readonly files: LevelFiles
  readonly file: AcknowledgedFile
}

function databaseOf({ level, files, file }: OpenedFiles, first: Seal): Database {
  let seal = first
  return {
    level,
    checkFiles: () => files.check(),
    get seal() {
      return seal
    },
    acknowledge(next) {
      seal = next
      file.write(next)
    },
    async close() {
      await level.close()
      file.close()
    },
  }
}

/**
 * Checks that the database contains all acknowledged writes. Throws if writes are missing, or if
 * its last writes differ from the acknowledged writes.
 */
function checkSeal({ folder, verify = false, sync = true }: DatabaseLocation, seal: Seal): void {
  // A crash of the system may lose batches that were not synchronized, which is no damage then.
  if (!sync) return
  const acknowledged = readAcknowledged(folder)
  const path = join(folder, ACKNOWLEDGED)
  if (acknowledged === undefined || acknowledged === 'damaged') {
    if (seal.count === 0n || verify) return
    const fault = `its file ${ACKNOWLEDGED} is ${acknowledged ?? 'missing'}, so missing writes cannot be detected`
    throw damaged(
      folder,
      [fault],
      `To check all data and recreate the file, start once with --verify.`,
    )
  }
  const continueAdvice = `To continue with the remaining data, remove ${path} and start once with --verify.`
  if (acknowledged.count > seal.count) {
    const lost = `the last ${acknowledged.count - seal.count} of ${acknowledged.count} acknowledged writes are missing`
    throw damaged(folder, [lost], continueAdvice)
  }
  if (acknowledged.count === seal.count && !isSameSeal(acknowledged, seal))
    throw damaged(
      folder,
      [`its last writes differ from those recorded in the file ${ACKNOWLEDGED}`],
      continueAdvice,
    )
}

async function damageOf({ folder, verify = false }: DatabaseLocation): Promise<readonly string[]> {
  try {
    return await damageIn(folder, { tableBytes: verify ? Infinity : CHECKED })
  } catch (error) {
    if (error instanceof RangeError) return [`the manifest or a log is damaged: ${error.message}`]
    throw openError(folder, error)
  }
}

/** Creates the LevelDB database of a folder. The database starts to open immediately. */
export function levelDatabase(folder: string): Level {
  return new ClassicLevel(folder, { keyEncoding: 'view', valueEncoding: 'view' })
}

export function openError(folder: string, error: unknown): StoreError {
  const { code, message } = storeErrorOf(error, folder)
  if (code === 'locked') {
    const inUse = `The data folder ${folder} is in use by another process. Stop it, or choose another --data-dir.`
    return new StoreError(code, inUse, error)
  }
  const known = code === 'closed' || code === 'failed' ? 'unreadable' : code
  return new StoreError(known, `The data folder ${folder} cannot be opened. ${message}`, error)
}

function damaged(folder: string, damage: readonly string[], advice = ''): StoreError {
  const list = damage.slice(0, 5).join('; ')
  const rest = damage.length > 5 ? `; and ${damage.length - 5} more` : ''
  return new StoreError(
    'corrupt',
    `The data folder ${folder} is damaged: ${list}${rest}. Restore the folder from a backup, or choose another --data-dir to start over. ${advice}`.trim(),
  )
}
