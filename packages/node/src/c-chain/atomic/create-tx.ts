import { AtomicTx, SignedAtomicTx, type EvmInput } from '../../codec/c-chain.ts'
import { encode, type ID, type ShortID } from '../../codec/field.ts'
import type { SecpTransferOutput, Utxo } from '../../codec/structures.ts'
import { sha256 } from '../../crypto/hashes.ts'
import { sign } from '../../crypto/keys.ts'
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
    const keys = new Map(chosen.map(({ address, key }) => [address, key]))
    const sorted = ins.toSorted((a, b) => (a.address < b.address ? -1 : 1))
    return signed(
      draft(sorted),
      sorted.map(({ address }) => [keys.get(address)]),
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

/** A spendable output, with the keys of its signers in the order of the owners. */
export interface Importable {
  readonly utxo: Utxo<SecpTransferOutput>
  readonly sigIndices: readonly number[]
  readonly keys: readonly Uint8Array[]
}

/**
 * Returns an output with the keys that can sign for it. Returns undefined if the keys cannot spend
 * the output at `time`.
 */
export function importable(
  utxo: Utxo<SecpTransferOutput>,
  keys: ReadonlyMap<ShortID, Uint8Array>,
  time: bigint,
): Importable | undefined {
  const { locktime, threshold, addresses } = utxo.output
  const able = addresses.flatMap((owner, index) => {
    const key = keys.get(owner)
    return key === undefined ? [] : [{ index, key }]
  })
  if (locktime > time || able.length < threshold) return undefined
  const signers = able.slice(0, threshold)
  return {
    utxo,
    sigIndices: signers.map(({ index }) => index),
    keys: signers.map(({ key }) => key),
  }
}

/**
 * Returns a signed import of outputs to one account. The fee is subtracted from the imported
 * amount.
 */
export function importTx(
  { network, baseFee }: TxContext,
  { source, to }: { readonly source: ID; readonly to: ShortID },
  outputs: readonly Importable[],
): Uint8Array | 'insufficientFunds' {
  const sorted = outputs.toSorted((a, b) => compareUtxo(a.utxo, b.utxo))
  const total = sorted.reduce((sum, { utxo }) => sum + utxo.output.amount, 0n)
  const draft = (amount: bigint): AtomicTx => ({
    kind: 'importTx',
    networkID: network.networkID,
    blockchainID: network.blockchainID,
    sourceChain: source,
    importedInputs: sorted.map(({ utxo: { txID, outputIndex, assetID, output }, sigIndices }) => ({
      txID,
      outputIndex,
      assetID,
      input: { kind: 'secpTransferInput', amount: output.amount, sigIndices },
    })),
    outs: [{ address: to, amount, assetID: network.nativeAssetID }],
  })
  const fee = feeOf(draft(total), baseFee)
  if (fee >= total) return 'insufficientFunds'
  return signed(
    draft(total - fee),
    sorted.map(({ keys }) => keys),
  )
}

function compareUtxo(a: Utxo<SecpTransferOutput>, b: Utxo<SecpTransferOutput>): number {
  return a.txID === b.txID ? a.outputIndex - b.outputIndex : a.txID < b.txID ? -1 : 1
}

function feeOf(tx: AtomicTx, baseFee: bigint): bigint {
  return atomicFee(atomicGas(tx, encode(AtomicTx, tx).length), baseFee)
}

function signed(
  unsignedTx: AtomicTx,
  keys: readonly (readonly (Uint8Array | undefined)[])[],
): Uint8Array {
  const hash = sha256(encode(AtomicTx, unsignedTx))
  const credentials = keys.map((own) => ({
    kind: 'secpCredential' as const,
    signatures: own.flatMap((key) => (key === undefined ? [] : [sign(hash, key)])),
  }))
  return encode(SignedAtomicTx, { unsignedTx, credentials })
}
