import { AtomicTx, SignedAtomicTx, type EvmInput } from '../../codec/c-chain.ts'
import { encode, type ID, type ShortID } from '../../codec/field.ts'
import { credentialOf, sortedInputs, type Spendable } from '../../chain/spendable.ts'
import { sha256 } from '../../crypto/hashes.ts'
import type { AccountState } from '../chain/validity.ts'
import { atomicFee, atomicGas, WEI } from './fee.ts'
import type { AtomicNetwork } from './form.ts'

export interface TxContext {
  readonly network: AtomicNetwork
  /** In wei. */
  readonly baseFee: bigint
}

export interface Payer extends AccountState {
  readonly address: ShortID
  readonly key: Uint8Array
}

export interface ExportOrder {
  readonly destination: ID
  readonly to: ShortID
  /** In nNATIVE. */
  readonly amount: bigint
}

/** Returns a signed export that debits the amount and the fee from as few accounts as possible. */
export function exportTx(
  { network, baseFee }: TxContext,
  { destination, to, amount }: ExportOrder,
  payers: readonly Payer[],
): Uint8Array | 'insufficientFunds' {
  const output = {
    kind: 'secpTransferOutput',
    amount,
    locktime: 0n,
    threshold: 1,
    addresses: [to],
  } as const
  const draft = (ins: readonly EvmInput[]): AtomicTx => ({
    kind: 'exportTx',
    networkID: network.networkID,
    blockchainID: network.blockchainID,
    destinationChain: destination,
    ins,
    exportedOutputs: [{ assetID: network.nativeAssetID, output }],
  })
  const richest = payers
    .filter(({ balance }) => balance >= WEI)
    .toSorted((a, b) => (a.balance < b.balance ? 1 : -1))
  for (let count = 1; count <= richest.length; count++) {
    const chosen = richest.slice(0, count)
    const whole = chosen.map((payer) => inputOf(payer, payer.balance / WEI, network))
    const needed = amount + feeOf(draft(whole), baseFee)
    const ins = shares(whole, needed)
    if (ins === undefined) continue
    const keys = new Map(chosen.map(({ address, key }) => [address, [key]]))
    const sorted = ins.toSorted((a, b) => (a.address < b.address ? -1 : 1))
    return signed(
      draft(sorted),
      sorted.map(({ address }) => keys.get(address) ?? []),
    )
  }
  return 'insufficientFunds'
}

function inputOf({ address, nonce }: Payer, amount: bigint, network: AtomicNetwork): EvmInput {
  return { address, amount, assetID: network.nativeAssetID, nonce }
}

/** Debits the amount from the inputs in order. Returns undefined if their total is too low. */
function shares(inputs: readonly EvmInput[], needed: bigint): readonly EvmInput[] | undefined {
  let left = needed
  const taken: EvmInput[] = []
  for (const input of inputs) {
    const amount = input.amount < left ? input.amount : left
    if (amount > 0n) taken.push({ ...input, amount })
    left -= amount
  }
  return left === 0n ? taken : undefined
}

/**
 * Returns a signed import of outputs to one account. The fee is subtracted from the imported
 * amount.
 */
export function importTx(
  { network, baseFee }: TxContext,
  { source, to }: { readonly source: ID; readonly to: ShortID },
  outputs: readonly Spendable[],
): Uint8Array | 'insufficientFunds' {
  const sorted = sortedInputs(outputs)
  const total = sorted.reduce((sum, { spending }) => sum + spending.input.amount, 0n)
  const draft = (amount: bigint): AtomicTx => ({
    kind: 'importTx',
    networkID: network.networkID,
    blockchainID: network.blockchainID,
    sourceChain: source,
    importedInputs: sorted.map(({ spending }) => spending),
    outs: [{ address: to, amount, assetID: network.nativeAssetID }],
  })
  const fee = feeOf(draft(total), baseFee)
  if (fee >= total) return 'insufficientFunds'
  return signed(
    draft(total - fee),
    sorted.map(({ signers }) => signers),
  )
}

function feeOf(tx: AtomicTx, baseFee: bigint): bigint {
  return atomicFee(atomicGas(tx, encode(AtomicTx, tx).length), baseFee)
}

function signed(unsignedTx: AtomicTx, signers: readonly (readonly Uint8Array[])[]): Uint8Array {
  const hash = sha256(encode(AtomicTx, unsignedTx))
  const credentials = signers.map((keys) => credentialOf(hash, keys))
  return encode(SignedAtomicTx, { unsignedTx, credentials })
}
