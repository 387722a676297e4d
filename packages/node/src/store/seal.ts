import { createHash } from 'node:crypto'
import { put, type Change, type Reader } from './store.ts'

const KEY = Buffer.from('\u0000seal')
const DIGEST = 32

/** The number of batches written to a store, and a chained digest of these batches. */
export interface Seal {
  readonly count: bigint
  readonly digest: Uint8Array
}

const NEW: Seal = { count: 0n, digest: new Uint8Array(DIGEST) }

export async function sealOf(reader: Pick<Reader, 'get'>): Promise<Seal> {
  const bytes = await reader.get(KEY)
  if (bytes === undefined) return NEW
  return { count: Buffer.from(bytes).readBigUInt64BE(), digest: bytes.slice(8) }
}

export function isSameSeal(a: Seal, b: Seal): boolean {
  return a.count === b.count && Buffer.compare(a.digest, b.digest) === 0
}

/** Returns the seal after a further batch, whose encoding is `batch`. */
export function sealAfter({ count, digest }: Seal, batch: Uint8Array): Seal {
  return {
    count: count + 1n,
    digest: createHash('sha256').update(digest).update(batch).digest(),
  }
}

export function sealChange({ count, digest }: Seal): Change {
  const bytes = Buffer.alloc(8 + DIGEST)
  bytes.writeBigUInt64BE(count)
  bytes.set(digest, 8)
  return put(KEY, bytes)
}
