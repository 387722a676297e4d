import type { ID } from '../../codec/field.ts'
import { ZERO_ID } from '../../codec/ids.ts'
import type { Input, OutputOwners, Spending, Transferable, UtxoID } from '../../codec/structures.ts'
import { byNumber, byText, byUtxoID, isSorted, isStrictlySorted } from '../order.ts'
import type { MakeRefusal } from '../refusal.ts'
import { utxoIDOf } from '../utxo-id.ts'

/** The rules for the form of transactions that several chains have, with their messages. */
export const formMessages = {
  networkID: 'tx has wrong network ID',
  blockchainID: 'tx has wrong chain ID',
  noAsset: 'no asset ID provided',
  noInputValue: 'input has no value',
  noOutputValue: 'output has no value',
  inputOrder: 'inputs not sorted and unique',
  outputOrder: 'outputs not sorted',
  addressOrder: 'addresses not sorted and unique',
  signerOrder: 'address indices not sorted and unique',
  unspendable: 'output is unspendable',
  unoptimized: 'output representation should be optimized',
  noImports: 'tx has no import inputs',
  noExports: 'tx has no export outputs',
} as const

/** The network and the chain that a transaction is for. */
interface Place {
  readonly networkID: number
  readonly blockchainID: ID
}

export function checkNetwork(
  given: Place,
  expected: Place,
  refusal: MakeRefusal<'networkID' | 'blockchainID'>,
): void {
  if (given.networkID !== expected.networkID) throw refusal('networkID')
  if (given.blockchainID !== expected.blockchainID) throw refusal('blockchainID')
}

/** Checks the asset, the form and the order of outputs. */
export function checkOutputs<Output>(
  outputs: readonly Transferable<Output>[],
  order: (a: Transferable<Output>, b: Transferable<Output>) => number,
  checkOutput: (output: Output) => void,
  refusal: MakeRefusal<'noAsset' | 'outputOrder'>,
): void {
  for (const { assetID, output } of outputs) {
    if (assetID === ZERO_ID) throw refusal('noAsset')
    checkOutput(output)
  }
  if (!isSorted(outputs, order)) throw refusal('outputOrder')
}

/** Checks the asset, the form and the order of inputs. */
export function checkInputs<Input>(
  inputs: readonly Spending<Input>[],
  checkInput: (input: Input) => void,
  refusal: MakeRefusal<'noAsset' | 'inputOrder'>,
): void {
  for (const { assetID, input } of inputs) {
    if (assetID === ZERO_ID) throw refusal('noAsset')
    checkInput(input)
  }
  if (!isStrictlySorted(inputs, byUtxoID)) throw refusal('inputOrder')
}

export function checkOwners(
  { threshold, addresses }: Omit<OutputOwners, 'locktime'>,
  refusal: MakeRefusal<'unspendable' | 'unoptimized' | 'addressOrder'>,
): void {
  if (threshold > addresses.length) throw refusal('unspendable')
  if (threshold === 0 && addresses.length > 0) throw refusal('unoptimized')
  if (!isStrictlySorted(addresses, byText)) throw refusal('addressOrder')
}

export function checkSigners({ sigIndices }: Input, refusal: MakeRefusal<'signerOrder'>): void {
  if (!isStrictlySorted(sigIndices, byNumber)) throw refusal('signerOrder')
}

/** Checks that no output is spent twice. */
export function checkDistinct(spent: readonly UtxoID[], refusal: MakeRefusal<'doubleSpend'>): void {
  if (new Set(spent.map(utxoIDOf)).size < spent.length) throw refusal('doubleSpend')
}

export function checkCredentialCount(
  given: number,
  expected: number,
  refusal: MakeRefusal<'credentialCount'>,
): void {
  if (given !== expected) throw refusal('credentialCount', `expected ${expected}, got ${given}`)
}
