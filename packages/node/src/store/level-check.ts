import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { readLog } from './level-log.ts'
import { tableDamage } from './level-table.ts'
import { Cursor } from './snappy.ts'

export interface CheckDepth {
  /** Maximum number of table bytes to read, newest tables first. The remaining tables are not read. */
  readonly tableBytes: number
}

/**
 * Lists the damage in a LevelDB folder. Needed because LevelDB silently drops damaged log records and does not verify
 * checksums on reads.
 */
export async function damageIn(folder: string, depth: CheckDepth): Promise<readonly string[]> {
  const names = await readdir(folder)
  const current = await fileIn(folder, 'CURRENT')
  if (current === undefined)
    // A process that ends while LevelDB creates a database may leave the first manifest.
    return names.some((name) => /\.(?:ldb|log)$|^MANIFEST-(?!0*1$)/.test(name))
      ? ['CURRENT is missing']
      : []
  const manifestName = Buffer.from(current).toString().trim()
  if (!/^MANIFEST-\d+$/.test(manifestName)) return ['CURRENT is damaged']
  const manifest = await fileIn(folder, manifestName)
  if (manifest === undefined) return [`${manifestName} is missing`]
  const { records, damagedAt } = readLog(manifest)
  if (damagedAt !== undefined) return [`${manifestName} is damaged at byte ${damagedAt}`]
  const version = versionOf(records)
  return [
    ...(await logDamage(folder, names, version)),
    ...(await damagedTables(folder, version, depth)),
  ]
}

interface Version {
  /** Number of the oldest log that is not yet written to tables. */
  readonly log: number
  /** Sequence number of the last write when the manifest was written. */
  readonly sequence: number
  readonly tables: ReadonlyMap<number, number>
}

const tags = {
  comparator: 1,
  log: 2,
  next: 3,
  sequence: 4,
  pointer: 5,
  deleted: 6,
  added: 7,
  previous: 9,
}

/** Returns the files of the database after all edits of its manifest. */
function versionOf(edits: readonly Uint8Array[]): Version {
  const tables = new Map<number, number>()
  let [log, sequence] = [0, 0]
  for (const edit of edits) {
    const from = new Cursor(edit)
    const skip = (): Uint8Array => from.take(from.varint())
    while (!from.isAtEnd) {
      const tag = from.varint()
      if (tag === tags.log) log = from.varint()
      else if (tag === tags.sequence) sequence = from.varint()
      else if (tag === tags.comparator) skip()
      else if (tag === tags.next || tag === tags.previous) from.varint()
      else if (tag === tags.pointer) {
        from.varint()
        skip()
      } else if (tag === tags.deleted) {
        from.varint()
        tables.delete(from.varint())
      } else if (tag === tags.added) {
        from.varint()
        const number = from.varint()
        tables.set(number, from.varint())
        skip()
        skip()
      } else throw new RangeError(`the manifest has an unknown edit tag ${tag}`)
    }
  }
  return { log, sequence, tables }
}

async function logDamage(
  folder: string,
  names: readonly string[],
  { log, sequence, tables }: Version,
): Promise<readonly string[]> {
  const logs = names.filter((name) => /^\d+\.log$/.test(name) && Number.parseInt(name, 10) >= log)
  // The manifest of a database that is being created names no file.
  if (logs.length === 0 && (log > 0 || tables.size > 0))
    return [`the log ${nameOf(log, 'log')} is missing`]
  const found: string[] = []
  // The tables may already contain the first writes of the oldest log, so its first sequence number
  // may be lower than expected. After its first record, the sequence numbers must have no gaps.
  let next: number | undefined
  for (const name of logs.toSorted()) {
    const bytes = await readFile(join(folder, name))
    const { records, damagedAt } = readLog(bytes)
    if (damagedAt !== undefined) found.push(`${name} is damaged at byte ${damagedAt}`)
    for (const { first, count } of records.map(batchOf)) {
      if (next === undefined ? first > sequence + 1 : first !== next)
        found.push(`${name} starts with write ${first}, and the previous write is missing`)
      next = first + count
    }
  }
  return found
}

/**
 * Reads the first sequence number of a record (eight bytes), and how many sequence numbers the
 * record uses (four bytes).
 */
function batchOf(record: Uint8Array): { readonly first: number; readonly count: number } {
  if (record.length < 12) throw new RangeError('a log record is not a batch')
  const bytes = Buffer.from(record.buffer, record.byteOffset, record.length)
  return { first: Number(bytes.readBigUInt64LE()), count: bytes.readUInt32LE(8) }
}

async function damagedTables(
  folder: string,
  { tables }: Version,
  { tableBytes }: CheckDepth,
): Promise<readonly string[]> {
  const found: string[] = []
  let read = 0
  for (const [number, size] of [...tables].toSorted(([a], [b]) => b - a)) {
    const name = nameOf(number, 'ldb')
    const bytes = read + size > tableBytes ? undefined : await fileIn(folder, name)
    if (bytes === undefined) {
      if (read + size <= tableBytes) found.push(`the table ${name} is missing`)
      continue
    }
    read += size
    const damage =
      bytes.length === size ? tableDamage(bytes) : `expected ${size} bytes, got ${bytes.length}`
    if (damage !== undefined) found.push(`the table ${name} is damaged: ${damage}`)
  }
  return found
}

function nameOf(number: number, extension: string): string {
  return `${number.toString().padStart(6, '0')}.${extension}`
}

async function fileIn(folder: string, name: string): Promise<Uint8Array | undefined> {
  return readFile(join(folder, name)).catch((error: unknown) => {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return undefined
    throw error
  })
}
