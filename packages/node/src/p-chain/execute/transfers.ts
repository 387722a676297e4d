import { utxosOf } from '../../chain/utxo-id.ts'
import type { ShortID } from '../../codec/field.ts'
import { refusal } from '../refusals.ts'
import type { Effect, Execution } from './execution.ts'

export const importOutputs: Effect<'importTx'> = async ({ params }, { sourceChain }) => {
  if (!params.peers.has(sourceChain)) throw refusal('otherChain')
}

export const exportOutputs: Effect<'exportTx'> = async (
  { draft, tx, params },
  { destinationChain, exportedOutputs, outputs },
) => {
  if (!params.peers.has(destinationChain)) throw refusal('otherChain')
  const destination = draft.to(destinationChain)
  const exported = utxosOf(tx.id, exportedOutputs, outputs.length)
  for (const utxo of exported) draft.change(...destination.added(utxo))
}

interface Refund {
  readonly outputIndex: number
  readonly threshold: number
  readonly addresses: readonly ShortID[]
}

/** Adds an output of the native asset that no input pays for, for example for the balance of an L1 validator. */
export function refund(
  { draft, tx, params }: Execution,
  amount: bigint,
  { outputIndex, threshold, addresses }: Refund,
): void {
  const output = { kind: 'secpTransferOutput', amount, locktime: 0n, threshold, addresses } as const
  const utxo = { txID: tx.id, outputIndex, assetID: params.nativeAssetID, output }
  draft.change(...draft.utxos.added(utxo))
}
