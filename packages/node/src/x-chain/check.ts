import type { StoredBlock } from '../chain/check-blocks.ts'
import { decode } from '../codec/field.ts'
import { StandardBlock } from '../codec/x-chain.ts'
import { hashID } from '../crypto/hashes.ts'
import type { XState } from './state.ts'
import { txOf } from './tx.ts'

export async function storedBlock(state: XState, height: bigint): Promise<StoredBlock | undefined> {
  const found = await state.blockAt(height)
  if (found === undefined) return undefined
  const block = decode(StandardBlock, found.bytes, Infinity)
  const txs = block.txs.map(txOf)
  const stored = await Promise.all(txs.map(({ id }) => state.txBytes(id)))
  const isComplete = txs.every(({ bytes }, at) => Buffer.compare(bytes, stored[at] ?? NONE) === 0)
  return {
    id: hashID(found.bytes),
    listed: found.id,
    parentID: block.parentID,
    height: block.height,
    txs: txs.length,
    missing: isComplete ? undefined : 'a transaction',
  }
}

const NONE = new Uint8Array()
