import { promisify } from 'node:util'
import { gunzip, gzip } from 'node:zlib'
import { sized } from '../codec/bytes.ts'
import { accountPrefix } from '../c-chain/keys.ts'
import { put, remove, scan, type Change, type Entry, type Reader } from '../store/store.ts'

/** Key prefixes of chain data. Keystore users and the node's own keys have other prefixes. */
const PREFIXES = ['chain/', 'atomic/', 'c/', 'dev/'].map((text) => Buffer.from(text))
const MAGIC = Buffer.from('native-node chains 1\n')
/** Maximum size of a state to load. */
const LIMIT = 2 ** 30

export class ChainStateError extends RangeError {
  override readonly name = 'ChainStateError'
}

/** Yields all chain data in the store, one prefix after the other, in key order. */
async function* entriesOfChains(store: Reader): AsyncGenerator<Entry, void> {
  for (const prefix of PREFIXES) {
    for await (const entry of scan(store, prefix)) {
      if (!startsWith(entry.key, accountPrefix)) yield entry
    }
  }
}

export async function dumpChains(store: Reader, networkID: number): Promise<Uint8Array> {
  const parts: Uint8Array[] = [MAGIC, sized(Buffer.from(String(networkID)))]
  for await (const { key, value } of entriesOfChains(store)) parts.push(sized(key), sized(value))
  return promisify(gzip)(Buffer.concat(parts))
}

/** Decodes dumped bytes. Throws a {@link ChainStateError}. */
export async function readDump(bytes: Uint8Array, networkID: number): Promise<readonly Entry[]> {
  const body = await unzipped(bytes)
  if (!startsWith(body, MAGIC)) throw new ChainStateError('not a dumped state')
  const fields = fieldsOf(body.subarray(MAGIC.length))
  if (Buffer.from(fields[0] ?? []).toString() !== String(networkID)) {
    throw new ChainStateError('the dumped state belongs to another network')
  }
  const entries: Entry[] = []
  for (let at = 1; at + 1 < fields.length; at += 2) {
    const [key, value] = [fields[at], fields[at + 1]]
    if (key !== undefined && value !== undefined) entries.push({ key, value })
  }
  return entries
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
  } catch {
    // Any decompression error means that the bytes are not a dumped state.
    throw new ChainStateError('not a dumped state')
  }
}

function fieldsOf(bytes: Uint8Array): readonly Uint8Array[] {
  const view = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const fields: Uint8Array[] = []
  for (let at = 0; at < view.length;) {
    const end = at + 4 > view.length ? Infinity : at + 4 + view.readUInt32BE(at)
    if (end > view.length) throw new ChainStateError('the dumped state is truncated')
    fields.push(view.subarray(at + 4, end))
    at = end
  }
  return fields
}

function startsWith(bytes: Uint8Array, prefix: Uint8Array): boolean {
  return Buffer.from(prefix).equals(bytes.subarray(0, prefix.length))
}
