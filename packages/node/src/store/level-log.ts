import { maskedCrc32c } from './crc32c.ts'

/** LevelDB logs and manifests consist of blocks of records. The header of a record has a CRC, a length and a type. */
const BLOCK = 32 * 1024
const HEADER = 7
const [FULL, FIRST, LAST] = [1, 2, 4] as const

/** The records of a log, and the offset of the first damage. */
export interface LogRecords {
  readonly records: readonly Uint8Array[]
  /** Undefined for an undamaged log, including a log whose last record is unfinished. */
  readonly damagedAt: number | undefined
}

/**
 * Reads a log file. An unfinished last record is not reported as damage, because its write was not
 * acknowledged.
 */
export function readLog(bytes: Uint8Array): LogRecords {
  const records: Uint8Array[] = []
  let parts: Uint8Array[] = []
  let at = 0
  while (at < bytes.length) {
    // Space at the end of a block that is too small for a header is padding.
    const left = BLOCK - (at % BLOCK)
    if (left < HEADER) {
      at += left
      continue
    }
    const record = recordAt(bytes, at)
    if (record === undefined)
      return { records, damagedAt: isUnfinished(bytes, at) ? undefined : at }
    if (record.type === FULL || record.type === FIRST) parts = []
    parts.push(record.data)
    if (record.type === FULL || record.type === LAST) records.push(Buffer.concat(parts))
    at = record.end
  }
  return { records, damagedAt: undefined }
}

interface LogRecord {
  readonly type: number
  readonly data: Uint8Array
  readonly end: number
}

function recordAt(bytes: Uint8Array, at: number): LogRecord | undefined {
  const type = bytes[at + 6] ?? 0
  const length = (bytes[at + 4] ?? 0) | ((bytes[at + 5] ?? 0) << 8)
  const end = at + HEADER + length
  if (type < FULL || type > LAST) return undefined
  if (end > bytes.length || HEADER + length > BLOCK - (at % BLOCK)) return undefined
  if (!matches(bytes, at, end)) return undefined
  return { type, data: bytes.subarray(at + HEADER, end), end }
}

function matches(bytes: Uint8Array, at: number, end: number): boolean {
  const stored = Buffer.from(bytes.buffer, bytes.byteOffset).readUInt32LE(at)
  return maskedCrc32c(bytes.subarray(at + HEADER - 1, end)) === stored
}

/**
 * Whether the record at `at` is an interrupted write: it is truncated or zeros, and no valid record follows. A complete
 * record with a wrong checksum is damaged instead.
 */
function isUnfinished(bytes: Uint8Array, at: number): boolean {
  const rest = bytes.subarray(at)
  if (rest.every((byte) => byte === 0) || rest.length < HEADER) return true
  const isCut = at + HEADER + ((rest[4] ?? 0) | ((rest[5] ?? 0) << 8)) > bytes.length
  if (!isCut || matches(bytes, at, bytes.length)) return false
  for (let later = at + 1; later + HEADER < bytes.length; later++)
    if (recordAt(bytes, later) !== undefined) return false
  return true
}
