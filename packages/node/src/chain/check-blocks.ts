import type { ID } from '../codec/field.ts'
import { damagedChain } from './damaged.ts'
import type { Tip } from './vm.ts'

/** Maximum number of blocks that are checked when a chain is opened. */
const BLOCKS = 64n
/** No further block is checked after this number of transactions. */
const TXS = 2000

/** A block as stored under its height. */
export interface StoredBlock {
  /** The hash of its bytes. */
  readonly id: ID
  /** The ID stored in the index by height. */
  readonly listed: ID
  readonly parentID: ID
  /** The height encoded in the block. */
  readonly height: bigint
  readonly txs: number
  /** The part of the block that is missing from the store or differs there. */
  readonly missing: string | undefined
}

/** A chain whose blocks are checked. */
export interface CheckedChain {
  /** For example `X-Chain`. */
  readonly name: string
  readonly blockAt: (height: bigint) => Promise<StoredBlock | undefined>
}

/**
 * Checks the last blocks, from the tip to their ancestors: the hash matches the parent hash of the next block, the
 * height is right, and no data is missing. Throws a `StoreError` for the first invalid block.
 */
export async function checkBlocks({ name, blockAt }: CheckedChain, tip: Tip): Promise<void> {
  let { id } = tip
  let txs = 0
  for (let height = tip.height; height >= 0n; height--) {
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
