import type { ID } from '../../codec/field.ts'
import type { PlatformOutput } from '../../codec/p-chain.ts'
import type { Transferable, Utxo } from '../../codec/structures.ts'
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

/** Converts outputs of a transaction to unspent outputs, numbered from `first`. */
export function utxosOf(
  txID: ID,
  outputs: readonly Transferable<PlatformOutput>[],
  first: number,
): readonly Utxo<PlatformOutput>[] {
  return outputs.map(({ assetID, output }, at) => ({
    txID,
    outputIndex: first + at,
    assetID,
    output,
  }))
}

/** Adds an output of the native asset that no input pays for, for example for the balance of an L1 validator. */
export function refund(
  { draft, tx, params }: Execution,
  amount: bigint,
  {
    outputIndex,
    threshold,
    addresses,
  }: {
    readonly outputIndex: number
    readonly threshold: number
    readonly addresses: Extract<
      PlatformOutput,
      { readonly kind: 'secpTransferOutput' }
    >['addresses']
  },
): void {
  const output = { kind: 'secpTransferOutput', amount, locktime: 0n, threshold, addresses } as const
  const utxo = { txID: tx.id, outputIndex, assetID: params.nativeAssetID, output }
  draft.change(...draft.utxos.added(utxo))
}
