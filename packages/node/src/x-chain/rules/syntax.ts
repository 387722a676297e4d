import {
  byAssetAndBytes,
  byBytes,
  byUtxoID,
  isSorted,
  isStrictlySorted,
} from '../../chain/order.ts'
import {
  checkCredentialCount,
  checkDistinct,
  checkInputs,
  checkNetwork,
  checkOutputs,
  checkOwners,
  checkSigners,
} from '../../chain/rules/form.ts'
import { shortDetail } from '../../chain/rules/spending.ts'
import { MAX_U64, type ID } from '../../codec/field.ts'
import { ZERO_ID } from '../../codec/ids.ts'
import {
  Output,
  type SecpTransferInput,
  type SecpTransferOutput,
  type Spending,
  type Transferable,
} from '../../codec/structures.ts'
import {
  Operation,
  type CreateAssetTx,
  type FxOperation,
  type InitialState,
  type UnsignedTx,
} from '../../codec/x-chain.ts'
import { fxOf } from '../fx.ts'
import { refusal } from '../refusals.ts'
import { spentBy, type Tx } from '../tx.ts'

export interface XRules {
  readonly networkID: number
  /** Human-readable part of bech32 addresses. */
  readonly hrp: string
  readonly blockchainID: ID
  readonly nativeAssetID: ID
  /** In nNATIVE. */
  readonly txFee: bigint
  readonly createAssetTxFee: bigint
}

const MEMO_LIMIT = 256
const PAYLOAD_LIMIT = 1024
const byOutput = byBytes(Output)
const byAssetAndOutput = byAssetAndBytes(Output)

/** Checks the rules for a transaction that do not depend on the chain state. Throws a Refusal. */
export function checkSyntax({ unsigned, credentials }: Tx, chain: XRules): void {
  checkNetwork(unsigned, chain, refusal)
  if (unsigned.memo.length > MEMO_LIMIT) throw refusal('memo')
  checkTransfers(unsigned.outputs)
  checkSpendings(unsigned.inputs)
  checkKind(unsigned)
  const imported = unsigned.kind === 'importTx' ? unsigned.importedInputs : []
  checkDistinct([...spentBy(unsigned), ...imported], refusal)
  checkFlow(unsigned, chain)
  checkCredentialCount(credentials.length, credentialsOf(unsigned), refusal)
}

function checkKind(unsigned: UnsignedTx): void {
  switch (unsigned.kind) {
    case 'baseTx':
      return
    case 'createAssetTx':
      return checkAsset(unsigned)
    case 'operationTx':
      if (unsigned.operations.length === 0) throw refusal('noOperations')
      for (const operation of unsigned.operations) checkOperation(operation)
      if (!isStrictlySorted(unsigned.operations, byBytes(Operation)))
        throw refusal('operationOrder')
      return
    case 'importTx':
      if (unsigned.importedInputs.length === 0) throw refusal('noImports')
      return checkSpendings(unsigned.importedInputs)
    case 'exportTx':
      if (unsigned.exportedOutputs.length === 0) throw refusal('noExports')
      return checkTransfers(unsigned.exportedOutputs)
  }
}

function credentialsOf(unsigned: UnsignedTx): number {
  const inputs = unsigned.inputs.length
  if (unsigned.kind === 'operationTx') return inputs + unsigned.operations.length
  if (unsigned.kind === 'importTx') return inputs + unsigned.importedInputs.length
  return inputs
}

function checkTransfers(outputs: readonly Transferable<SecpTransferOutput>[]): void {
  checkOutputs(outputs, byAssetAndOutput, checkOutput, refusal)
}

function checkSpendings(inputs: readonly Spending<SecpTransferInput>[]): void {
  checkInputs(inputs, checkInput, refusal)
}

function checkInput(input: SecpTransferInput): void {
  if (input.amount === 0n) throw refusal('noInputValue')
  checkSigners(input, refusal)
}

function checkOutput(output: Output): void {
  if (output.kind === 'secpTransferOutput' && output.amount === 0n) throw refusal('noOutputValue')
  if (output.kind === 'nftTransferOutput') checkPayload(output)
  checkOwners(output, refusal)
}

