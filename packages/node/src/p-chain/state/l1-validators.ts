import type { ID } from '../../codec/field.ts'
import { hexNodeID } from '../../codec/ids.ts'
import {
  l1Endings,
  l1Nodes,
  l1Validators,
  weights,
  type L1Validator,
  type NodeID,
} from './records.ts'
import type { PlatformDraft, PlatformState } from './state.ts'
import { weightsOf } from './stakers.ts'

/** The node ID that represents the total weight of inactive L1 validators in a validator set. */
export const INACTIVE: NodeID = hexNodeID('00'.repeat(20))

/** Whether an L1 validator is active, that is, has a balance for the continuous fee. */
export function isActive({ endAccumulatedFee }: L1Validator): boolean {
  return endAccumulatedFee > 0n
}

/** Returns the active L1 validator whose balance is used up first. */
export async function nextL1Ending({ reader }: PlatformState): Promise<L1Validator | undefined> {
  const [validationID] = await l1Endings.page(reader, 1, [])
  return validationID === undefined ? undefined : l1Validators.get(reader, validationID)
}

export async function hasL1Node(
  { reader }: PlatformState,
  subnetID: ID,
  nodeID: NodeID,
): Promise<boolean> {
  return (await l1Nodes.get(reader, subnetID, nodeID)) !== undefined
}

/** Adds, updates or, if its weight is 0, removes an L1 validator, and updates the indexes and totals. */
export async function putL1Validator(
  draft: PlatformDraft,
  after: L1Validator,
  before?: L1Validator,
): Promise<void> {
  if (before !== undefined) await count(draft, before, -1n)
  const { validationID, subnetID, nodeID } = after
  if (after.weight === 0n) {
    draft.change(l1Validators.remove(validationID), l1Nodes.remove(subnetID, nodeID))
  } else {
    draft.change(l1Validators.put(after, validationID), l1Nodes.put(validationID, subnetID, nodeID))
    await count(draft, after, 1n)
  }
  draft.markChanged(subnetID, nodeID)
  draft.markChanged(subnetID, INACTIVE)
}

async function count(draft: PlatformDraft, validator: L1Validator, sign: 1n | -1n): Promise<void> {
  const { subnetID, validationID, weight, endAccumulatedFee } = validator
  const sums = await weightsOf(draft, subnetID)
  const change = sign * weight
  if (!isActive(validator)) {
    draft.change(weights.put({ ...sums, inactive: sums.inactive + change }, subnetID))
    return
  }
  const key = [endAccumulatedFee, validationID]
  draft.change(
    weights.put({ ...sums, active: sums.active + change }, subnetID),
    sign > 0n ? l1Endings.put(validationID, ...key) : l1Endings.remove(...key),
  )
  await draft.update(({ activeL1 }) => ({ activeL1: activeL1 + sign }))
}
