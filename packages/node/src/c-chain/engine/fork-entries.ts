import { Account } from '@ethereumjs/util'
import { concat } from '../../codec/bytes.ts'
import { keccak } from '../../crypto/keccak.ts'
import { encodeNode, nibblesOf } from './trie/node.ts'

/** Prefix of the keys of entries of a forked chain, which the store of a fork fetches from another node. */
export const forkPrefix: Uint8Array = Buffer.from('f/')

/** Key of an account of the forked chain, in the encoding of tries; an empty account if there is none. */
export function accountEntry(address: Uint8Array): Uint8Array {
  return concat(forkPrefix, Buffer.from('a'), address)
}

/** Key of a storage slot of the forked chain, in the encoding of tries. */
export function slotEntry(address: Uint8Array, slot: Uint8Array): Uint8Array {
  return concat(forkPrefix, Buffer.from('s'), address, slot)
}

/** Key of the code of an account of the forked chain. */
export function codeEntry(address: Uint8Array): Uint8Array {
  return concat(forkPrefix, Buffer.from('c'), address)
}

/**
 * Path of the entry that marks a trie of a fork: what such a trie lacks is read from the forked chain. A trie without
 * the mark is complete. The path is the hash of no address and no slot.
 */
export const forkMark: Uint8Array = nibblesOf(keccak(Buffer.from('trie of a fork')))

/** The only node of a trie that has nothing but the mark. */
export const forkNode: Uint8Array = encodeNode(
  { kind: 'leaf', path: forkMark, value: new Account().serialize() },
  () => new Uint8Array(0),
)

/** The root of an account trie or storage trie in which a fork has changed nothing. */
export const forkRoot: Uint8Array = keccak(forkNode)
