import type { StoredBlock } from '../../chain/check-blocks.ts'
import { damagedChain } from '../../chain/damaged.ts'
import { idOf } from '../../codec/ids.ts'
import type { Reader } from '../../store/store.ts'
import { bytesOf, hexOf } from '../hex.ts'
import { nodeKey } from '../tables.ts'
import { Archive } from './archive.ts'
import type { EvmBlock } from './block.ts'
import { EMPTY_TRIE } from './genesis.ts'
import type { EvmRules } from './rules.ts'

/**
 * Reads the block at a height. Checks whether the store has the receipts and the transaction index
 * of the block.
 */
export async function storedBlock(
  store: Reader,
  rules: EvmRules,
  height: bigint,
): Promise<StoredBlock | undefined> {
  const archive = new Archive(store, rules)
  const listed = await archive.hashAt(height)
  if (listed === undefined) return undefined
  const block = await archive.byHash(listed)
  if (block === undefined) return undefined
  const { header, hash, txs } = block
  return {
    id: idOf(bytesOf(hash)),
    listed: idOf(bytesOf(listed)),
    parentID: idOf(bytesOf(header.parentHash)),
    height: header.number,
    txs: txs.length,
    missing: await missingOf(archive, block),
  }
}

async function missingOf(
  archive: Archive,
  { hash, header, txs }: EvmBlock,
): Promise<string | undefined> {
  const receipts = await archive.receipts(hash)
  if (receipts?.length !== txs.length) return 'a receipt'
  for (const [index, tx] of txs.entries()) {
    const found = await archive.transaction(hexOf(tx.hash()))
    if (found?.block.header.number !== header.number || found.index !== index)
      return 'a transaction'
  }
  return undefined
}

/**
 * Checks that the store has the state root after a block. Throws a `StoreError` if it is missing.
 */
export async function checkState(store: Reader, { header }: EvmBlock): Promise<void> {
  const { stateRoot, number } = header
  if (stateRoot === EMPTY_TRIE) return
  if ((await store.get(nodeKey(bytesOf(stateRoot)))) === undefined)
    throw damagedChain('C-Chain', `the state of block ${number} is missing`)
}
