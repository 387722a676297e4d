import { decode, encode, type ID } from '../codec/field.ts'
import { PlatformBlock } from '../codec/p-chain.ts'
import { hashID } from '../crypto/hashes.ts'

/** Bytes of transactions that one block takes. */
export const BLOCK_BYTES: number = 128 * 1024

/** Reads a block; throws a RangeError on anything but exactly one. */
export function parseBlock(bytes: Uint8Array): PlatformBlock {
  return decode(PlatformBlock, bytes, Infinity)
}

/** The bytes and the ID of a block. */
export function encodedBlock(block: PlatformBlock): {
  readonly id: ID
  readonly bytes: Uint8Array
} {
  const bytes = encode(PlatformBlock, block)
  return { id: hashID(bytes), bytes }
}
