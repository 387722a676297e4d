import { concat } from '../codec/bytes.ts'
import type { ID } from '../codec/field.ts'
import type { Reader } from '../store/store.ts'
import { UtxoSet, type UtxoKind } from './utxo-set.ts'

const PREFIX = Buffer.from('atomic/')

/**
 * What was exported from one chain to another and not imported yet. The exporting chain adds, the importing one
 * removes, each in the batch of its own block. Every chain writes outputs that travel in the same bytes, so each
 * reads them as its own kind.
 */
export function exportedOutputs<T>(
  state: Reader,
  { source, destination }: { readonly source: ID; readonly destination: ID },
  kind: UtxoKind<T>,
): UtxoSet<T> {
  const prefix = concat(PREFIX, Buffer.from(destination, 'hex'), Buffer.from(source, 'hex'))
  return new UtxoSet(state, prefix, kind)
}