function checkPayload({ payload }: { readonly payload: Uint8Array }): void {
  if (payload.length > PAYLOAD_LIMIT) throw refusal('payload')
}

function checkAsset({ name, symbol, denomination, initialStates }: CreateAssetTx): void {
  if (name.length < 1) throw refusal('nameTooShort')
  if (name.length > 128) throw refusal('nameTooLong')
  if (symbol.length < 1) throw refusal('symbolTooShort')
  if (symbol.length > 4) throw refusal('symbolTooLong')
  if (initialStates.length === 0) throw refusal('noStates')
  if (denomination > 32) throw refusal('denomination')
  if (name.trim() !== name) throw refusal('nameSpace')
  if (!/^[A-Za-z0-9 ]*$/.test(name)) throw refusal('nameLetters')
  if (!/^[A-Z]*$/.test(symbol)) throw refusal('symbolLetters')
  for (const state of initialStates) checkState(state)
  if (!isStrictlySorted(initialStates, (a, b) => a.fxIndex - b.fxIndex)) throw refusal('stateOrder')
}

function checkState({ fxIndex, outputs }: InitialState): void {
  if (fxIndex > 2) throw refusal('unknownFx')
  if (outputs.some((output) => fxOf(output) !== fxIndex)) throw refusal('incompatibleFx')
  for (const output of outputs) checkOutput(output)
  if (!isSorted(outputs, byOutput)) throw refusal('stateOutputOrder')
}

function checkOperation({ assetID, utxoIDs, operation }: Operation): void {
  if (assetID === ZERO_ID) throw refusal('noAsset')
  if (!isStrictlySorted(utxoIDs, byUtxoID)) throw refusal('operationInputOrder')
  checkFxOperation(operation)
}

function checkFxOperation(operation: FxOperation): void {
  switch (operation.kind) {
    case 'secpMintOperation':
      checkSigners(operation.mintInput, refusal)
      checkOwners(operation.mintOutput, refusal)
      return checkOutput({ kind: 'secpTransferOutput', ...operation.transferOutput })
    case 'nftMintOperation':
      checkPayload(operation)
      checkSigners(operation.mintInput, refusal)
      for (const owners of operation.owners) checkOwners(owners, refusal)
      return
    case 'nftTransferOperation':
      checkSigners(operation.input, refusal)
      return checkOutput({ kind: 'nftTransferOutput', ...operation.output })
    case 'propertyMintOperation':
      checkSigners(operation.mintInput, refusal)
      checkOwners(operation.mintOutput, refusal)
      return checkOwners(operation.ownedOutput, refusal)
    case 'propertyBurnOperation':
      return checkSigners(operation, refusal)
  }
}

/** Checks that the inputs cover the outputs and the fee. The surplus is burned. */
function checkFlow(unsigned: UnsignedTx, chain: XRules): void {
  const inputs = [
    ...unsigned.inputs,
    ...(unsigned.kind === 'importTx' ? unsigned.importedInputs : []),
  ]
  const outputs = [
    ...unsigned.outputs,
    ...(unsigned.kind === 'exportTx' ? unsigned.exportedOutputs : []),
  ]
  const fee = unsigned.kind === 'createAssetTx' ? chain.createAssetTxFee : chain.txFee
  const consumed = new Map<ID, bigint>()
  const produced = new Map<ID, bigint>([[chain.nativeAssetID, fee]])
  for (const { assetID, input } of inputs) add(consumed, assetID, input.amount)
  for (const { assetID, output } of outputs) add(produced, assetID, output.amount)
  if ([...consumed.values(), ...produced.values()].some((sum) => sum > MAX_U64))
    throw refusal('overflow')
  for (const [assetID, sum] of produced) {
    const given = consumed.get(assetID) ?? 0n
    if (sum > given) throw refusal('fundsShort', shortDetail(assetID, sum, given))
  }
}

function add(sums: Map<ID, bigint>, assetID: ID, amount: bigint): void {
  sums.set(assetID, (sums.get(assetID) ?? 0n) + amount)
}
