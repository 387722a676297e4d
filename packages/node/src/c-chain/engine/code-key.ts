import { concat } from '../../codec/bytes.ts'

/** Prefix of code hashes, because the keys of preimages, code and trie nodes must differ. */
const CODE = Uint8Array.of(0x63)

/** Returns the key of the code with a hash. */
export function codeKey(hash: Uint8Array): Uint8Array {
  return concat(CODE, hash)
}
