import { concat } from '../../codec/bytes.ts'

/** Prefix of address hashes in keys. It separates preimages from code and trie nodes. */
const PREIMAGE = Uint8Array.of(0x70)

/**
 * Returns the key under which the address with a hash is stored. Listing accounts needs it, because tries contain only
 * hashes.
 */
export function preimageKey(hash: Uint8Array): Uint8Array {
  return concat(PREIMAGE, hash)
}
