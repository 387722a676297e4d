import {
  byAssetAndBytes,
  byNumber,
  byText,
  byUtxoID,
  isSorted,
  isStrictlySorted,
} from '../../chain/order.ts'
import { credentialDetail } from '../../chain/refusal-details.ts'
import { ZERO_ID } from '../../codec/ids.ts'
import {
  PlatformOutput,
  type ConvertedValidator,
  type PlatformInput,
  type PlatformOwner,
  type PlatformTx,
  type Signer,
  type Validator,
} from '../../codec/p-chain.ts'
import type { Input, OutputOwners, Spending, Transferable } from '../../codec/structures.ts'
import type { PlatformParams } from '../params.ts'
import { refused } from '../refusals.ts'
import { SHARES } from '../reward.ts'
import type { Tx } from '../tx.ts'
import { checkPossession } from './possession.ts'

const TX_LIMIT = 64 * 1024
const NAME_LIMIT = 128
const MANAGER_LIMIT = 4096
const EMPTY_NODE = '00'.repeat(20)
const byAssetAndOutput = byAssetAndBytes(PlatformOutput)

/**
 * Checks the rules that depend only on the transaction itself, not on the chain state. Throws a
 * `RefusedTx`.
 */
export function checkSyntax({ unsigned, credentials, bytes }: Tx, params: PlatformParams): void {
  if (bytes.length > TX_LIMIT) throw refused('tooLarge')
  if (!('outputs' in unsigned)) throw refused('notIssuable')
  if (unsigned.networkID !== params.networkID) throw refused('networkID')
  if (unsigned.blockchainID !== ZERO_ID) throw refused('blockchainID')
  if (unsigned.memo.length > 0) throw refused('memo')
  checkOutputs(unsigned.outputs)
  checkInputs(unsigned.inputs)
  checkKind(unsigned)
  const expected = credentialsOf(unsigned)
  if (credentials.length !== expected)
    throw refused('credentialCount', credentialDetail(expected, credentials.length))
}

/**
 * Returns the required number of credentials: one per input, and one for the owner of the modified subnet or validator.
 */
function credentialsOf(tx: Extract<PlatformTx, { readonly outputs: unknown }>): number {
  const imported = tx.kind === 'importTx' ? tx.importedInputs.length : 0
  const authorized = 'subnetAuth' in tx || 'disableAuth' in tx
  return tx.inputs.length + imported + (authorized ? 1 : 0)
}

function checkKind(tx: PlatformTx): void {
  switch (tx.kind) {
    case 'baseTx':
    case 'registerL1ValidatorTx':
    case 'setL1ValidatorWeightTx':
      return
    case 'createSubnetTx':
      return checkOwners(tx.owner)
    case 'createChainTx':
      return checkCreateChain(tx)
    case 'importTx':
      if (tx.importedInputs.length === 0) throw refused('noImports')
      checkInputs(tx.importedInputs)
      return checkDistinct([...tx.inputs, ...tx.importedInputs])
    case 'exportTx':
      if (tx.exportedOutputs.length === 0) throw refused('noExports')
      if (tx.exportedOutputs.some(({ output }) => output.kind === 'lockOut'))
        throw refused('lockedExport')
      return checkOutputs(tx.exportedOutputs)
    case 'addSubnetValidatorTx':
      checkSubnet(tx.validator.subnetID)
      checkValidator(tx.validator)
      return checkSigners(tx.subnetAuth)
    case 'removeSubnetValidatorTx':
      checkSubnet(tx.subnetID)
      return checkSigners(tx.subnetAuth)
    case 'transferSubnetOwnershipTx':
      checkSubnet(tx.subnetID)
      checkSigners(tx.subnetAuth)
      return checkOwners(tx.newOwner)
    case 'addPermissionlessValidatorTx':
      checkValidator(tx.validator)
      checkStake(tx.stake, tx.validator.weight)
      if (BigInt(tx.shares) > SHARES) throw refused('tooManyShares')
      checkOwners(tx.validatorRewardsOwner)
      checkOwners(tx.delegatorRewardsOwner)
      return checkSigner(tx.signer, tx.subnetID === ZERO_ID)
    case 'addPermissionlessDelegatorTx':
      checkValidator(tx.validator)
      checkStake(tx.stake, tx.validator.weight)
      return checkOwners(tx.rewardsOwner)
    case 'convertSubnetToL1Tx':
      checkSubnet(tx.subnetID)
      checkSigners(tx.subnetAuth)
      return checkConversion(tx.managerAddress, tx.validators)
    case 'increaseL1ValidatorBalanceTx':
      if (tx.balance === 0n) throw refused('noBalance')
      return
    case 'disableL1ValidatorTx':
      return checkSigners(tx.disableAuth)
    case 'addValidatorTx':
    case 'addDelegatorTx':
    case 'transformSubnetTx':
      throw refused('legacyKind')
    case 'advanceTimeTx':
    case 'rewardValidatorTx':
      throw refused('notIssuable')
  }
}

