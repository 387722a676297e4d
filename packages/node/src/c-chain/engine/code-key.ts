import { concat } from '../../codec/bytes.ts'

/** Prefix of code hashes in keys. It separates code from preimages and trie nodes. */
const CODE = Uint8Array.of(0x63)

/** Returns the key of the code with a hash. */
export function codeKey(hash: Uint8Array): Uint8Array {
  return concat(CODE, hash)
}
