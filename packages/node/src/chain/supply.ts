import { put, type Change, type Reader } from '../store/store.ts'

/** Amounts of the native asset that development methods created and destroyed, in wei. */
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

/**
 * Returns the store change that adds a difference in wei to the created amount or, if the
 * difference is negative, to the destroyed amount.
 */
export async function supplyChanged(store: Reader, difference: bigint): Promise<Change> {
  const before = await readSupplyChange(store)
  const created = before.created + (difference > 0n ? difference : 0n)
  const destroyed = before.destroyed - (difference < 0n ? difference : 0n)
  return put(KEY, Buffer.from(`${created} ${destroyed}`))
}
