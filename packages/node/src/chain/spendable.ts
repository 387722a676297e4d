import type { ShortID } from '../codec/field.ts'
import type { SecpCredential, SecpTransferInput, Spending, Utxo } from '../codec/structures.ts'
import { sign } from '../crypto/keys.ts'
import { byUtxoID } from './order.ts'

/** An input that spends an output, with the keys that sign for it. */
export interface Spendable {
  readonly spending: Spending<SecpTransferInput>
  readonly signers: readonly Uint8Array[]
}

/** Returns the input that spends an output. Returns undefined if the keys cannot spend it at `time` (Unix seconds). */
export function spendableBy(
  { txID, outputIndex, assetID, output }: Utxo,
  keys: ReadonlyMap<ShortID, Uint8Array>,
  time: bigint,
): Spendable | undefined {
  if (output.kind !== 'secpTransferOutput' || output.locktime > time) return undefined
  const own = output.addresses.flatMap((address, index) => {
    const key = keys.get(address)
    return key === undefined ? [] : [{ index, key }]
  })
  if (own.length < output.threshold) return undefined
  const signing = own.slice(0, output.threshold)
  const { amount } = output
  const sigIndices = signing.map(({ index }) => index)
  const input = { kind: 'secpTransferInput', amount, sigIndices } as const
  return {
    spending: { txID, outputIndex, assetID, input },
    signers: signing.map(({ key }) => key),
  }
}

/** Sorts inputs as in a transaction. */
export function sortedInputs(spendable: readonly Spendable[]): readonly Spendable[] {
  return spendable.toSorted((a, b) => byUtxoID(a.spending, b.spending))
}

/** Signs a hash with all keys. */
export function credentialOf(hash: Uint8Array, signers: readonly Uint8Array[]): SecpCredential {
  return { kind: 'secpCredential', signatures: signers.map((key) => sign(hash, key)) }
}
