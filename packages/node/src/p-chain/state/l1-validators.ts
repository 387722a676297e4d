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
import type { Draft, PlatformState } from './state.ts'
import { weightsOf } from './stakers.ts'

/** Node ID under which a validator set counts the weight of inactive L1 validators. */
export const INACTIVE: NodeID = hexNodeID('00'.repeat(20))

/** Whether an L1 validator pays for its place. */
export function isActive({ endAccumulatedFee }: L1Validator): boolean {
  return endAccumulatedFee > 0n
}

/** The active L1 validator whose balance is used up first. */
export async function nextL1Ending({ reader }: PlatformState): Promise<L1Validator | undefined> {
  const [validationID] = await l1Endings.page(reader, 1, [])
  return validationID === undefined ? undefined : l1Validators.get(reader, validationID)
}

/** Whether a node validates an L1. */
export async function hasL1Node(
  { reader }: PlatformState,
  subnetID: ID,
  nodeID: NodeID,
): Promise<boolean> {
  return (await l1Nodes.get(reader, subnetID, nodeID)) !== undefined
}

/** Adds, changes or, where its weight is 0, removes an L1 validator, with everything that is counted of it. */
export async function putL1Validator(
  draft: Draft,
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
  draft.touch(subnetID, nodeID)
  draft.touch(subnetID, INACTIVE)
}

async function count(draft: Draft, validator: L1Validator, sign: 1n | -1n): Promise<void> {
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
