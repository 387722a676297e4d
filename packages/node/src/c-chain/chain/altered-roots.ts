import { scan, type Reader } from '../../store/store.ts'
import { hexOf, type Hex } from '../hex.ts'
import { alteredPrefix } from '../keys.ts'

/**
 * Reads the state roots that development methods set, by the height of the block whose root they
 * replace.
 */
export async function alteredRoots(store: Reader): Promise<ReadonlyMap<bigint, Hex>> {
  const roots = new Map<bigint, Hex>()
  for await (const { key, value } of scan(store, alteredPrefix)) {
    roots.set(Buffer.from(key).readBigUInt64BE(alteredPrefix.length), hexOf(value))
  }
  return roots
}
