import type { ID } from '../../codec/field.ts'
import { ZERO_ID } from '../../codec/ids.ts'
import {
  delegators,
  endings,
  validators,
  weights,
  type Ending,
  type Staker,
  type Validator,
  type Weights,
} from './records.ts'
import type { PlatformDraft, PlatformState } from './state.ts'

/** Stakers with the same end time are removed in ascending order of this priority. */
const PRIORITY = {
  permissionedValidator: 0,
  subnetDelegator: 1,
  subnetValidator: 2,
  primaryDelegator: 3,
  primaryValidator: 4,
} as const

/** Whether a staker is removed without a reward decision. */
export function endsWithoutReward({ priority }: Ending): boolean {
  return priority === PRIORITY.permissionedValidator
}

export function isDelegator({ priority }: Ending): boolean {
  return priority === PRIORITY.subnetDelegator || priority === PRIORITY.primaryDelegator
}

export async function nextEnding({ reader }: PlatformState): Promise<Ending | undefined> {
  const [first] = await endings.page(reader, 1, [])
  return first
}

export async function addValidator(draft: PlatformDraft, validator: Validator): Promise<void> {
  const { subnetID, nodeID } = validator
  draft.change(
    validators.put(validator, subnetID, nodeID),
    ...endingChange('put', validatorEnding(validator)),
  )
  await addWeight(draft, validator, validator.weight)
}

export async function removeValidator(draft: PlatformDraft, validator: Validator): Promise<void> {
  const { subnetID, nodeID } = validator
  draft.change(
    validators.remove(subnetID, nodeID),
    ...endingChange('remove', validatorEnding(validator)),
  )
  await addWeight(draft, validator, -validator.weight)
}

export async function addDelegator(
  draft: PlatformDraft,
  validator: Validator,
  delegator: Staker,
): Promise<void> {
  const { subnetID, nodeID, txID } = delegator
  draft.change(
    delegators.put(delegator, subnetID, nodeID, txID),
    ...endingChange('put', delegatorEnding(delegator)),
    validators.put(
      {
        ...validator,
        delegatorCount: validator.delegatorCount + 1n,
        delegatorWeight: validator.delegatorWeight + delegator.weight,
      },
      subnetID,
      nodeID,
    ),
  )
  await addWeight(draft, delegator, delegator.weight)
}

/** Removes a delegator. `accrued` is the validator's share of the reward. */
export async function removeDelegator(
  draft: PlatformDraft,
  validator: Validator,
  delegator: Staker,
  accrued: bigint,
): Promise<void> {
  const { subnetID, nodeID, txID } = delegator
  draft.change(
    delegators.remove(subnetID, nodeID, txID),
    ...endingChange('remove', delegatorEnding(delegator)),
    validators.put(
      {
        ...validator,
        delegatorCount: validator.delegatorCount - 1n,
        delegatorWeight: validator.delegatorWeight - delegator.weight,
        delegateeReward: validator.delegateeReward + accrued,
      },
      subnetID,
      nodeID,
    ),
  )
  await addWeight(draft, delegator, -delegator.weight)
}

export async function weightsOf({ reader }: PlatformState, subnetID: ID): Promise<Weights> {
  return (await weights.get(reader, subnetID)) ?? { stakers: 0n, active: 0n, inactive: 0n }
}

async function addWeight(
  draft: PlatformDraft,
  { subnetID, nodeID }: Pick<Staker, 'subnetID' | 'nodeID'>,
  weight: bigint,
): Promise<void> {
  const before = await weightsOf(draft, subnetID)
  draft.change(weights.put({ ...before, stakers: before.stakers + weight }, subnetID))
  draft.markChanged(subnetID, nodeID)
}

function validatorEnding({ permissioned, ...staker }: Validator): Ending {
  const isPrimary = staker.subnetID === ZERO_ID
  const permissionless = isPrimary ? PRIORITY.primaryValidator : PRIORITY.subnetValidator
  return ending(staker, permissioned ? PRIORITY.permissionedValidator : permissionless)
}

function delegatorEnding(staker: Staker): Ending {
  const isPrimary = staker.subnetID === ZERO_ID
  return ending(staker, isPrimary ? PRIORITY.primaryDelegator : PRIORITY.subnetDelegator)
}

function ending(
  { end, txID, subnetID, nodeID }: Omit<Staker, 'rewardOwner'>,
  priority: number,
): Ending {
  return { end, priority, txID, subnetID, nodeID }
}

function endingChange(kind: 'put' | 'remove', value: Ending): ReturnType<typeof endings.remove>[] {
  const key = [value.end, BigInt(value.priority), value.txID]
  return [kind === 'put' ? endings.put(value, ...key) : endings.remove(...key)]
}
