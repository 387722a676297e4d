import { concat } from '../../codec/bytes.ts'

/** In front of the hash of code: names of preimages, code and trie nodes must differ. */
const CODE = Uint8Array.of(0x63)

/** The name under which the code with a hash is kept. */
export function codeKey(hash: Uint8Array): Uint8Array {
  return concat(CODE, hash)
}
