import { byText, isSorted, isStrictlySorted } from '../../chain/order.ts'
import { RefusedTx } from '../../chain/refused-tx.ts'
import { utxoIDOf } from '../../chain/utxo-id.ts'
import type { AtomicTx, EvmOutput, SignedAtomicTx } from '../../codec/c-chain.ts'
import { encode, type ID } from '../../codec/field.ts'
import { SecpTransferOutput, type Transferable } from '../../codec/structures.ts'

export interface AtomicNetwork {
  readonly networkID: number
  /** Human-readable part of bech32 addresses. */
  readonly hrp: string
  readonly blockchainID: ID
  readonly nativeAssetID: ID
  /** Chains that can exchange assets with the C-Chain. */
  readonly peers: ReadonlySet<ID>
}

/**
 * Checks a signed atomic transaction against the rules that do not depend on the chain state.
 * Throws a RefusedTx if it breaks a rule.
 */
export function checkAtomicForm(
  { unsignedTx, credentials }: SignedAtomicTx,
  network: AtomicNetwork,
): void {
  const { networkID, blockchainID } = unsignedTx
  if (networkID !== network.networkID) refuse('networkID', 'tx has wrong network ID')
  if (blockchainID !== network.blockchainID) refuse('chainID', 'tx has wrong chain ID')
  const peer = unsignedTx.kind === 'importTx' ? unsignedTx.sourceChain : unsignedTx.destinationChain
  if (!network.peers.has(peer)) refuse('peer', 'tx has an incorrect source or destination chain')
  const inputs = unsignedTx.kind === 'importTx' ? unsignedTx.importedInputs : unsignedTx.ins
  if (inputs.length === 0) refuse('noInputs', 'tx has no inputs')
  if (credentials.length !== inputs.length) {
    refuse('credentials', `tx has ${inputs.length} inputs but ${credentials.length} credentials`)
  }
  checkAmounts(unsignedTx, network.nativeAssetID)
  checkOrder(unsignedTx)
}

function checkAmounts(tx: AtomicTx, nativeAssetID: ID): void {
  const amounts =
    tx.kind === 'importTx'
      ? [
          ...tx.importedInputs.map(({ assetID, input }) => ({ assetID, amount: input.amount })),
          ...tx.outs,
        ]
      : [
          ...tx.ins,
          ...tx.exportedOutputs.map(({ assetID, output }) => ({ assetID, amount: output.amount })),
        ]
  for (const { assetID, amount } of amounts) {
    if (amount === 0n) refuse('noValue', 'tx moves no value')
    if (assetID !== nativeAssetID) refuse('asset', 'only the native asset can be moved')
  }
  if (tx.kind === 'importTx') {
    if (tx.outs.length === 0) refuse('noOutputs', 'tx has no outputs')
    return
  }
  if (tx.exportedOutputs.length === 0) refuse('noOutputs', 'tx has no exported outputs')
  for (const { output } of tx.exportedOutputs) {
    const { threshold, addresses } = output
    const isSpendable = threshold <= addresses.length && threshold > 0 === addresses.length > 0
    if (!isSpendable || !isRising(addresses)) refuse('owners', 'output has invalid owners')
  }
}

function checkOrder(tx: AtomicTx): void {
  if (tx.kind === 'importTx') {
    const spent = tx.importedInputs.map(({ txID, outputIndex }) => txID + hex32(outputIndex))
    if (!isRising(spent)) refuse('inputOrder', 'inputs are not sorted and unique')
    for (const { input } of tx.importedInputs) {
      if (!isRising(input.sigIndices.map(hex32)))
        refuse('signerOrder', 'address indices are not sorted and unique')
    }
    if (!isRising(tx.outs.map(sortKey))) refuse('outputOrder', 'outputs are not sorted and unique')
    return
  }
  if (!isRising(tx.ins.map(sortKey))) refuse('inputOrder', 'inputs are not sorted and unique')
  const outputs = tx.exportedOutputs.map(outputSortKey)
  if (!isSorted(outputs, byText)) refuse('outputOrder', 'outputs are not sorted')
}

/** Returns the conflict keys of a transaction. No two pending transactions may share a key. */
export function atomicConflicts({ unsignedTx }: SignedAtomicTx): readonly string[] {
  return unsignedTx.kind === 'importTx'
    ? unsignedTx.importedInputs.map(utxoIDOf)
    : unsignedTx.ins.map(({ address, nonce }) => `${address}/${nonce}`)
}

/** Returns the sort key of an exported output, for the order that the codec requires. */
export function outputSortKey({ assetID, output }: Transferable<SecpTransferOutput>): string {
  return assetID + Buffer.from(encode(SecpTransferOutput, output)).toString('hex')
}

function sortKey({ address, assetID }: EvmOutput): string {
  return address + assetID
}

function hex32(value: number): string {
  return value.toString(16).padStart(8, '0')
}

function isRising(texts: readonly string[]): boolean {
  return isStrictlySorted(texts, byText)
}

function refuse(rule: string, message: string): never {
  throw new RefusedTx(rule, 'transactionRefused', message)
}
