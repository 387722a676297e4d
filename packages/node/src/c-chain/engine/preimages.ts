import { concat } from '../../codec/bytes.ts'

/** In front of the hash of an address: keys of preimages, code and trie nodes must differ. */
const PREIMAGE = Uint8Array.of(0x70)

/** The name under which the address with a hash is kept, for lists of accounts: tries know only hashes. */
export function preimageKey(hash: Uint8Array): Uint8Array {
  return concat(PREIMAGE, hash)
}
