import { byAssetAndBytes, byText, isStrictlySorted } from '../../chain/order.ts'
import {
  checkCredentialCount,
  checkDistinct,
  checkInputs,
  checkNetwork,
  checkOutputs,
  checkOwners,
  checkSigners,
} from '../../chain/rules/form.ts'
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
import type { Spending, Transferable } from '../../codec/structures.ts'
import type { PlatformParams } from '../params.ts'
import { refusal } from '../refusals.ts'
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
 * `Refusal`.
 */
export function checkSyntax({ unsigned, credentials, bytes }: Tx, params: PlatformParams): void {
  if (bytes.length > TX_LIMIT) throw refusal('tooLarge')
  if (!('outputs' in unsigned)) throw refusal('notIssuable')
  checkNetwork(unsigned, { networkID: params.networkID, blockchainID: ZERO_ID }, refusal)
  if (unsigned.memo.length > 0) throw refusal('memo')
  checkTransfers(unsigned.outputs)
  checkSpendings(unsigned.inputs)
  checkKind(unsigned)
  checkCredentialCount(credentials.length, credentialsOf(unsigned), refusal)
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
      return checkOwners(tx.owner, refusal)
    case 'createChainTx':
      return checkCreateChain(tx)
    case 'importTx':
      if (tx.importedInputs.length === 0) throw refusal('noImports')
      checkSpendings(tx.importedInputs)
      return checkDistinct([...tx.inputs, ...tx.importedInputs], refusal)
    case 'exportTx':
      if (tx.exportedOutputs.length === 0) throw refusal('noExports')
      if (tx.exportedOutputs.some(({ output }) => output.kind === 'lockOut'))
        throw refusal('lockedExport')
      return checkTransfers(tx.exportedOutputs)
    case 'addSubnetValidatorTx':
      checkSubnet(tx.validator.subnetID)
      checkValidator(tx.validator)
      return checkSigners(tx.subnetAuth, refusal)
    case 'removeSubnetValidatorTx':
      checkSubnet(tx.subnetID)
      return checkSigners(tx.subnetAuth, refusal)
    case 'transferSubnetOwnershipTx':
      checkSubnet(tx.subnetID)
      checkSigners(tx.subnetAuth, refusal)
      return checkOwners(tx.newOwner, refusal)
    case 'addPermissionlessValidatorTx':
      checkValidator(tx.validator)
      checkStake(tx.stake, tx.validator.weight)
      if (BigInt(tx.shares) > SHARES) throw refusal('tooManyShares')
      checkOwners(tx.validatorRewardsOwner, refusal)
      checkOwners(tx.delegatorRewardsOwner, refusal)
      return checkSigner(tx.signer, tx.subnetID === ZERO_ID)
    case 'addPermissionlessDelegatorTx':
      checkValidator(tx.validator)
      checkStake(tx.stake, tx.validator.weight)
      return checkOwners(tx.rewardsOwner, refusal)
    case 'convertSubnetToL1Tx':
      checkSubnet(tx.subnetID)
      checkSigners(tx.subnetAuth, refusal)
      return checkConversion(tx.managerAddress, tx.validators)
    case 'increaseL1ValidatorBalanceTx':
      if (tx.balance === 0n) throw refusal('noBalance')
      return
    case 'disableL1ValidatorTx':
      return checkSigners(tx.disableAuth, refusal)
    case 'addValidatorTx':
    case 'addDelegatorTx':
    case 'transformSubnetTx':
      throw refusal('legacyKind')
    case 'advanceTimeTx':
    case 'rewardValidatorTx':
      throw refusal('notIssuable')
  }
}

function checkTransfers(outputs: readonly Transferable<PlatformOutput>[]): void {
  checkOutputs(outputs, byAssetAndOutput, checkOutput, refusal)
}

function checkOutput(output: PlatformOutput): void {
  if (output.kind === 'lockOut' && output.locktime === 0n) throw refusal('noLocktime')
  const inner = output.kind === 'lockOut' ? output.output : output
  if (inner.amount === 0n) throw refusal('noOutputValue')
  checkOwners(inner, refusal)
}

function checkSpendings(inputs: readonly Spending<PlatformInput>[]): void {
  checkInputs(inputs, checkInput, refusal)
}

function checkInput(input: PlatformInput): void {
  if (input.kind === 'lockIn' && input.locktime === 0n) throw refusal('noLocktime')
  const inner = input.kind === 'lockIn' ? input.input : input
  if (inner.amount === 0n) throw refusal('noInputValue')
  checkSigners(inner, refusal)
}

function checkSubnet(subnetID: string): void {
  if (subnetID === ZERO_ID) throw refusal('primaryNetwork')
}

function checkCreateChain(tx: Extract<PlatformTx, { readonly kind: 'createChainTx' }>): void {
  checkSubnet(tx.subnetID)
  if (tx.chainName.length > NAME_LIMIT) throw refusal('chainNameLength')
  if (!/^[A-Za-z0-9 ]*$/.test(tx.chainName)) throw refusal('chainNameLetters')
  if (tx.vmID === ZERO_ID) throw refusal('noVm')
  if (!isStrictlySorted(tx.fxIDs, byText)) throw refusal('fxOrder')
  checkSigners(tx.subnetAuth, refusal)
}

function checkValidator({ nodeID, weight }: Validator): void {
  if (String(nodeID) === EMPTY_NODE) throw refusal('noNodeID')
  if (weight === 0n) throw refusal('noWeight')
}

function checkStake(stake: readonly Transferable<PlatformOutput>[], weight: bigint): void {
  const [first] = stake
  if (first === undefined) throw refusal('noStake')
  checkTransfers(stake)
  if (stake.some(({ assetID }) => assetID !== first.assetID)) throw refusal('mixedStake')
  if (stake.reduce((sum, { output }) => sum + amountOf(output), 0n) !== weight)
    throw refusal('stakeSum')
}

export function amountOf(output: PlatformOutput): bigint {
  return output.kind === 'lockOut' ? output.output.amount : output.amount
}

function checkSigner(signer: Signer, isPrimary: boolean): void {
  if (signer.kind === 'noSigner') {
    if (isPrimary) throw refusal('noSigner')
    return
  }
  if (!isPrimary) throw refusal('signerForbidden')
  checkPossession(signer)
}

function checkConversion(
  managerAddress: Uint8Array,
  validators: readonly ConvertedValidator[],
): void {
  if (managerAddress.length > MANAGER_LIMIT) throw refusal('managerAddress')
  if (validators.length === 0) throw refusal('noValidators')
  const byNode = (a: ConvertedValidator, b: ConvertedValidator): number =>
    Buffer.compare(a.nodeID, b.nodeID)
  if (!isStrictlySorted(validators, byNode)) throw refusal('validatorOrder')
  for (const validator of validators) {
    if (validator.weight === 0n) throw refusal('noWeight')
    checkNodeBytes(validator.nodeID)
    checkOwners(validator.remainingBalanceOwner, refusal)
    checkOwners(validator.deactivationOwner, refusal)
    checkPossession(validator.signer)
  }
}

/** Checks the node ID of an L1 validator: 20 bytes that are not all zero. */
export function checkNodeBytes(nodeID: Uint8Array): void {
  if (nodeID.length !== 20 || nodeID.every((byte) => byte === 0)) throw refusal('nodeIDLength')
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
  if (validator.weight === 0n) throw refusal('noWeight')
  checkNodeBytes(validator.nodeID)
  checkOwners(validator.remainingBalanceOwner, refusal)
  checkOwners(validator.disableOwner, refusal)
}
