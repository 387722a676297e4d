import { damagedChain, readable } from '../chain/damaged.ts'
import { replayOf, type Replay } from '../chain/replay.ts'
import { SignedAtomicTx } from '../codec/c-chain.ts'
import { decode, encode, list } from '../codec/field.ts'
import type { Reader, Store } from '../store/store.ts'
import { Archive, type Executed } from './chain/archive.ts'
import type { EvmBlock } from './chain/block.ts'
import { atomicTx, evmTx, type CTx } from './chain/tx.ts'
import { readAlteredRoots, tipOf, type CVmOptions } from './chain/vm.ts'
import { DevVm } from './dev/dev-vm.ts'
import { readStart } from './dev/fork/forking.ts'
import { bytesOf } from './hex.ts'
import { liveNodes } from './engine/live-nodes.ts'
import { blockTables, nodeKey, nodePrefix, oldestKept } from './tables.ts'

const NAME = 'C-Chain'
const atomicTxs = list(SignedAtomicTx)

/**
 * Replays the stored C-Chain. The states and block settings that development methods set are
 * copied, because they cannot be recomputed. Returns undefined for forks, and for pruned chains on which development methods replaced states.
 */
export async function replayCChain(
  store: Reader,
  scratch: Store,
  options: CVmOptions,
): Promise<Replay | undefined> {
  const { rules } = options
  const archive = new Archive(store, rules)
  const hash = await archive.tip()
  if (hash === undefined) return undefined
  const tip = await readable(NAME, () => archive.byHash(hash))
  if (tip === undefined) throw damagedChain(NAME, 'the last block is missing')
  // The state before the first block of a fork is on another node.
  if ((await readStart(store))?.fork !== undefined) return undefined
  const altered = await readAlteredRoots(store)
  const isPruned = ((await oldestKept.get(store)) ?? 0n) > 0n
  if (isPruned) {
    if (altered.size > 0) return undefined
    await readable(NAME, () => checkNodes(store, tip))
  }
  const vm = new DevVm(options)
  const blockAt = async (height: bigint): Promise<EvmBlock> => {
    const block = await archive.byHeight(height)
    if (block === undefined) throw damagedChain(NAME, `block ${height} is missing`)
    return block
  }
  return replayOf<Executed, CTx>({
    name: NAME,
    vm,
    scratch: altered.size === 0 ? scratch : withNodesOf(scratch, store),
    last: tipOf(tip),
    async recorded(height) {
      const block = await blockAt(height)
      const atomic = block.extData.length === 0 ? [] : decode(atomicTxs, block.extData, Infinity)
      return {
        ...tipOf(block),
        txs: [
          ...block.txs.map((tx) => evmTx(tx)),
          ...atomic.map((signed) => atomicTx(signed, encode(SignedAtomicTx, signed))),
        ],
      }
    },
    async prepare(height) {
      const root = altered.get(height - 1n)
      if (root !== undefined) vm.engine.alter(height - 1n, root)
      const {
        timestamp,
        baseFeePerGas: baseFee,
        miner,
        gasLimit,
        difficulty,
      } = (await blockAt(height)).header
      await vm.configure(scratch, { miner, gasLimit })
      vm.setNext({ timestamp, difficulty, ...(baseFee !== undefined && { baseFee }) })
    },
    entries: [
      ...blockTables.map(({ prefix }) => ({ prefix })),
      // The store may have additional trie nodes, from runs that did not result in a block.
      { prefix: nodePrefix, mayHaveMore: true, mayHaveLess: isPruned },
    ],
  })
}

/**
 * Checks that all trie nodes of the state after a block can be read. Throws a RangeError if a node
 * is missing.
 */
async function checkNodes(store: Reader, { header }: EvmBlock): Promise<void> {
  const nodes = { get: (hash: Uint8Array) => store.get(nodeKey(hash)) }
  try {
    await liveNodes(nodes, [bytesOf(header.stateRoot)])
  } catch (error) {
    throw new RangeError(`the state of block ${header.number} is not complete`, { cause: error })
  }
}

/** Returns a store that reads trie nodes from `store` if `scratch` does not have them. */
function withNodesOf(scratch: Store, store: Reader): Store {
  const isNode = (key: Uint8Array): boolean =>
    Buffer.compare(key.subarray(0, nodePrefix.length), nodePrefix) === 0
  return {
    ...scratch,
    get: async (key) => (await scratch.get(key)) ?? (isNode(key) ? store.get(key) : undefined),
  }
}
