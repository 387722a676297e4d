import { exportedOutputs } from '../../chain/shared-memory.ts'
import type { UtxoKind, UtxoSet } from '../../chain/utxo-set.ts'
import type { ID } from '../../codec/field.ts'
import { SecpTransferOutput, utxo } from '../../codec/structures.ts'
import type { Reader } from '../../store/store.ts'

/** The only kind of output that other chains export to the C-Chain. */
const secpOutputs: UtxoKind<SecpTransferOutput> = {
  field: utxo(SecpTransferOutput),
  owners: (output) => output.addresses,
}

export function atomicOutputs(
  state: Reader,
  route: { readonly source: ID; readonly destination: ID },
): UtxoSet<SecpTransferOutput> {
  return exportedOutputs(state, route, secpOutputs)
}
