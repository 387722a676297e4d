import type { StoredBlock } from '../chain/check-blocks.ts'
import { hashID } from '../crypto/hashes.ts'
import type { PlatformBlock } from '../codec/p-chain.ts'
import type { Reader } from '../store/store.ts'
import { parseBlock } from './blocks.ts'
import { acceptedTxs, blocks, heights } from './state/records.ts'
import { txOf, type Tx } from './tx.ts'

export async function storedBlock(store: Reader, height: bigint): Promise<StoredBlock | undefined> {
  const listed = await heights.get(store, height)
  const bytes = listed && (await blocks.get(store, listed))
  if (bytes === undefined || listed === undefined) return undefined
  const block = parseBlock(bytes)
  // The reward transaction of a proposal block is stored too, because its option block is accepted
  // together with the proposal block.
  const txs = block.kind === 'banffProposalBlock' ? [txOf(block.tx)] : txsOf(block)
  const stored = await acceptedTxs.getMany(
    store,
    txs.map(({ id }) => [id]),
  )
  const isComplete = txs.every(
    (tx, at) => Buffer.compare(tx.bytes, stored[at]?.bytes ?? NONE) === 0,
  )
  return {
    id: hashID(bytes),
    listed,
    parentID: block.parentID,
    height: block.height,
    txs: txs.length,
    missing: isComplete ? undefined : 'a transaction',
  }
}

const NONE = new Uint8Array()

/** Returns the transactions of a block, without the reward transaction of a proposal block. */
export function txsOf(block: PlatformBlock): readonly Tx[] {
  return 'txs' in block ? block.txs.map(txOf) : []
}
