import { ZERO_ID } from '../../codec/ids.ts'
import type { ID } from '../../codec/field.ts'
import type { StakingConfig } from '../params.ts'
import { refusal } from '../refusals.ts'
import { rewardOf } from '../reward.ts'
import { subnets, validators } from '../state/records.ts'
import { addDelegator, addValidator } from '../state/stakers.ts'
import { stakeAdded } from '../state/stakes.ts'
import { checkWeight, type Effect, type Execution } from './execution.ts'

const NO_BYTES = new Uint8Array()

export function checkDuration({ minDuration, maxDuration }: StakingConfig, seconds: bigint): void {
  if (seconds < minDuration) throw refusal('tooShort')
  if (seconds > maxDuration) throw refusal('tooLong')
}

export const addPermissionlessValidator: Effect<'addPermissionlessValidatorTx'> = async (
  execution,
  unsigned,
) => {
  const { draft, tx, totals, params } = execution
  const { nodeID, end, weight } = unsigned.validator
  const { staking } = params
  await checkPrimary(execution, unsigned.subnetID)
  if (weight < staking.minValidatorStake) throw refusal('stakeTooSmall')
  if (weight > staking.maxValidatorStake) throw refusal('stakeTooLarge')
  if (unsigned.shares < staking.minDelegationShares) throw refusal('delegationFee')
  checkDuration(staking, end - totals.time)
  if (unsigned.stake[0]?.assetID !== params.nativeAssetID) throw refusal('stakeAsset')
  if ((await validators.get(draft.reader, ZERO_ID, nodeID)) !== undefined)
    throw refusal('duplicateValidator')
  await checkWeight(execution, ZERO_ID, weight)
  const { signer } = unsigned
  draft.change(...stakeAdded(tx.id, unsigned))
  await addValidator(draft, {
    txID: tx.id,
    subnetID: ZERO_ID,
    nodeID,
    start: totals.time,
    end,
    weight,
    potentialReward: await addPotentialReward(execution, weight, end),
    rewardOwner: unsigned.validatorRewardsOwner,
    delegationRewardOwner: unsigned.delegatorRewardsOwner,
    permissioned: false,
    shares: unsigned.shares,
    delegateeReward: 0n,
    delegatorCount: 0n,
    delegatorWeight: 0n,
    publicKey: signer.kind === 'noSigner' ? NO_BYTES : signer.publicKey,
    proofOfPossession: signer.kind === 'noSigner' ? NO_BYTES : signer.proofOfPossession,
  })
}

export const addPermissionlessDelegator: Effect<'addPermissionlessDelegatorTx'> = async (
  execution,
  unsigned,
) => {
  const { draft, tx, totals, params } = execution
  const { nodeID, end, weight } = unsigned.validator
  const { staking } = params
  await checkPrimary(execution, unsigned.subnetID)
  if (weight < staking.minDelegatorStake) throw refusal('stakeTooSmall')
  checkDuration(staking, end - totals.time)
  if (unsigned.stake[0]?.assetID !== params.nativeAssetID) throw refusal('stakeAsset')
  const validator = await validators.get(draft.reader, ZERO_ID, nodeID)
  if (validator === undefined) throw refusal('unknownValidator')
  if (end > validator.end) throw refusal('period')
  // Checking the current total is enough: existing delegators can only leave during the period of this delegation.
  const most = min(staking.maxWeightFactor * validator.weight, staking.maxValidatorStake)
  if (validator.weight + validator.delegatorWeight + weight > most) throw refusal('overDelegated')
  await checkWeight(execution, ZERO_ID, weight)
  draft.change(...stakeAdded(tx.id, unsigned))
  await addDelegator(draft, validator, {
    txID: tx.id,
    subnetID: ZERO_ID,
    nodeID,
    start: totals.time,
    end,
    weight,
    potentialReward: await addPotentialReward(execution, weight, end),
    rewardOwner: unsigned.rewardsOwner,
  })
}

/**
 * Checks that a subnet is the Primary Network, and throws otherwise. Other subnets accept no
 * stakes, because subnets can no longer become elastic.
 */
async function checkPrimary({ draft }: Execution, subnetID: ID): Promise<void> {
  if (subnetID === ZERO_ID) return
  const subnet = await subnets.get(draft.reader, subnetID)
  throw refusal(subnet === undefined ? 'unknownSubnet' : 'notElastic')
}

/** Returns the reward of a stake and adds it to the supply. */
async function addPotentialReward(
  { draft, totals, params }: Execution,
  stake: bigint,
  end: bigint,
): Promise<bigint> {
  const { supply } = totals
  const reward = rewardOf(params.reward, { stake, seconds: end - totals.time, supply })
  await draft.update((before) => ({ supply: before.supply + reward }))
  return reward
}

function min(a: bigint, b: bigint): bigint {
  return a < b ? a : b
}
