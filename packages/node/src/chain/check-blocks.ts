import type { ID } from '../codec/field.ts'
import { damagedChain } from './damaged.ts'
import type { Tip } from './vm.ts'

/** Maximum number of blocks to check when a chain is opened. */
const BLOCKS = 64n
/** The check ends once the checked blocks contain at least this number of transactions. */
const TXS = 2000

export interface StoredBlock {
  /** Block ID computed from the stored bytes. */
  readonly id: ID
  /** Block ID that the index by height contains for the height of this block. */
  readonly listed: ID
  readonly parentID: ID
  readonly height: bigint
  readonly txs: number
  /**
   * Name of the data that is missing from the store or does not match the block. Undefined if the
   * data is complete.
   */
  readonly missing: string | undefined
}

export interface CheckedChain {
  /** Name of the chain in messages, for example `X-Chain`. */
  readonly name: string
  /** Height of the first block; 0 by default. */
  readonly first?: bigint
  readonly blockAt: (height: bigint) => Promise<StoredBlock | undefined>
}

/**
 * Checks the most recent blocks, from the tip backwards: the parent ID of each block, its entry in
 * the index by height, and its data. Throws a `StoreError` for the first invalid block.
 */
export async function checkBlocks(
  { name, blockAt, first = 0n }: CheckedChain,
  tip: Tip,
): Promise<void> {
  let { id } = tip
  let txs = 0
  for (let height = tip.height; height >= first; height--) {
    if (tip.height - height >= BLOCKS || txs >= TXS) return
    const block = await blockAt(height)
    if (block === undefined) throw damagedChain(name, `block ${height} is missing`)
    if (block.id !== id || block.listed !== id)
      throw damagedChain(name, `block ${height} does not match its expected ID`)
    if (block.height !== height)
      throw damagedChain(
        name,
        `the block stored at height ${height} contains the height ${block.height}`,
      )
    if (block.missing !== undefined)
      throw damagedChain(
        name,
        `${block.missing} of block ${height} is missing or does not match the block`,
      )
    txs += block.txs
    id = block.parentID
  }
}
