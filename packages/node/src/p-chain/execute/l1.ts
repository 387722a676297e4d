import { concat, u32 } from '../../codec/bytes.ts'
import { MAX_U64, encode, type ID } from '../../codec/field.ts'
import { hexNodeID } from '../../codec/ids.ts'
import { ConversionData } from '../../codec/messages.ts'
import type { ConvertedValidator } from '../../codec/p-chain.ts'
import { hashID } from '../../crypto/hashes.ts'
import { refusal } from '../refusals.ts'
import { checkPossession } from '../rules/possession.ts'
import { checkCredentialOf } from '../rules/signatures.ts'
import { checkRegistration } from '../rules/syntax.ts'
import { expiries, l1Validators, subnets, type L1Validator, type NodeID } from '../state/records.ts'
import { hasL1Node, isActive, putL1Validator } from '../state/l1-validators.ts'
import { weightsOf } from '../state/stakers.ts'
import { checkWeight, mutableSubnet, signingOf, type Effect, type Execution } from './execution.ts'
import { managerMessage } from './manager-message.ts'
import { refund } from './transfers.ts'

/** Maximum number of seconds until a registration expires. */
const EXPIRY_WINDOW = 86_400n

export const convertSubnet: Effect<'convertSubnetToL1Tx'> = async (execution, unsigned) => {
  const { subnetID, managerChainID, managerAddress, subnetAuth } = unsigned
  const subnet = await mutableSubnet(execution, subnetID, subnetAuth)
  for (const [at, validator] of unsigned.validators.entries()) {
    await addL1Validator(execution, validator.balance, {
      validationID: hashID(concat(Buffer.from(subnetID, 'hex'), u32(at))),
      subnetID,
      nodeID: nodeIDOf(validator.nodeID),
      publicKey: validator.signer.publicKey,
      remainingBalanceOwner: validator.remainingBalanceOwner,
      deactivationOwner: validator.deactivationOwner,
      weight: validator.weight,
    })
  }
  const conversionID = conversionIDOf(subnetID, managerChainID, managerAddress, unsigned.validators)
  const converted = { ...subnet, conversionID, managerChainID, managerAddress }
  execution.draft.change(subnets.put(converted, subnetID))
}

/** Returns the ID of a conversion: the hash of the manager and the validators of the L1. */
export function conversionIDOf(
  subnetID: ID,
  managerChainID: ID,
  managerAddress: Uint8Array,
  validators: readonly Pick<ConvertedValidator, 'nodeID' | 'weight' | 'signer'>[],
): ID {
  const data = {
    subnetID,
    managerChainID,
    managerAddress,
    validators: validators.map(({ nodeID, weight, signer }) => ({
      nodeID,
      blsPublicKey: signer.publicKey,
      weight,
    })),
  }
  return hashID(encode(ConversionData, data))
}

export const registerL1Validator: Effect<'registerL1ValidatorTx'> = async (
  execution,
  { balance, proofOfPossession, message },
) => {
  const { draft, totals } = execution
  const { payload, bytes, check } = await managerMessage(execution, message, 'registerL1Validator')
  checkRegistration(payload)
  await check(payload.subnetID)
  const { expiry, blsPublicKey, subnetID, weight } = payload
  if (expiry <= totals.time) throw refusal('expired')
  if (expiry > totals.time + EXPIRY_WINDOW) throw refusal('expiryTooFar')
  checkPossession({ publicKey: blsPublicKey, proofOfPossession })
  const validationID = hashID(bytes)
  if ((await expiries.get(draft.reader, expiry, validationID)) !== undefined)
    throw refusal('replayed')
  await addL1Validator(execution, balance, {
    validationID,
    subnetID,
    nodeID: nodeIDOf(payload.nodeID),
    publicKey: blsPublicKey,
    remainingBalanceOwner: payload.remainingBalanceOwner,
    deactivationOwner: payload.disableOwner,
    weight,
  })
  draft.change(expiries.put({ expiry, validationID }, expiry, validationID))
}

