import {
  byAssetAndBytes,
  byBytes,
  byNumber,
  byText,
  byUtxoID,
  isSorted,
  isStrictlySorted,
} from '../../chain/order.ts'
import { credentialDetail, shortDetail } from '../../chain/refusal-details.ts'
import { MAX_U64, type ID } from '../../codec/field.ts'
import { ZERO_ID } from '../../codec/ids.ts'
import {
  Output,
  type Input,
  type OutputOwners,
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
import { utxoIDOf } from '../../chain/utxo-id.ts'
import { fxOf } from '../fx.ts'
import { firstVerdict, type Verdict } from '../refusals.ts'
import { spentBy, type Tx } from '../tx.ts'

export interface ChainRules {
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

/** Checks the rules for a transaction that do not depend on the chain state. */
export function checkSyntax({ unsigned, credentials }: Tx, chain: ChainRules): Verdict {
  if (unsigned.networkID !== chain.networkID) return 'networkID'
  if (unsigned.blockchainID !== chain.blockchainID) return 'blockchainID'
  if (unsigned.memo.length > MEMO_LIMIT) return 'memo'
  return (
    checkOutputs(unsigned.outputs) ??
    checkInputs(unsigned.inputs) ??
    checkKind(unsigned) ??
    checkSpends(unsigned) ??
    checkFlow(unsigned, chain) ??
    checkCredentials(credentials.length, credentialsOf(unsigned))
  )
}

function checkCredentials(given: number, expected: number): Verdict {
  if (given === expected) return undefined
  return { rule: 'credentialCount', detail: credentialDetail(expected, given) }
}

function checkKind(unsigned: UnsignedTx): Verdict {
  switch (unsigned.kind) {
    case 'baseTx':
      return undefined
    case 'createAssetTx':
      return checkAsset(unsigned)
    case 'operationTx':
      if (unsigned.operations.length === 0) return 'noOperations'
      return (
        firstVerdict(unsigned.operations, checkOperation) ??
        (isStrictlySorted(unsigned.operations, byBytes(Operation)) ? undefined : 'operationOrder')
      )
    case 'importTx':
      return unsigned.importedInputs.length === 0
        ? 'noImports'
        : checkInputs(unsigned.importedInputs)
    case 'exportTx':
      return unsigned.exportedOutputs.length === 0
        ? 'noExports'
        : checkOutputs(unsigned.exportedOutputs)
  }
}

function credentialsOf(unsigned: UnsignedTx): number {
  const inputs = unsigned.inputs.length
  if (unsigned.kind === 'operationTx') return inputs + unsigned.operations.length
  if (unsigned.kind === 'importTx') return inputs + unsigned.importedInputs.length
  return inputs
}

function checkOutputs(outputs: readonly Transferable<SecpTransferOutput>[]): Verdict {
  return (
    firstVerdict(outputs, ({ assetID, output }) =>
      assetID === ZERO_ID ? 'noAsset' : checkOutput(output),
    ) ?? (isSorted(outputs, byAssetAndOutput) ? undefined : 'outputOrder')
  )
}

function checkInputs(inputs: readonly Spending<SecpTransferInput>[]): Verdict {
  return (
    firstVerdict(inputs, ({ assetID, input }) => {
      if (assetID === ZERO_ID) return 'noAsset'
      return input.amount === 0n ? 'noInputValue' : checkSigners(input)
    }) ?? (isStrictlySorted(inputs, byUtxoID) ? undefined : 'inputOrder')
  )
}

function checkOutput(output: Output): Verdict {
  if (output.kind === 'secpTransferOutput' && output.amount === 0n) return 'noOutputValue'
  if (output.kind === 'nftTransferOutput' && output.payload.length > PAYLOAD_LIMIT) return 'payload'
  return checkOwners(output)
}

function checkOwners({ threshold, addresses }: OutputOwners): Verdict {
  if (threshold > addresses.length) return 'unspendable'
  if (threshold === 0 && addresses.length > 0) return 'unoptimized'
  return isStrictlySorted(addresses, byText) ? undefined : 'addressOrder'
}

function checkSigners({ sigIndices }: Input): Verdict {
  return isStrictlySorted(sigIndices, byNumber) ? undefined : 'signerOrder'
}

function checkAsset({ name, symbol, denomination, initialStates }: CreateAssetTx): Verdict {
  if (name.length < 1) return 'nameTooShort'
  if (name.length > 128) return 'nameTooLong'
  if (symbol.length < 1) return 'symbolTooShort'
  if (symbol.length > 4) return 'symbolTooLong'
  if (initialStates.length === 0) return 'noStates'
  if (denomination > 32) return 'denomination'
  if (name.trim() !== name) return 'nameSpace'
  if (!/^[A-Za-z0-9 ]*$/.test(name)) return 'nameLetters'
  if (!/^[A-Z]*$/.test(symbol)) return 'symbolLetters'
  return (
    firstVerdict(initialStates, checkState) ??
    (isStrictlySorted(initialStates, (a, b) => a.fxIndex - b.fxIndex) ? undefined : 'stateOrder')
  )
}

function checkState({ fxIndex, outputs }: InitialState): Verdict {
  if (fxIndex > 2) return 'unknownFx'
  if (outputs.some((output) => fxOf(output) !== fxIndex)) return 'incompatibleFx'
  return (
    firstVerdict(outputs, checkOutput) ??
    (isSorted(outputs, byOutput) ? undefined : 'stateOutputOrder')
  )
}

function checkOperation({ assetID, utxoIDs, operation }: Operation): Verdict {
  if (assetID === ZERO_ID) return 'noAsset'
  if (!isStrictlySorted(utxoIDs, byUtxoID)) return 'operationInputOrder'
  return checkFxOperation(operation)
}

function checkFxOperation(operation: FxOperation): Verdict {
  switch (operation.kind) {
    case 'secpMintOperation':
      return (
        checkSigners(operation.mintInput) ??
        checkOwners(operation.mintOutput) ??
        checkOutput({ kind: 'secpTransferOutput', ...operation.transferOutput })
      )
    case 'nftMintOperation':
      if (operation.payload.length > PAYLOAD_LIMIT) return 'payload'
      return checkSigners(operation.mintInput) ?? firstVerdict(operation.owners, checkOwners)
    case 'nftTransferOperation':
      return (
        checkSigners(operation.input) ??
        checkOutput({ kind: 'nftTransferOutput', ...operation.output })
      )
    case 'propertyMintOperation':
      return (
        checkSigners(operation.mintInput) ??
        checkOwners(operation.mintOutput) ??
        checkOwners(operation.ownedOutput)
      )
    case 'propertyBurnOperation':
      return checkSigners(operation)
  }
}

function checkSpends(unsigned: UnsignedTx): Verdict {
  const spent = spentBy(unsigned).map(utxoIDOf)
  const imported = unsigned.kind === 'importTx' ? unsigned.importedInputs.map(utxoIDOf) : []
  const all = [...spent, ...imported]
  return new Set(all).size === all.length ? undefined : 'doubleSpend'
}

/** Checks that the inputs cover the outputs and the fee. The surplus is burned. */
function checkFlow(unsigned: UnsignedTx, chain: ChainRules): Verdict {
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
  if ([...consumed.values(), ...produced.values()].some((sum) => sum > MAX_U64)) return 'overflow'
  for (const [assetID, sum] of produced) {
    const given = consumed.get(assetID) ?? 0n
    if (sum > given) return { rule: 'fundsShort', detail: shortDetail(assetID, sum, given) }
  }
  return undefined
}

function add(sums: Map<ID, bigint>, assetID: ID, amount: bigint): void {
  sums.set(assetID, (sums.get(assetID) ?? 0n) + amount)
}
