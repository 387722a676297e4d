import type { Tip } from '../chain/vm.ts'
import { decode } from '../codec/field.ts'
import { StandardBlock } from '../codec/x-chain.ts'
import { hashID } from '../crypto/hashes.ts'
import { damagedChain } from './damaged.ts'
import type { AcceptedBlock, ChainState } from './state.ts'
import { txOf } from './tx.ts'

/**
 * Follows the last `depth` blocks from the tip to their parents: each has the hash that its child names and stands at
 * its height, and its transactions are known. Throws a `StoreError` for the first one that differs.
 */
export async function checkBlocks(state: ChainState, tip: Tip, depth: number): Promise<void> {
  let { id } = tip
  for (let height = tip.height; height >= 0n && tip.height - height < depth; height--) {
    const found = await state.blockAt(height)
    if (found === undefined) throw damagedChain(`block ${height} is missing`)
    if (found.id !== id || hashID(found.bytes) !== id)
      throw damagedChain(`block ${height} is not the one that its successor names`)
    const block = decodedBlock(found, height)
    if (block.height !== height)
      throw damagedChain(`block ${height} says that it is ${block.height}`)
    for (const tx of block.txs.map(txOf)) {
      const bytes = await state.txBytes(tx.id)
      if (bytes === undefined || Buffer.compare(bytes, tx.bytes) !== 0)
        throw damagedChain(`a transaction of block ${height} is missing`)
    }
    id = block.parentID
  }
}

function decodedBlock({ bytes }: AcceptedBlock, height: bigint): StandardBlock {
  try {
    return decode(StandardBlock, bytes, Infinity)
  } catch (error) {
    if (error instanceof RangeError) throw damagedChain(`block ${height} cannot be read`)
    throw error
  }
}