export const setL1ValidatorWeight: Effect<'setL1ValidatorWeightTx'> = async (
  execution,
  { message, outputs },
) => {
  const { draft } = execution
  const { payload, check } = await managerMessage(execution, message, 'l1ValidatorWeight')
  const { nonce, weight } = payload
  if (nonce === MAX_U64 && weight > 0n) throw refusal('lastNonce')
  const validator = await l1Validators.get(draft.reader, payload.validationID)
  if (validator === undefined) throw refusal('unknownL1Validator')
  if (nonce < validator.minNonce) throw refusal('nonce')
  await check(validator.subnetID)
  if (weight > 0n) {
    await checkWeight(execution, validator.subnetID, weight - validator.weight)
    await putL1Validator(draft, { ...validator, weight, minNonce: nonce + 1n }, validator)
    return
  }
  const { active, inactive } = await weightsOf(draft, validator.subnetID)
  if (active + inactive === validator.weight) throw refusal('lastValidator')
  await putL1Validator(draft, { ...validator, weight }, validator)
  refundBalance(execution, validator, outputs.length)
}

export const increaseBalance: Effect<'increaseL1ValidatorBalanceTx'> = async (
  execution,
  { validationID, balance },
) => {
  const { draft, totals } = execution
  const validator = await l1Validators.get(draft.reader, validationID)
  if (validator === undefined) throw refusal('unknownL1Validator')
  if (!isActive(validator)) checkCapacity(execution, totals.activeL1)
  const paidUntil = isActive(validator) ? validator.endAccumulatedFee : totals.accruedFees
  const endAccumulatedFee = feesAfterPayment(paidUntil, balance)
  await putL1Validator(draft, { ...validator, endAccumulatedFee }, validator)
}

export const disableL1Validator: Effect<'disableL1ValidatorTx'> = async (
  execution,
  { validationID, disableAuth, outputs },
) => {
  const { draft, tx } = execution
  const validator = await l1Validators.get(draft.reader, validationID)
  if (validator === undefined) throw refusal('unknownL1Validator')
  const owner = { locktime: 0n, ...validator.deactivationOwner }
  const signing = signingOf(execution, 'the authorization of the deactivation owner')
  checkCredentialOf(owner, disableAuth, tx.credentials.at(-1), signing)
  if (!isActive(validator)) return
  await putL1Validator(draft, { ...validator, endAccumulatedFee: 0n }, validator)
  refundBalance(execution, validator, outputs.length)
}

async function addL1Validator(
  execution: Execution,
  balance: bigint,
  validator: Omit<L1Validator, 'txID' | 'startTime' | 'minNonce' | 'endAccumulatedFee'>,
): Promise<void> {
  const { draft, tx, totals } = execution
  if (await hasL1Node(draft, validator.subnetID, validator.nodeID))
    throw refusal('duplicateL1Validator')
  if (balance > 0n) checkCapacity(execution, (await draft.totals()).activeL1)
  await checkWeight(execution, validator.subnetID, validator.weight)
  await putL1Validator(draft, {
    ...validator,
    txID: tx.id,
    startTime: totals.time,
    minNonce: 0n,
    endAccumulatedFee: balance > 0n ? feesAfterPayment(totals.accruedFees, balance) : 0n,
  })
}

/**
 * Returns the sum of the accrued fees and a balance. When the accrued fees reach this sum, the
 * balance is used up.
 */
function feesAfterPayment(accruedFees: bigint, balance: bigint): bigint {
  const end = accruedFees + balance
  if (end > MAX_U64) throw refusal('balanceTooLarge')
  return end
}

function checkCapacity({ params }: Execution, active: bigint): void {
  if (active >= params.validatorFee.capacity) throw refusal('tooManyActive')
}

/** Refunds the remaining balance of an active validator. */
function refundBalance(execution: Execution, validator: L1Validator, outputIndex: number): void {
  const { accruedFees } = execution.totals
  if (!isActive(validator) || validator.endAccumulatedFee <= accruedFees) return
  const { threshold, addresses } = validator.remainingBalanceOwner
  refund(execution, validator.endAccumulatedFee - accruedFees, {
    outputIndex,
    threshold,
    addresses,
  })
}

function nodeIDOf(bytes: Uint8Array): NodeID {
  return hexNodeID(Buffer.from(bytes).toString('hex'))
}
