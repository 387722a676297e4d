import type { Machine } from '../../../engine/machine.ts'
import { walk, type Leaf } from '../../../engine/trie/walk.ts'
import { preimageKey } from '../../../engine/preimages.ts'

/** Work to read an entry of a trie. */
export const ENTRY_WORK = 1000

/** Yields the entries of a trie. Throws once the meter of the machine stops the request. */
export async function* meteredWalk(
  { db, meter }: Machine,
  root: Uint8Array,
  start?: Uint8Array,
): AsyncGenerator<Leaf, void> {
  for await (const leaf of walk(db, root, start)) {
    meter?.spend(ENTRY_WORK)
    yield leaf
  }
}

/** Yields one entry per account of the state of a machine. */
export async function* accountsOf(
  machine: Machine,
  start?: Uint8Array,
): AsyncGenerator<Leaf, void> {
  yield* meteredWalk(machine, await machine.state.getStateRoot(), start)
}

/** Returns an address by its hash; undefined if the address was not recorded. */
export async function addressWith(
  { db }: Machine,
  hash: Uint8Array,
): Promise<Uint8Array | undefined> {
  return db.get(preimageKey(hash))
}
