import type { ChainTx } from '../chain/vm.ts'
import { encode, list, readerOf, type ID } from '../codec/field.ts'
import { PlatformTx, SignedPlatformTx } from '../codec/p-chain.ts'
import { SecpCredential } from '../codec/structures.ts'
import { hashID, sha256 } from '../crypto/hashes.ts'

/** A signed transaction and what follows from its bytes. */
export interface Tx extends ChainTx {
  readonly id: ID
  readonly bytes: Uint8Array
  readonly unsigned: PlatformTx
  readonly credentials: readonly SecpCredential[]
  /** Hash of the bytes in front of the credentials: what is signed. */
  readonly signedHash: Uint8Array
}

const Credentials = list(SecpCredential)

/** Reads a signed transaction; throws a RangeError on anything but exactly one. */
export function parseTx(bytes: Uint8Array): Tx {
  const from = readerOf(bytes)
  const unsigned = PlatformTx.read(from)
  const signedHash = sha256(bytes.subarray(0, from.offset))
  const credentials = Credentials.read(from)
  from.end()
  return { id: hashID(bytes), bytes, unsigned, credentials, signedHash }
}

/** The transaction that a block contains, where it stands without its codec version. */
export function txOf(signed: SignedPlatformTx): Tx {
  return parseTx(encode(SignedPlatformTx, signed))
}
