import type { EvmBlock } from '../../../chain/block.ts'
import type { CChain } from '../../../chain/c-chain.ts'
import type { Machine } from '../../../engine/machine.ts'
import { walk, type Leaf } from '../../../engine/trie/walk.ts'
import { preimageKey } from '../../../engine/preimages.ts'
import { checkState } from '../block-reference.ts'

/** Opens the state after a block. Throws if the state was removed. */
export async function machineAt(chain: CChain, block: EvmBlock): Promise<Machine> {
  checkState(chain, block)
  const { engine } = chain.vm
  return engine.open(engine.rootOf(block.header), block.header)
}

/** Yields the entries of a trie. Throws once the watch of the machine stops the request. */
export async function* watchedWalk(
  { db, watch }: Machine,
  root: Uint8Array,
  start?: Uint8Array,
): AsyncGenerator<Leaf, void> {
  for await (const leaf of walk(db, root, start)) {
    await watch.look()
    yield leaf
  }
}

/** Yields one entry per account of the state of a machine. */
export async function* accountsOf(
  machine: Machine,
  start?: Uint8Array,
): AsyncGenerator<Leaf, void> {
  yield* watchedWalk(machine, await machine.state.getStateRoot(), start)
}

/** Returns an address by its hash; undefined if the address was not recorded. */
export async function addressWith(
  { db }: Machine,
  hash: Uint8Array,
): Promise<Uint8Array | undefined> {
  return db.get(preimageKey(hash))
}
