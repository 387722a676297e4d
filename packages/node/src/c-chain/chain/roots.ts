import { MerklePatriciaTrie } from '@ethereumjs/mpt'
import { RLP } from '@ethereumjs/rlp'
import { hexOf, type Hex } from '../hex.ts'
import { EMPTY_TRIE } from './genesis.ts'

/** The root of the trie that maps positions to items: how headers commit to transactions and receipts. */
export async function listRoot(items: readonly Uint8Array[]): Promise<Hex> {
  if (items.length === 0) return EMPTY_TRIE
  const trie = new MerklePatriciaTrie()
  for (const [index, item] of items.entries()) {
    await trie.put(index === 0 ? Uint8Array.of(0x80) : RLP.encode(index), item)
  }
  return hexOf(trie.root())
}
