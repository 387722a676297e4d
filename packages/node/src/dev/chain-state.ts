import { promisify } from 'node:util'
import { gunzip, gzip } from 'node:zlib'
import { ChainStateError } from '../chain/dev-tools.ts'
import { sized } from '../codec/bytes.ts'
import { turnIfDue } from '../scheduling/turn.ts'
import { put, remove, scan, type Change, type Entry, type Reader } from '../store/store.ts'

/** Key prefixes of the entries that blocks and development methods write. */
const PREFIXES = ['chain/', 'atomic/', 'c/', 'dev/'].map((text) => Buffer.from(text))
const MAGIC = Buffer.from('native-node chains 1\n')
/** Maximum size of an uncompressed state, and of its entries, that can be dumped and loaded. */
const LIMIT = 2 ** 26
const MOST_ENTRIES = 500_000
const tooLarge = `the state is too large: the most are ${LIMIT} bytes and ${MOST_ENTRIES} entries`

/** Yields all chain data in the store, one prefix after the other, in key order. */
async function* entriesOfChains(store: Reader): AsyncGenerator<Entry, void> {
  for (const prefix of PREFIXES) yield* scan(store, prefix)
}

export async function chainEntries(store: Reader): Promise<readonly Entry[]> {
  const entries: Entry[] = []
  for await (const entry of entriesOfChains(store)) entries.push(entry)
  return entries
}

/** Returns a state that `readDump` reads. Throws a {@link ChainStateError} if it is too large. */
export async function dumpChains(store: Reader, networkID: number): Promise<Uint8Array> {
  const parts: Uint8Array[] = [MAGIC, sized(Buffer.from(String(networkID)))]
  let bytes = parts.reduce((sum, { length }) => sum + length, 0)
  let entries = 0
  for await (const { key, value } of entriesOfChains(store)) {
    const fields = [sized(key), sized(value)]
    for (const { length } of fields) bytes += length
    if (bytes > LIMIT || ++entries > MOST_ENTRIES) throw new ChainStateError(tooLarge)
    parts.push(...fields)
  }
  return promisify(gzip)(Buffer.concat(parts))
}

/** Decodes dumped bytes. Throws a {@link ChainStateError}. */
export async function readDump(bytes: Uint8Array, networkID: number): Promise<readonly Entry[]> {
  const body = await unzipped(bytes)
  if (!startsWith(body, MAGIC)) throw new ChainStateError('not a dumped state')
  const fields = fieldsOf(body.subarray(MAGIC.length))
  const { value: network } = fields.next()
  if (Buffer.from(network ?? []).toString() !== String(networkID)) {
    throw new ChainStateError('the dumped state belongs to another network')
  }
  const entries: Entry[] = []
  for (const key of fields) {
    const { value } = fields.next()
    if (value === undefined) throw new ChainStateError('the dumped state is truncated')
    // Other keys have the layout of the database.
    if (!isOfChains(key)) throw new ChainStateError('the dumped state has an unknown key')
    if (entries.length === MOST_ENTRIES) throw new ChainStateError(tooLarge)
    entries.push({ key, value })
    const pause = turnIfDue()
    if (pause !== undefined) await pause
  }
  return entries
}

function isOfChains(key: Uint8Array): boolean {
  return PREFIXES.some((prefix) => startsWith(key, prefix))
}

export async function chainsReplaced(
  store: Reader,
  entries: readonly Entry[],
): Promise<readonly Change[]> {
  const changes: Change[] = []
  for await (const { key } of entriesOfChains(store)) changes.push(remove(key))
  return [...changes, ...entries.map(({ key, value }) => put(key, value))]
}

async function unzipped(bytes: Uint8Array): Promise<Uint8Array> {
  try {
    return await promisify(gunzip)(bytes, { maxOutputLength: LIMIT })
  } catch (error) {
    const isTooLarge =
      error instanceof Error && 'code' in error && error.code === 'ERR_BUFFER_TOO_LARGE'
    // Any other error means that the bytes are not a dumped state.
    throw new ChainStateError(isTooLarge ? tooLarge : 'not a dumped state')
  }
}

function* fieldsOf(bytes: Uint8Array): Generator<Uint8Array, undefined> {
  const view = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  for (let at = 0; at < view.length;) {
    const end = at + 4 > view.length ? Infinity : at + 4 + view.readUInt32BE(at)
    if (end > view.length) throw new ChainStateError('the dumped state is truncated')
    yield view.subarray(at + 4, end)
    at = end
  }
  return undefined
}

function startsWith(bytes: Uint8Array, prefix: Uint8Array): boolean {
  return Buffer.compare(prefix, bytes.subarray(0, prefix.length)) === 0
}
