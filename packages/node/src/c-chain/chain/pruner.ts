import { remove, scan, type Change, type Store } from '../../store/store.ts'
import { liveNodes } from '../engine/live-nodes.ts'
import { textOf } from '../engine/node-store.ts'
import { bytesOf, type Hex } from '../hex.ts'
import { nodeKey, nodePrefix, oldestKept } from '../tables.ts'

/** The states of this many blocks before the last block can be queried. */
export const PRUNED_WINDOW = 32n
/**
 * Number of the most recent blocks whose states are kept. Greater than `PRUNED_WINDOW`, because a
 * call that started on a state in the window may still be running.
 */
const LEFT = 256n
/** Maximum number of trie nodes removed per batch. */
const BATCH = 10_000

export interface LeftStates {
  readonly head: bigint
  readonly rootAt: (height: bigint) => Promise<Hex | undefined>
}

/**
 * Removes all trie nodes that none of the last 256 states uses. The duration of a run is
 * proportional to the size of the state. The first run is due at the first block after a start.
 * Another run is due once the number of nodes written since the last run reaches the number of
 * nodes that the last run kept.
 */
export class Pruner {
  readonly #store: Store
  readonly #least: number
  #written = Infinity
  #left = 0

  /** Creates a pruner. `least` is the minimum number of nodes written between two runs. */
  constructor(store: Store, least: number) {
    this.#store = store
    this.#least = least
  }

  get isDue(): boolean {
    return this.#written >= Math.max(this.#least, this.#left)
  }

  count(nodes: number): void {
    this.#written += nodes
  }

  /**
   * Removes unused nodes. Resolves with the lowest height whose state remains. The caller must
   * pause block production during the run, and clear its caches afterwards.
   */
  async run({ head, rootAt }: LeftStates): Promise<bigint> {
    const oldest = head > LEFT ? head - LEFT : 0n
    const store = this.#store
    const nodes = { get: (hash: Uint8Array) => store.get(nodeKey(hash)) }
    const live = await liveNodes(nodes, await rootsOf(oldest, head, rootAt))
    let batch: Change[] = [oldestKept.put(oldest)]
    for await (const { key } of scan(store, nodePrefix)) {
      if (live.has(textOf(key.subarray(nodePrefix.length)))) continue
      batch.push(remove(key))
      if (batch.length < BATCH) continue
      await store.write(batch)
      batch = []
    }
    await store.write(batch)
    this.#written = 0
    this.#left = live.size
    return oldest
  }
}

async function rootsOf(
  oldest: bigint,
  head: bigint,
  rootAt: LeftStates['rootAt'],
): Promise<readonly Uint8Array[]> {
  const roots: Uint8Array[] = []
  for (let height = oldest; height <= head; height++) {
    const root = await rootAt(height)
    if (root !== undefined) roots.push(bytesOf(root))
  }
  return roots
}
