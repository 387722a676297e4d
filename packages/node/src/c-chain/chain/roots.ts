import { RLP } from '@ethereumjs/rlp'
import { nibblesOf } from '../engine/trie/node.ts'
import { rootOf } from '../engine/trie/update.ts'
import { hexOf, type Hex } from '../hex.ts'

/**
 * Returns the root of the trie that maps indices to items, as in the transactions root and the
 * receipts root of a header.
 */
export function listRoot(items: readonly Uint8Array[]): Hex {
  return hexOf(rootOf(items.map((value, index) => ({ key: nibblesOf(RLP.encode(index)), value }))))
}
