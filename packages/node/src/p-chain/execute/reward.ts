import { utxosOf } from '../../chain/utxo-id.ts'
import { encode, type ID } from '../../codec/field.ts'
import { PlatformUtxo, type PlatformOutput } from '../../codec/p-chain.ts'
import type { OutputOwners, Utxo } from '../../codec/structures.ts'
import type { PlatformParams } from '../params.ts'
import { splitReward } from '../reward.ts'
import {
  delegators,
  rewardUtxos,
  uptimes,
  validators,
  type Ending,
  type Staker,
  type Validator,
} from '../state/records.ts'
import { isDelegator, removeDelegator, removeValidator } from '../state/stakers.ts'
import { stakeReturned } from '../state/stakes.ts'
import type { PlatformDraft, PlatformState } from '../state/state.ts'

const MILLIONTHS = 1_000_000

/** Returns the uptime of a node in percent: 100 unless the development API changed it. */
export async function uptimeOf(state: PlatformState, nodeID: Staker['nodeID']): Promise<number> {
  const [uptime = 100] = await uptimesOf(state, [nodeID])
  return uptime
}

export async function uptimesOf(
  { reader }: PlatformState,
  nodeIDs: readonly Staker['nodeID'][],
): Promise<readonly number[]> {
  const set = await uptimes.getMany(
    reader,
    nodeIDs.map((nodeID) => [nodeID]),
  )
  return set.map((millionths) => (millionths === undefined ? 100 : (millionths / MILLIONTHS) * 100))
}

/** Whether a staker is rewarded. For a delegator, the uptime of its validator decides. */
export async function deservesReward(
  state: PlatformState,
  { nodeID }: Ending,
  { staking }: PlatformParams,
): Promise<boolean> {
  return (await uptimeOf(state, nodeID)) >= staking.requiredUptime
}

/** Removes a staker and returns its stake. The reward is paid out or subtracted from the supply. */
export async function endStaker(
  draft: PlatformDraft,
  ending: Ending,
  isRewarded: boolean,
): Promise<void> {
  const { reader } = draft
  const { subnetID, nodeID, txID } = ending
  const validator = await validators.get(reader, subnetID, nodeID)
  if (validator === undefined) throw new Error(`The validator ${nodeID} does not exist`)
  const outputs = await returnStake(draft, txID)
  if (isDelegator(ending)) {
    const delegator = await delegators.get(reader, subnetID, nodeID, txID)
    if (delegator === undefined) throw new Error(`The delegator ${txID} does not exist`)
    await endDelegator(draft, { validator, delegator, isRewarded }, outputs)
  } else {
    await endValidator(draft, validator, isRewarded, outputs)
  }
}

/**
 * The transaction and index of the first reward output. Reward outputs follow the outputs and the stake of the staking
 * transaction.
 */
interface RewardPosition {
  readonly txID: ID
  readonly first: number
  readonly assetID: ID
}

async function endDelegator(
  draft: PlatformDraft,
  {
    validator,
    delegator,
    isRewarded,
  }: {
    readonly validator: Validator
    readonly delegator: Staker
    readonly isRewarded: boolean
  },
  position: RewardPosition,
): Promise<void> {
  const reward = delegator.potentialReward
  if (!isRewarded) {
    await removeDelegator(draft, validator, delegator, 0n)
    return subtractFromSupply(draft, reward)
  }
  const parts = splitReward(reward, validator.shares)
  await removeDelegator(draft, validator, delegator, parts.validator)
  addRewardOutputs(draft, position, [{ amount: parts.delegator, owner: delegator.rewardOwner }])
}

async function endValidator(
  draft: PlatformDraft,
  validator: Validator,
  isRewarded: boolean,
  position: RewardPosition,
): Promise<void> {
  await removeValidator(draft, validator)
  const { potentialReward, rewardOwner, delegateeReward, delegationRewardOwner } = validator
  if (!isRewarded) await subtractFromSupply(draft, potentialReward)
  // The validator's share of delegation rewards is always paid, because each of these rewards was
  // decided at the end of the delegation.
  addRewardOutputs(draft, position, [
    { amount: isRewarded ? potentialReward : 0n, owner: rewardOwner },
    { amount: delegateeReward, owner: delegationRewardOwner },
  ])
}

async function subtractFromSupply(draft: PlatformDraft, reward: bigint): Promise<void> {
  await draft.update(({ supply }) => ({ supply: supply - reward }))
}

async function returnStake(draft: PlatformDraft, txID: ID): Promise<RewardPosition> {
  const unsigned = (await draft.tx(txID))?.unsigned
  const [first] = unsigned !== undefined && 'stake' in unsigned ? unsigned.stake : []
  if (unsigned === undefined || !('stake' in unsigned) || first === undefined)
    throw new Error(`${txID} has no staked outputs`)
  for (const utxo of utxosOf(txID, unsigned.stake, unsigned.outputs.length))
    draft.change(...draft.utxos.added(utxo))
  draft.change(...stakeReturned(txID, unsigned))
  return {
    txID,
    first: unsigned.outputs.length + unsigned.stake.length,
    assetID: first.assetID,
  }
}

function addRewardOutputs(
  draft: PlatformDraft,
  { txID, first, assetID }: RewardPosition,
  rewards: readonly { readonly amount: bigint; readonly owner: OutputOwners }[],
): void {
  const paid = rewards.filter(({ amount }) => amount > 0n)
  for (const [at, { amount, owner }] of paid.entries()) {
    const output = { ...owner, kind: 'secpTransferOutput', amount } as const
    const utxo: Utxo<PlatformOutput> = { txID, outputIndex: first + at, assetID, output }
    draft.change(
      ...draft.utxos.added(utxo),
      rewardUtxos.put(encode(PlatformUtxo, utxo), txID, BigInt(utxo.outputIndex)),
    )
  }
}
