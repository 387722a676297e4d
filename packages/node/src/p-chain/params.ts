import type { ID } from '../codec/field.ts'
import { REQUIRED_UPTIME } from '../network/required-uptime.ts'
import type { GasConfig } from './fees/gas.ts'
import type { ValidatorFeeConfig } from './fees/validator-fee.ts'
import type { RewardConfig } from './reward.ts'

/** Limits of stakes. Amounts in nNATIVE, durations in seconds, shares in millionths. */
export interface StakingConfig {
  readonly minValidatorStake: bigint
  readonly maxValidatorStake: bigint
  readonly minDelegatorStake: bigint
  readonly minDelegationShares: number
  readonly minDuration: bigint
  readonly maxDuration: bigint
  /** Maximum total weight of a validator and its delegators, as a multiple of its own stake. */
  readonly maxWeightFactor: bigint
  /** Minimum uptime for a reward, in percent. */
  readonly requiredUptime: number
}

export interface PlatformParams {
  readonly networkID: number
  /** Human-readable part of bech32 addresses. */
  readonly hrp: string
  readonly nativeAssetID: ID
  /** Chains of the Primary Network that can exchange assets with the P-Chain. */
  readonly peers: ReadonlySet<ID>
  readonly gas: GasConfig
  readonly validatorFee: ValidatorFeeConfig
  readonly staking: StakingConfig
  readonly reward: RewardConfig
}

const DAY = 86_400n
const NATIVE = 1_000_000_000n

export const localParams: Pick<PlatformParams, 'gas' | 'validatorFee' | 'staking' | 'reward'> = {
  gas: {
    weights: [1, 1000, 1000, 4],
    maxCapacity: 1_000_000n,
    maxPerSecond: 100_000n,
    targetPerSecond: 50_000n,
    minPrice: 1n,
    excessConversionConstant: 2_164_043n,
  },
  validatorFee: {
    capacity: 20_000n,
    target: 10_000n,
    minPrice: 1n,
    excessConversionConstant: 865_617n,
  },
  staking: {
    minValidatorStake: 2_000n * NATIVE,
    maxValidatorStake: 3_000_000n * NATIVE,
    minDelegatorStake: 25n * NATIVE,
    minDelegationShares: 20_000,
    minDuration: DAY,
    maxDuration: 365n * DAY,
    maxWeightFactor: 5n,
    requiredUptime: REQUIRED_UPTIME,
  },
  reward: {
    minConsumptionRate: 100_000n,
    maxConsumptionRate: 120_000n,
    mintingPeriod: 365n * DAY,
    supplyCap: 720_000_000n * NATIVE,
  },
}
