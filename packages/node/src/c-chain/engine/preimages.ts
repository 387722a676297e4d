import { concat } from '../../codec/bytes.ts'

/** Prefix of address hashes, because the keys of preimages, code and trie nodes must differ. */
const PREIMAGE = Uint8Array.of(0x70)

/** Returns the key of the address with a hash. Needed to list accounts, because tries contain only hashes. */
export function preimageKey(hash: Uint8Array): Uint8Array {
  return concat(PREIMAGE, hash)
}
