import type { ID } from '../codec/field.ts'
import type { Transferable, Utxo, UtxoID } from '../codec/structures.ts'
import { hashID } from '../crypto/hashes.ts'

/** Cache of output IDs, because a block needs the ID of the same input or output several times. */
const ids = new WeakMap<UtxoID, ID>()

/** Returns the ID of an unspent output: the hash of its transaction ID and index. */
export function utxoIDOf(utxo: UtxoID): ID {
  const id = ids.get(utxo) ?? computedID(utxo)
  ids.set(utxo, id)
  return id
}

function computedID({ txID, outputIndex }: UtxoID): ID {
  const bytes = Buffer.alloc(40)
  bytes.writeUInt32BE(outputIndex, 4)
  bytes.write(txID, 8, 'hex')
  return hashID(bytes)
}

/** Converts outputs of a transaction to unspent outputs, numbered from `first`. */
export function utxosOf<T>(
  txID: ID,
  outputs: readonly Transferable<T>[],
  first = 0,
): readonly Utxo<T>[] {
  return outputs.map(({ assetID, output }, at) => ({
    txID,
    outputIndex: first + at,
    assetID,
    output,
  }))
}
