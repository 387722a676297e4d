/** Parameters of staking rewards. Rates in millionths, durations in seconds, amounts in nNATIVE. */
export interface RewardConfig {
  readonly minConsumptionRate: bigint
  readonly maxConsumptionRate: bigint
  readonly mintingPeriod: bigint
  readonly supplyCap: bigint
}

/** The denominator of delegation fees. */
export const SHARES = 1_000_000n
const NANOSECONDS = 1_000_000_000n

export function rewardOf(
  config: RewardConfig,
  {
    stake,
    seconds,
    supply,
  }: { readonly stake: bigint; readonly seconds: bigint; readonly supply: bigint },
): bigint {
  const remaining = config.supplyCap - supply
  if (remaining <= 0n || supply === 0n) return 0n
  const period = config.mintingPeriod * NANOSECONDS
  const duration = seconds * NANOSECONDS
  const rate =
    (config.maxConsumptionRate - config.minConsumptionRate) * duration +
    config.minConsumptionRate * period
  const reward = (remaining * rate * stake * duration) / (period * SHARES) / supply / period
  return reward < remaining ? reward : remaining
}

/** Splits a reward between a delegator and its validator. The validator gets `shares` millionths. */
export function splitReward(
  reward: bigint,
  shares: number,
): { readonly delegator: bigint; readonly validator: bigint } {
  const delegator = (reward * (SHARES - BigInt(shares))) / SHARES
  return { delegator, validator: reward - delegator }
}
