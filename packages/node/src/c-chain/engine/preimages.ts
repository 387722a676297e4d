import { concat } from '../../codec/bytes.ts'

/** Prefix of address hashes in store keys, which separates preimages from code and trie nodes. */
const PREIMAGE = Uint8Array.of(0x70)

/**
 * Returns the store key under which the address with the given hash is stored. Listing accounts
 * needs the stored addresses, because tries contain only hashes of addresses.
 */
export function preimageKey(hash: Uint8Array): Uint8Array {
  return concat(PREIMAGE, hash)
}
