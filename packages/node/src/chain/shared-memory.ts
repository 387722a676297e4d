import { concat } from '../codec/bytes.ts'
import type { ID } from '../codec/field.ts'
import type { Reader } from '../store/store.ts'
import { UtxoSet, type UtxoKind } from './utxo-set.ts'

const PREFIX = Buffer.from('atomic/')

/**
 * Returns the outputs that one chain exported and the other chain has not imported yet. The
 * exporting chain adds outputs and the importing chain removes outputs, each in the batch of its
 * own block. All chains use the same encoding for these outputs.
 */
export function exportedOutputs<T>(
  state: Reader,
  { source, destination }: { readonly source: ID; readonly destination: ID },
  kind: UtxoKind<T>,
): UtxoSet<T> {
  const prefix = concat(PREFIX, Buffer.from(destination, 'hex'), Buffer.from(source, 'hex'))
  return new UtxoSet(state, prefix, kind)
}
