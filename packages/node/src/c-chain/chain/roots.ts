import { nibblesOf } from '../engine/trie/node.ts'
import { rootOf } from '../engine/trie/update.ts'
import { hexOf, quantityBytes, type Hex } from '../hex.ts'
import { encodeRlp } from '../rlp.ts'

/**
 * Returns the root of the trie that maps indices to items, as in the transactions root and the
 * receipts root of a header.
 */
export function listRoot(items: readonly Uint8Array[]): Hex {
  return hexOf(
    rootOf(
      items.map((value, index) => ({
        key: nibblesOf(encodeRlp(quantityBytes(BigInt(index)))),
        value,
      })),
    ),
  )
}
