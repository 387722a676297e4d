import { concat } from '../../codec/bytes.ts'

/** Prefix of code hashes in store keys, which separates code from preimages and trie nodes. */
const CODE = Uint8Array.of(0x63)

export function codeKey(hash: Uint8Array): Uint8Array {
  return concat(CODE, hash)
}
