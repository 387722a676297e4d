import { put, type Change, type Reader } from '../store/store.ts'

/** What development methods did to the amount of the native asset that exists, in wei. */
export interface SupplyChange {
  readonly created: bigint
  readonly destroyed: bigint
}

const KEY = Buffer.from('dev/supply')

/** Reads what development methods created and destroyed so far. */
export async function readSupplyChange(store: Reader): Promise<SupplyChange> {
  const bytes = await store.get(KEY)
  if (bytes === undefined) return { created: 0n, destroyed: 0n }
  const [created = '0', destroyed = '0'] = Buffer.from(bytes).toString().split(' ')
  return { created: BigInt(created), destroyed: BigInt(destroyed) }
}

/** The change that counts so many wei more; fewer where the difference is negative. */
export async function countedSupply(store: Reader, difference: bigint): Promise<Change> {
  const before = await readSupplyChange(store)
  const created = before.created + (difference > 0n ? difference : 0n)
  const destroyed = before.destroyed - (difference < 0n ? difference : 0n)
  return put(KEY, Buffer.from(`${created} ${destroyed}`))
}
