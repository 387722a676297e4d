import { put, remove, scan, type Change, type Store } from '../../store/store.ts'
import { liveNodes } from '../engine/live-nodes.ts'
import { textOf } from '../engine/node-store.ts'
import { bytesOf, type Hex } from '../hex.ts'
import { heightBytes, nodeKey, nodePrefix, prunedKey } from '../keys.ts'

/** Blocks before the last one whose states are answered for. */
export const PRUNED_WINDOW = 32n
/** Blocks whose states are left: a call that began in the window may run for a while. */
const LEFT = 256n
/** Removals of one batch. */
const BATCH = 10_000

/** What the states that are left belong to. */
export interface LeftStates {
  /** The height of the last block. */
  readonly head: bigint
  readonly rootAt: (height: bigint) => Promise<Hex | undefined>
}

/**
 * Removes the states of old blocks: whatever the last 256 states do not consist of. That costs about as much as the
 * state is large, so it is done once as much was written as there was left the last time, and at the first block
 * after a start.
 */
export class Pruner {
  readonly #store: Store
  readonly #least: number
  #written = Infinity
  #left = 0

  /** `least` is how many nodes have to be written, at least, from one time to the next. */
  constructor(store: Store, least: number) {
    this.#store = store
    this.#least = least
  }

  get isDue(): boolean {
    return this.#written >= Math.max(this.#least, this.#left)
  }

  /** Counts nodes that were written. */
  count(nodes: number): void {
    this.#written += nodes
  }

  /**
   * Removes what is not left; resolves with the first height whose state is. No block may be built meanwhile, and what
   * was cached is to be forgotten afterwards.
   */
  async run({ head, rootAt }: LeftStates): Promise<bigint> {
    const oldest = head > LEFT ? head - LEFT : 0n
    const store = this.#store
    const nodes = { get: (hash: Uint8Array) => store.get(nodeKey(hash)) }
    const live = await liveNodes(nodes, await rootsOf(oldest, head, rootAt))
    let batch: Change[] = [put(prunedKey, heightBytes(oldest))]
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

/** The first block whose state was not removed. */
export async function prunedBelow(store: Pick<Store, 'get'>): Promise<bigint> {
  const height = await store.get(prunedKey)
  return height === undefined ? 0n : Buffer.from(height).readBigUInt64BE()
}
