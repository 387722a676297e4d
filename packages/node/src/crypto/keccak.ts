import { createKeccak } from 'hash-wasm'

/** WebAssembly, eight times as fast as JavaScript: most of the work on a state trie is hashing. */
const hasher = await createKeccak(256)

/** Keccak-256. */
export function keccak(bytes: Uint8Array): Uint8Array {
  return hasher.init().update(bytes).digest('binary')
}
