import { createHash } from 'node:crypto'
import { checkOwner, LAYOUT, type Ownership } from './ownership.ts'
import { sealOf, type Seal } from './seal.ts'
import { StoreError } from './store-error.ts'
import { put, scanPages, type Change, type Reader } from './store.ts'

/** First line of a checkpoint. */
const MAGIC = 'native-node checkpoint 1'
/** Keys of the database itself, which each folder has of its own. */
const INTERNAL = 0x00
const MAX_HEAD = 4096
const DIGEST = 32
/** Maximum size of an entry in bytes, so that a damaged length does not fill the memory. */
const MAX_ENTRY = 256 * 1024 * 1024

/**
 * Yields the chain data of a snapshot: a line with a name, a line with the owner and the seal as JSON, the entries, and a
 * SHA-256 digest of all of this. An entry is the length of its key and its value as unsigned 32-bit integers, followed
 * by both; an entry of two zeros ends the list.
 */
export async function* writeCheckpoint(
  snapshot: Reader,
  owner: Ownership,
): AsyncGenerator<Uint8Array, void> {
  const hash = createHash('sha256')
  const hashed = (bytes: Uint8Array): Uint8Array => {
    hash.update(bytes)
    return bytes
  }
  const { count, digest } = await sealOf(snapshot)
  const sealed = { batches: String(count), digest: Buffer.from(digest).toString('hex') }
  const head = { layout: LAYOUT, ...owner, ...(count > 0n && sealed) }
  yield hashed(Buffer.from(`${MAGIC}\n${JSON.stringify(head)}\n`))
  for await (const entries of scanPages(snapshot, new Uint8Array())) {
    const parts = entries
      .filter(({ key }) => key[0] !== INTERNAL)
      .flatMap(({ key, value }) => [lengths(key.length, value.length), key, value])
    yield hashed(Buffer.concat(parts))
  }
  yield hashed(lengths(0, 0))
  yield hash.digest()
}

/**
 * Yields the entries of a checkpoint as changes, in batches, and returns its seal. Throws a {@link StoreError} if the
 * checkpoint belongs to another owner, is damaged or is incomplete; the changes before must then be discarded.
 */
export async function* readCheckpoint(
  chunks: AsyncIterable<Uint8Array>,
  owner: Ownership,
): AsyncGenerator<readonly Change[], Seal> {
  const hash = createHash('sha256')
  let rest: Buffer = Buffer.alloc(0)
  let isEnded = false
  let head: Head | undefined
  const least = (): number => (head !== undefined && !isEnded ? missingFrom(rest) : 1)
  for await (const chunk of joined(chunks, least)) {
    rest = rest.length === 0 ? Buffer.from(chunk) : Buffer.concat([rest, chunk])
    if (head === undefined) {
      const end = headEnd(rest)
      if (end === undefined) continue
      head = parseHead(rest.subarray(0, end).toString('utf8'))
      checkOwner(head, owner, 'The checkpoint')
      hash.update(rest.subarray(0, end))
      rest = rest.subarray(end)
    }
    if (isEnded && rest.length > DIGEST) throw damaged('it has bytes after its end')
    if (isEnded) continue
    const { changes, used, isLast } = entriesIn(rest)
    hash.update(rest.subarray(0, used))
    rest = rest.subarray(used)
    isEnded = isLast
    if (changes.length > 0) yield changes
  }
  if (!isEnded || rest.length !== DIGEST) throw damaged('it is incomplete')
  if (!hash.digest().equals(rest)) throw damaged('its digest differs')
  return sealIn(head ?? {}, rest)
}

/** Joins chunks to parts of at least `least()` bytes, except the last, so that a large entry is copied only once. */
async function* joined(
  chunks: AsyncIterable<Uint8Array>,
  least: () => number,
): AsyncGenerator<Uint8Array, void> {
  let parts: Uint8Array[] = []
  let length = 0
  for await (const chunk of chunks) {
    parts.push(chunk)
    length += chunk.length
    if (length < least()) continue
    yield Buffer.concat(parts)
    parts = []
    length = 0
  }
  if (length > 0) yield Buffer.concat(parts)
}

/** Returns the number of bytes that an incomplete entry lacks, at least 1. */
function missingFrom(rest: Buffer): number {
  if (rest.length < 8) return 1
  return Math.max(1, 8 + rest.readUInt32BE() + rest.readUInt32BE(4) - rest.length)
}

function lengths(key: number, value: number): Uint8Array {
  const bytes = Buffer.allocUnsafe(8)
  bytes.writeUInt32BE(key)
  bytes.writeUInt32BE(value, 4)
  return bytes
}

/** Returns the length of the first two lines; undefined if they are incomplete. */
function headEnd(bytes: Buffer): number | undefined {
  if (
    !Buffer.from(`${MAGIC}\n`)
      .subarray(0, bytes.length)
      .equals(bytes.subarray(0, MAGIC.length + 1))
  )
    throw damaged('it is not a checkpoint')
  const end = bytes.indexOf('\n', MAGIC.length + 1)
  if (end >= 0) return end + 1
  if (bytes.length > MAX_HEAD) throw damaged('its second line is too long')
  return undefined
}

type Head = Readonly<Record<string, unknown>>

function parseHead(head: string): Head {
  try {
    return { ...(JSON.parse(head.split('\n')[1] ?? '') as object) }
  } catch (error) {
    throw damaged('its second line is not JSON', error)
  }
}

/** Returns the seal in the head; for a checkpoint without a seal, one that no store with other content has. */
function sealIn(head: Head, contentDigest: Uint8Array): Seal {
  const { batches, digest } = head
  if (batches === undefined) return { count: 1n, digest: Uint8Array.from(contentDigest) }
  if (typeof batches !== 'string' || typeof digest !== 'string')
    throw damaged('its second line has an invalid seal')
  if (!/^[1-9]\d{0,18}$/.test(batches) || !/^[0-9a-f]{64}$/.test(digest))
    throw damaged('its second line has an invalid seal')
  return { count: BigInt(batches), digest: Buffer.from(digest, 'hex') }
}

function entriesIn(bytes: Buffer): {
  readonly changes: readonly Change[]
  readonly used: number
  readonly isLast: boolean
} {
  const changes: Change[] = []
  let at = 0
  while (at + 8 <= bytes.length) {
    const [key, value] = [bytes.readUInt32BE(at), bytes.readUInt32BE(at + 4)]
    if (key === 0) return { changes, used: at + 8, isLast: true }
    if (key + value > MAX_ENTRY) throw damaged('an entry is too long')
    const end = at + 8 + key + value
    if (end > bytes.length) break
    changes.push(put(bytes.subarray(at + 8, at + 8 + key), bytes.subarray(at + 8 + key, end)))
    at = end
  }
  return { changes, used: at, isLast: false }
}

function damaged(reason: string, cause?: unknown): StoreError {
  return new StoreError('corrupt', `The checkpoint cannot be used: ${reason}.`, cause)
}
