import { byAssetAndBytes, byText, isStrictlySorted } from '../../chain/order.ts'
import {
  checkCredentialCount,
  checkInputs,
  checkNetwork,
  checkOutputs,
  checkOwners,
  checkSigners,
} from '../../chain/rules/form.ts'
import { utxoIDOf } from '../../chain/utxo-id.ts'
import type {
  AtomicExportTx,
  AtomicImportTx,
  AtomicTx,
  EvmOutput,
  SignedAtomicTx,
} from '../../codec/c-chain.ts'
import type { ID } from '../../codec/field.ts'
import { SecpTransferOutput, type Transferable } from '../../codec/structures.ts'
import { atomicRefusal as refusal } from '../refusals.ts'

/** The order of exported outputs, which the codec requires. */
export const byOutput: (
  a: Transferable<SecpTransferOutput>,
  b: Transferable<SecpTransferOutput>,
) => number = byAssetAndBytes(SecpTransferOutput)

export interface AtomicNetwork {
  readonly networkID: number
  /** Human-readable part of bech32 addresses. */
  readonly hrp: string
  readonly blockchainID: ID
  readonly nativeAssetID: ID
  /** Chains that can exchange assets with the C-Chain. */
  readonly peers: ReadonlySet<ID>
}

/** Checks a signed atomic transaction against the rules that do not depend on the chain state. Throws a `Refusal`. */
export function checkAtomicForm(
  { unsignedTx, credentials }: SignedAtomicTx,
  network: AtomicNetwork,
): void {
  checkNetwork(unsignedTx, network, refusal)
  const isImport = unsignedTx.kind === 'importTx'
  if (!network.peers.has(isImport ? unsignedTx.sourceChain : unsignedTx.destinationChain))
    throw refusal('peer')
  const inputs = isImport ? unsignedTx.importedInputs : unsignedTx.ins
  const outputs = isImport ? unsignedTx.outs : unsignedTx.exportedOutputs
  if (inputs.length === 0) throw refusal('noInputs')
  checkCredentialCount(credentials.length, inputs.length, refusal)
  checkAmounts(unsignedTx, network.nativeAssetID)
  if (outputs.length === 0) throw refusal('noOutputs')
  if (isImport) checkImport(unsignedTx)
  else checkExport(unsignedTx)
}

function checkAmounts(tx: AtomicTx, nativeAssetID: ID): void {
  const amounts =
    tx.kind === 'importTx'
      ? [...tx.importedInputs.map(({ assetID, input }) => ({ assetID, ...input })), ...tx.outs]
      : [...tx.ins, ...tx.exportedOutputs.map(({ assetID, output }) => ({ assetID, ...output }))]
  for (const { assetID, amount } of amounts) {
    if (amount === 0n) throw refusal('noValue')
    if (assetID !== nativeAssetID) throw refusal('otherAsset')
  }
}

function checkImport({ importedInputs, outs }: AtomicImportTx): void {
  checkInputs(importedInputs, (input) => checkSigners(input, refusal), refusal)
  if (!isStrictlySorted(outs.map(sortKey), byText)) throw refusal('outputOrder')
}

function checkExport({ ins, exportedOutputs }: AtomicExportTx): void {
  if (!isStrictlySorted(ins.map(sortKey), byText)) throw refusal('inputOrder')
  checkOutputs(exportedOutputs, byOutput, (output) => checkOwners(output, refusal), refusal)
}

/** Returns the conflict keys of a transaction. No two pending transactions may share a key. */
export function atomicConflicts({ unsignedTx }: SignedAtomicTx): readonly string[] {
  return unsignedTx.kind === 'importTx'
    ? unsignedTx.importedInputs.map(utxoIDOf)
    : unsignedTx.ins.map(({ address, nonce }) => `${address}/${nonce}`)
}

function sortKey({ address, assetID }: EvmOutput): string {
  return address + assetID
}
