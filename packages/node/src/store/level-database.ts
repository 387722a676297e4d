import { join } from 'node:path'
import { ClassicLevel } from 'classic-level'
import { ACKNOWLEDGED, AcknowledgedFile, readAcknowledged } from './acknowledged.ts'
import { damageIn } from './level-check.ts'
import { claim, type Ownership } from './ownership.ts'
import { sealOf, type Seal } from './seal.ts'
import { StoreError, storeErrorOf } from './store-error.ts'

/** The database below a store. */
export type Level = ClassicLevel<Uint8Array, Uint8Array>

/** Bytes of tables that are compared with their checksums at each opening: all of them in most folders. */
const CHECKED = 32 * 1024 * 1024

/** How a store is opened. */
export interface LevelOptions {
  /** Compares every table with its checksums, however many there are. */
  readonly verify?: boolean
  /** Whether writes wait for the disk: true unless what is written is not needed after the process. */
  readonly sync?: boolean
  /** Makes the database; tests put faults into it. */
  readonly database?: (folder: string) => Level
}

/** A folder, whose it is, and how it is opened. */
export interface Place extends LevelOptions {
  readonly folder: string
  readonly owner: Ownership
}

/** An open database. */
export interface Database {
  readonly level: Level
  /** What it has taken. */
  readonly seal: Seal
  /** Notes that one more batch is durable. */
  readonly acknowledge: (seal: Seal) => void
  readonly close: () => Promise<void>
}

/** Checks the files of a folder and opens the database in it. Throws a {@link StoreError}. */
export async function openDatabase(place: Place): Promise<Database> {
  const { folder, owner, database = levelDatabase } = place
  const damage = await damageOf(place)
  // While another process uses the folder, its files come and go.
  if (damage.length > 0 && (await damageOf(place)).join() === damage.join())
    throw damaged(folder, damage)
  // It begins to open by itself.
  const level = database(folder)
  try {
    await level.open()
    const seal = await sealOf(level)
    checkSeal(place, seal)
    await claim(level, folder, owner)
    return databaseOf(level, seal, AcknowledgedFile.open(folder, seal))
  } catch (error) {
    await level.close()
    throw error instanceof StoreError ? error : unopened(folder, error)
  }
}

function databaseOf(level: Level, first: Seal, file: AcknowledgedFile): Database {
  let seal = first
  return {
    level,
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

/** Throws if the database is not the one whose writes were acknowledged last, or is an older state of it. */
function checkSeal({ folder, verify = false }: Place, seal: Seal): void {
  const known = readAcknowledged(folder)
  const path = join(folder, ACKNOWLEDGED)
  if (known === undefined || known === 'damaged') {
    if (seal.count === 0n || verify) return
    const fault = `its file ${ACKNOWLEDGED} is ${known ?? 'missing'}, so nobody can tell whether its newest writes are`
    throw damaged(
      folder,
      [fault],
      `Start once with --verify: it checks all data and makes it anew.`,
    )
  }
  const goOn = `To go on with what is there, remove ${path} and start once with --verify.`
  if (known.count > seal.count) {
    const lost = `the last ${known.count - seal.count} of ${known.count} acknowledged writes are missing`
    throw damaged(folder, [lost], goOn)
  }
  if (known.count === seal.count && Buffer.compare(known.digest, seal.digest) !== 0)
    throw damaged(folder, [`its writes are not those that ${ACKNOWLEDGED} names`], goOn)
}

async function damageOf({ folder, verify = false }: Place): Promise<readonly string[]> {
  try {
    return await damageIn(folder, { tableBytes: verify ? Infinity : CHECKED })
  } catch (error) {
    if (error instanceof RangeError) return [`the manifest or a log is damaged: ${error.message}`]
    throw unopened(folder, error)
  }
}

/** The database in a folder, which begins to open by itself. */
export function levelDatabase(folder: string): Level {
  return new ClassicLevel(folder, { keyEncoding: 'view', valueEncoding: 'view' })
}

/** The error for a folder that cannot be opened. */
export function unopened(folder: string, error: unknown): StoreError {
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
    `The data folder ${folder} is damaged: ${list}${rest}. Restore the folder from a backup, or choose another --data-dir to begin anew. ${advice}`.trim(),
  )
}
