import type { ID } from '../codec/field.ts'
import { damagedChain } from './damaged.ts'
import type { Tip } from './vm.ts'

/** How far back the blocks are looked at when a chain is opened. */
const BLOCKS = 64n
/** After so many transactions no further block is looked at. */
const TXS = 2000

/** A block as it is stored under its height. */
export interface StoredBlock {
  /** The hash of its bytes. */
  readonly id: ID
  /** The ID that is listed under the height. */
  readonly listed: ID
  readonly parentID: ID
  /** What the block itself says. */
  readonly height: bigint
  readonly txs: number
  /** What belongs to the block and is not in the store as it should be. */
  readonly missing: string | undefined
}

/** A chain whose blocks are looked at. */
export interface CheckedChain {
  /** For example `X-Chain`. */
  readonly name: string
  readonly blockAt: (height: bigint) => Promise<StoredBlock | undefined>
}

/**
 * Follows the last blocks from the tip to their parents: each has the hash that its child names, is at its height, and
 * everything that belongs to it is there. Throws a `StoreError` for the first one that differs.
 */
export async function checkBlocks({ name, blockAt }: CheckedChain, tip: Tip): Promise<void> {
  let { id } = tip
  let txs = 0
  for (let height = tip.height; height >= 0n; height--) {
    if (tip.height - height >= BLOCKS || txs >= TXS) return
    const block = await blockAt(height)
    if (block === undefined) throw damagedChain(name, `block ${height} is missing`)
    if (block.id !== id || block.listed !== id)
      throw damagedChain(name, `block ${height} is not the one that its successor names`)
    if (block.height !== height)
      throw damagedChain(name, `block ${height} says that it is ${block.height}`)
    if (block.missing !== undefined)
      throw damagedChain(name, `${block.missing} of block ${height} is missing or differs`)
    txs += block.txs
    id = block.parentID
  }
}
