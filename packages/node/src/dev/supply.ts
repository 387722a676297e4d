import { put, type Change, type Reader } from '../store/store.ts'

/** Supply change of the native asset caused by development methods, in wei. */
export interface SupplyChange {
  readonly created: bigint
  readonly destroyed: bigint
}

const KEY = Buffer.from('dev/supply')

export async function readSupplyChange(store: Reader): Promise<SupplyChange> {
  const bytes = await store.get(KEY)
  if (bytes === undefined) return { created: 0n, destroyed: 0n }
  const [created = '0', destroyed = '0'] = Buffer.from(bytes).toString().split(' ')
  return { created: BigInt(created), destroyed: BigInt(destroyed) }
}

/** Returns the change that adds a difference in wei, which may be negative, to the supply change. */
export async function supplyChanged(store: Reader, difference: bigint): Promise<Change> {
  const before = await readSupplyChange(store)
  const created = before.created + (difference > 0n ? difference : 0n)
  const destroyed = before.destroyed - (difference < 0n ? difference : 0n)
  return put(KEY, Buffer.from(`${created} ${destroyed}`))
}
