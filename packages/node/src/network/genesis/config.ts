import type { NodeIDBytes, ShortID } from '../../codec/field.ts'
import type { BlsKey } from '../../crypto/bls.ts'

/** What a network begins with. Amounts in nNATIVE, times in Unix seconds. */
export interface GenesisConfig {
  readonly networkID: number
  readonly allocations: readonly Allocation[]
  readonly startTime: bigint
  readonly initialStakeDuration: bigint
  /** How much earlier each validator ends than the one before it. */
  readonly initialStakeDurationOffset: bigint
  /** Addresses whose unlocked funds are staked by the first validators. */
  readonly initialStakedFunds: readonly ShortID[]
  readonly initialStakers: readonly Staker[]
  /** Genesis of the C-Chain: its text, byte for byte, is part of the chain's ID. */
  readonly cChainGenesis: string
  readonly message: string
}

export interface Allocation {
  /** An address that the holder is known by elsewhere: it goes into memos. */
  readonly ethAddress: ShortID
  readonly address: ShortID
  /** What the address holds on the X-Chain. */
  readonly initialAmount: bigint
  /** What it holds on the P-Chain, and from when on. */
  readonly unlockSchedule: readonly LockedAmount[]
}

export interface LockedAmount {
  readonly amount: bigint
  readonly locktime: bigint
}

export interface Staker {
  readonly nodeID: NodeIDBytes
  readonly rewardAddress: ShortID
  /** Millionths of a delegator's reward. */
  readonly delegationFee: number
  readonly signer?: BlsKey
}

/** A genesis that no network can begin with; the message says why. */
export class GenesisError extends Error {
  override readonly name = 'GenesisError'
}

/** Everything that is allocated, in nNATIVE. */
export function supplyOf({ allocations }: Pick<GenesisConfig, 'allocations'>): bigint {
  return allocations
    .flatMap(({ initialAmount, unlockSchedule }) => [
      initialAmount,
      ...unlockSchedule.map(({ amount }) => amount),
    ])
    .reduce((sum, amount) => sum + amount, 0n)
}
