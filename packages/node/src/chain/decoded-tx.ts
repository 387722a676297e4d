import type { ByteReader } from '../codec/bytes.ts'
import { encode, list, readerOf, struct, type Field, type ValueOf } from '../codec/field.ts'
import { hashID, sha256 } from '../crypto/hashes.ts'
import type { ChainTx } from './vm.ts'

/** A decoded transaction of the X- or P-Chain. */
export interface DecodedTx<Unsigned, Credential> extends ChainTx {
  readonly unsigned: Unsigned
  readonly credentials: readonly Credential[]
  /** The hash that is signed: the hash of the bytes before the credentials. */
  readonly signedHash: Uint8Array
}

/** Returns the functions that decode the transactions of a chain. */
export function txDecoders<Unsigned, Credential>(
  unsignedTx: Field<Unsigned>,
  credential: Field<Credential>,
) {
  const credentials = list(credential)
  const signed = struct({ unsignedTx, credentials })
  const read = (bytes: Uint8Array, from: ByteReader): DecodedTx<Unsigned, Credential> => {
    const unsigned = unsignedTx.read(from)
    const signedHash = sha256(bytes.subarray(0, from.offset))
    const read = credentials.read(from)
    from.end()
    return { id: hashID(bytes), bytes, unsigned, credentials: read, signedHash }
  }
  const storedTx = (bytes: Uint8Array) => read(bytes, readerOf(bytes, Infinity))
  return {
    /** Decodes a signed transaction. Throws a RangeError unless the bytes are exactly one transaction. */
    parseTx: (bytes: Uint8Array) => read(bytes, readerOf(bytes)),
    /**
     * Decodes a transaction of this node's own store or genesis. A transaction of the genesis may be larger than those
     * that are accepted from clients.
     */
    storedTx,
    /** Converts a transaction from a block. Blocks encode transactions without a codec version. */
    txOf: (tx: ValueOf<typeof signed>) => storedTx(encode(signed, tx)),
  }
}
