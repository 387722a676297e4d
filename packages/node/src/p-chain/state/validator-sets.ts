import { MAX_U64, type ID } from '../../codec/field.ts'
import { ZERO_ID } from '../../codec/ids.ts'
import { INACTIVE, isActive } from './l1-validators.ts'
import {
  changeCounts,
  checkpoints,
  l1Nodes,
  l1Validators,
  memberChanges,
  validators,
  type Member,
  type NodeID,
} from './records.ts'
import type { PlatformDraft, PlatformState } from './state.ts'
import { weightsOf } from './stakers.ts'

/** Number of member changes between checkpoints. A query reads at most this number of changes. */
const CHANGES = 1024n
const NO_KEY = new Uint8Array()

/** Returns the validators of a subnet at a height, by node. */
export async function validatorsAt(
  { reader }: PlatformState,
  subnetID: ID,
  height: bigint,
): Promise<ReadonlyMap<NodeID, Member>> {
  // Keys are in descending order of height, so the first entry after this key is the last checkpoint at or below the
  // height.
  const after = [subnetID, MAX_U64 - height - 1n]
  const [checkpoint] =
    height === MAX_U64
      ? await checkpoints.page(reader, 1, [subnetID])
      : await checkpoints.page(reader, 1, [subnetID], after)
  const set = new Map((checkpoint?.members ?? []).map((member) => [member.nodeID, member] as const))
  const from = checkpoint === undefined ? 0n : checkpoint.height + 1n
  let behind: readonly (string | bigint)[] = [subnetID, from]
  for (;;) {
    const page = await memberChanges.page(reader, Number(CHANGES), [subnetID], behind)
    for (const change of page) {
      if (change.height > height) return set
      if (change.member.weight === 0n) set.delete(change.member.nodeID)
      else set.set(change.member.nodeID, change.member)
    }
    const end = page.at(-1)
    if (end === undefined) return set
    behind = [subnetID, end.height, end.member.nodeID]
  }
}

/** Records the changes of the validator sets that a block at `height` made. */
export async function recordChanges(draft: PlatformDraft, height: bigint): Promise<void> {
  const counts = new Map<ID, bigint>()
  for (const { subnetID, nodeID } of draft.changedMembers.values()) {
    const member = await currentMember(draft, subnetID, nodeID)
    draft.change(memberChanges.put({ height, member }, subnetID, height, nodeID))
    counts.set(subnetID, (counts.get(subnetID) ?? 0n) + 1n)
  }
  draft.changedMembers.clear()
  for (const [subnetID, count] of counts) {
    const changed = ((await changeCounts.get(draft.reader, subnetID)) ?? 0n) + count
    if (changed < CHANGES) {
      draft.change(changeCounts.put(changed, subnetID))
      continue
    }
    const members = [...(await validatorsAt(draft, subnetID, height)).values()]
    draft.change(
      checkpoints.put({ height, members }, subnetID, MAX_U64 - height),
      changeCounts.put(0n, subnetID),
    )
  }
}

/** Returns the current weight of a node in a subnet, as a staker and as an active L1 validator. */
async function currentMember(draft: PlatformDraft, subnetID: ID, nodeID: NodeID): Promise<Member> {
  const { reader } = draft
  if (nodeID === INACTIVE) {
    const { inactive } = await weightsOf(draft, subnetID)
    return { nodeID, weight: inactive, publicKey: NO_KEY }
  }
  const staker = await validators.get(reader, subnetID, nodeID)
  const validationID = await l1Nodes.get(reader, subnetID, nodeID)
  const l1 = validationID === undefined ? undefined : await l1Validators.get(reader, validationID)
  const active = l1 !== undefined && isActive(l1) ? l1 : undefined
  const primary =
    staker !== undefined && subnetID !== ZERO_ID
      ? await validators.get(reader, ZERO_ID, nodeID)
      : staker
  return {
    nodeID,
    weight: (staker?.weight ?? 0n) + (staker?.delegatorWeight ?? 0n) + (active?.weight ?? 0n),
    publicKey: active?.publicKey ?? primary?.publicKey ?? NO_KEY,
  }
}
