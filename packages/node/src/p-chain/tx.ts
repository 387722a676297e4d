import type { ChainTx } from '../chain/vm.ts'
import type { ByteReader } from '../codec/bytes.ts'
import { encode, list, readerOf, type ID } from '../codec/field.ts'
import { PlatformTx, SignedPlatformTx } from '../codec/p-chain.ts'
import { SecpCredential } from '../codec/structures.ts'
import { hashID, sha256 } from '../crypto/hashes.ts'

export interface Tx extends ChainTx {
  readonly id: ID
  readonly bytes: Uint8Array
  readonly unsigned: PlatformTx
  readonly credentials: readonly SecpCredential[]
  /** The signed hash: the hash of the bytes before the credentials. */
  readonly signedHash: Uint8Array
}

const Credentials = list(SecpCredential)

/** Decodes a signed transaction. Throws a RangeError unless the bytes are exactly one transaction. */
export function parseTx(bytes: Uint8Array): Tx {
  return readTx(bytes, readerOf(bytes))
}

/**
 * Decodes a transaction of this node's own store or genesis. A transaction of the genesis may be
 * larger than those that are accepted from clients.
 */
export function storedTx(bytes: Uint8Array): Tx {
  return readTx(bytes, readerOf(bytes, Infinity))
}

function readTx(bytes: Uint8Array, from: ByteReader): Tx {
  const unsigned = PlatformTx.read(from)
  const signedHash = sha256(bytes.subarray(0, from.offset))
  const credentials = Credentials.read(from)
  from.end()
  return { id: hashID(bytes), bytes, unsigned, credentials, signedHash }
}

/** Converts a transaction from a block. Blocks encode transactions without a codec version. */
export function txOf(signed: SignedPlatformTx): Tx {
  return storedTx(encode(SignedPlatformTx, signed))
}
