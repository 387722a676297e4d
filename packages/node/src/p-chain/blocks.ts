import { decode, encode, type ID } from '../codec/field.ts'
import { PlatformBlock } from '../codec/p-chain.ts'
import { hashID } from '../crypto/hashes.ts'

/** Maximum total size of the transactions of a block, in bytes. */
export const BLOCK_BYTES: number = 128 * 1024

/** Decodes a block. Throws a RangeError unless the bytes are exactly one block. */
export function parseBlock(bytes: Uint8Array): PlatformBlock {
  return decode(PlatformBlock, bytes, Infinity)
}

export function encodedBlock(block: PlatformBlock): {
  readonly id: ID
  readonly bytes: Uint8Array
} {
  const bytes = encode(PlatformBlock, block)
  return { id: hashID(bytes), bytes }
}