function checkOutputs(outputs: readonly Transferable<PlatformOutput>[]): void {
  for (const { assetID, output } of outputs) {
    if (assetID === ZERO_ID) throw refused('noAsset')
    if (output.kind === 'lockOut' && output.locktime === 0n) throw refused('noLocktime')
    const sum = output.kind === 'lockOut' ? output.output : output
    if (sum.amount === 0n) throw refused('noOutputValue')
    checkOwners(sum)
  }
  if (!isSorted(outputs, byAssetAndOutput)) throw refused('outputOrder')
}

function checkInputs(inputs: readonly Spending<PlatformInput>[]): void {
  for (const { assetID, input } of inputs) {
    if (assetID === ZERO_ID) throw refused('noAsset')
    if (input.kind === 'lockIn' && input.locktime === 0n) throw refused('noLocktime')
    const sum = input.kind === 'lockIn' ? input.input : input
    if (sum.amount === 0n) throw refused('noInputValue')
    checkSigners(sum)
  }
  if (!isStrictlySorted(inputs, byUtxoID)) throw refused('inputOrder')
}

function checkDistinct(inputs: readonly Spending<PlatformInput>[]): void {
  if (new Set(inputs.map(({ txID, outputIndex }) => `${txID}:${outputIndex}`)).size < inputs.length)
    throw refused('doubleSpend')
}

function checkOwners({ threshold, addresses }: OutputOwners | PlatformOwner): void {
  if (threshold > addresses.length) throw refused('unspendable')
  if (threshold === 0 && addresses.length > 0) throw refused('unoptimized')
  if (!isStrictlySorted(addresses, byText)) throw refused('addressOrder')
}

function checkSigners({ sigIndices }: Input): void {
  if (!isStrictlySorted(sigIndices, byNumber)) throw refused('signerOrder')
}

function checkSubnet(subnetID: string): void {
  if (subnetID === ZERO_ID) throw refused('primaryNetwork')
}

function checkCreateChain(tx: Extract<PlatformTx, { readonly kind: 'createChainTx' }>): void {
  checkSubnet(tx.subnetID)
  if (tx.chainName.length > NAME_LIMIT) throw refused('chainNameLength')
  if (!/^[A-Za-z0-9 ]*$/.test(tx.chainName)) throw refused('chainNameLetters')
  if (tx.vmID === ZERO_ID) throw refused('noVm')
  if (!isStrictlySorted(tx.fxIDs, byText)) throw refused('fxOrder')
  checkSigners(tx.subnetAuth)
}

function checkValidator({ nodeID, weight }: Validator): void {
  if (String(nodeID) === EMPTY_NODE) throw refused('noNodeID')
  if (weight === 0n) throw refused('noWeight')
}

function checkStake(stake: readonly Transferable<PlatformOutput>[], weight: bigint): void {
  const [first] = stake
  if (first === undefined) throw refused('noStake')
  checkOutputs(stake)
  if (stake.some(({ assetID }) => assetID !== first.assetID)) throw refused('mixedStake')
  if (stake.reduce((sum, { output }) => sum + amountOf(output), 0n) !== weight)
    throw refused('stakeSum')
}

export function amountOf(output: PlatformOutput): bigint {
  return output.kind === 'lockOut' ? output.output.amount : output.amount
}

function checkSigner(signer: Signer, isPrimary: boolean): void {
  if (signer.kind === 'noSigner') {
    if (isPrimary) throw refused('noSigner')
    return
  }
  if (!isPrimary) throw refused('signerForbidden')
  checkPossession(signer)
}

function checkConversion(
  managerAddress: Uint8Array,
  validators: readonly ConvertedValidator[],
): void {
  if (managerAddress.length > MANAGER_LIMIT) throw refused('managerAddress')
  if (validators.length === 0) throw refused('noValidators')
  const byNode = (a: ConvertedValidator, b: ConvertedValidator): number =>
    Buffer.compare(a.nodeID, b.nodeID)
  if (!isStrictlySorted(validators, byNode)) throw refused('validatorOrder')
  for (const validator of validators) {
    if (validator.weight === 0n) throw refused('noWeight')
    checkNodeBytes(validator.nodeID)
    checkOwners(validator.remainingBalanceOwner)
    checkOwners(validator.deactivationOwner)
    checkPossession(validator.signer)
  }
}

/** Checks the node ID of an L1 validator: 20 bytes that are not all zero. */
export function checkNodeBytes(nodeID: Uint8Array): void {
  if (nodeID.length !== 20 || nodeID.every((byte) => byte === 0)) throw refused('nodeIDLength')
}

/**
 * Checks the validator of a registration message against the rules that do not depend on the chain
 * state.
 */
export function checkRegistration(validator: {
  readonly nodeID: Uint8Array
  readonly weight: bigint
  readonly remainingBalanceOwner: PlatformOwner
  readonly disableOwner: PlatformOwner
}): void {
  if (validator.weight === 0n) throw refused('noWeight')
  checkNodeBytes(validator.nodeID)
  checkOwners(validator.remainingBalanceOwner)
  checkOwners(validator.disableOwner)
}
