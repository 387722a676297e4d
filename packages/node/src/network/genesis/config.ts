import type { NodeIDBytes, ShortID } from '../../codec/field.ts'
import type { BlsKey } from '../../crypto/bls.ts'

/** The genesis of a network. Amounts in nNATIVE, times in Unix seconds. */
export interface GenesisConfig {
  readonly networkID: number
  readonly allocations: readonly Allocation[]
  readonly startTime: bigint
  readonly initialStakeDuration: bigint
  /**
   * Number of seconds by which the staking period of each validator ends earlier than the period of
   * the previous validator.
   */
  readonly initialStakeDurationOffset: bigint
  /** Addresses whose unlocked funds are staked by the first validators. */
  readonly initialStakedFunds: readonly ShortID[]
  readonly initialStakers: readonly Staker[]
  /** Genesis of the C-Chain, as a string. The chain ID depends on its exact bytes. */
  readonly cChainGenesis: string
  readonly message: string
}

export interface Allocation {
  /** Address of the holder on Ethereum. The memos of genesis transactions contain this address. */
  readonly ethAddress: ShortID
  readonly address: ShortID
  /** Amount on the X-Chain in nNATIVE. */
  readonly initialAmount: bigint
  /** Amounts on the P-Chain with their unlock times. */
  readonly unlockSchedule: readonly LockedAmount[]
}

export interface LockedAmount {
  readonly amount: bigint
  readonly locktime: bigint
}

export interface Staker {
  readonly nodeID: NodeIDBytes
  readonly rewardAddress: ShortID
  /** Share of the delegation rewards that the validator keeps, in millionths. */
  readonly delegationFee: number
  readonly signer?: BlsKey
}

/** Error for an invalid genesis. The message contains the reason. */
export class GenesisError extends Error {
  override readonly name = 'GenesisError'
}

/** Returns the total of all allocations, in nNATIVE. */
export function supplyOf({ allocations }: Pick<GenesisConfig, 'allocations'>): bigint {
  return allocations
    .flatMap(({ initialAmount, unlockSchedule }) => [
      initialAmount,
      ...unlockSchedule.map(({ amount }) => amount),
    ])
    .reduce((sum, amount) => sum + amount, 0n)
}
