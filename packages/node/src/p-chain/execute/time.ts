import { MAX_U64 } from '../../codec/field.ts'
import { advanceGas } from '../fees/gas.ts'
import { advanceExcess, costOf, secondsUntilSpent } from '../fees/validator-fee.ts'
import type { PlatformParams } from '../params.ts'
import { expiries, validators } from '../state/records.ts'
import { nextL1Ending, putL1Validator } from '../state/l1-validators.ts'
import { endsWithoutReward, nextEnding, removeValidator } from '../state/stakers.ts'
import type { PlatformDraft, PlatformState } from '../state/state.ts'

const PAGE = 1024

/**
 * Returns the next time (Unix seconds) at which validators change without a transaction. Undefined
 * if no change is due.
 */
export async function nextChange(
  state: PlatformState,
  { validatorFee }: PlatformParams,
): Promise<bigint | undefined> {
  const ending = await nextEnding(state)
  const l1 = await nextL1Ending(state)
  if (l1 === undefined) return ending?.end
  const { time, activeL1: active, l1Excess: excess, accruedFees } = await state.totals()
  // Each second costs at least 1 nNATIVE, so no balance lasts longer than `MAX_U64` seconds.
  const most = ending === undefined ? MAX_U64 : ending.end - time
  const balance = l1.endAccumulatedFee - accruedFees
  const seconds = secondsUntilSpent(validatorFee, { active, excess }, balance, most)
  return seconds === undefined ? ending?.end : time + seconds
}

/** Advances the chain to `time`. `time` must not be after {@link nextChange}. */
export async function advanceTime(
  draft: PlatformDraft,
  params: PlatformParams,
  time: bigint,
): Promise<void> {
  await removePermissioned(draft, time)
  await removeExpired(draft, time)
  await chargeValidators(draft, params, time)
  await draft.update((before) => ({
    ...advanceGas(params.gas, before, time - before.time),
    time,
  }))
}

/**
 * Removes the permissioned validators whose period has ended. The removal needs no reward
 * transaction.
 */
async function removePermissioned(draft: PlatformDraft, time: bigint): Promise<void> {
  for (;;) {
    const ending = await nextEnding(draft)
    if (ending === undefined || ending.end > time || !endsWithoutReward(ending)) return
    const validator = await validators.get(draft.reader, ending.subnetID, ending.nodeID)
    if (validator === undefined) throw new Error(`The validator of ${ending.txID} does not exist`)
    await removeValidator(draft, validator)
  }
}

async function removeExpired(draft: PlatformDraft, time: bigint): Promise<void> {
  for (;;) {
    const page = await expiries.page(draft.reader, PAGE, [])
    const expired = page.filter(({ expiry }) => expiry <= time)
    for (const { expiry, validationID } of expired)
      draft.change(expiries.remove(expiry, validationID))
    if (expired.length < PAGE) return
  }
}

/** Charges the continuous fee, and deactivates validators whose balance is used up. */
async function chargeValidators(
  draft: PlatformDraft,
  { validatorFee }: PlatformParams,
  time: bigint,
): Promise<void> {
  const { time: before, activeL1: active, l1Excess: excess, accruedFees } = await draft.totals()
  const seconds = time - before
  const charged = accruedFees + costOf(validatorFee, { active, excess }, seconds)
  // Cap the accrued fees at `MAX_U64`, because `endAccumulatedFee` of a validator is never greater.
  const accrued = charged < MAX_U64 ? charged : MAX_U64
  const l1Excess = advanceExcess(validatorFee, { active, excess }, seconds)
  for (;;) {
    const next = await nextL1Ending(draft)
    if (next === undefined || next.endAccumulatedFee > accrued) break
    await putL1Validator(draft, { ...next, endAccumulatedFee: 0n }, next)
  }
  await draft.update(() => ({ accruedFees: accrued, l1Excess }))
}
