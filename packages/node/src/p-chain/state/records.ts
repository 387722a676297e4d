import {
  bool,
  bytes,
  id,
  list,
  nodeIDBytes,
  struct,
  text,
  u32,
  u64,
  u8,
  type Field,
  type NodeIDBytes,
  type ValueOf,
} from '../../codec/field.ts'
import { PlatformOwner } from '../../codec/p-chain.ts'
import { OutputOwners } from '../../codec/structures.ts'
import { chainPrefix, Table, versioned } from '../../chain/table.ts'
import { ZERO_ID } from '../../codec/ids.ts'

export type NodeID = NodeIDBytes
const nodeID = nodeIDBytes

/** Creates a table of the P-Chain. */
export function platformTable<T>(name: string, field: Field<T>): Table<T> {
  return new Table(chainPrefix(ZERO_ID, `${name}/`), versioned(field))
}

/** Totals of the chain. Times in Unix seconds, amounts in nNATIVE. */
const Totals = struct({
  time: u64,
  /** The remaining gas capacity, and the gas used in excess of the target. */
  capacity: u64,
  excess: u64,
  /** Upper bound of the supply of the native asset. */
  supply: u64,
  activeL1: u64,
  l1Excess: u64,
  /** Total continuous fee of a validator that has been active since the genesis. */
  accruedFees: u64,
})
export type Totals = ValueOf<typeof Totals>
export const totals = platformTable('totals', Totals)

/** Genesis time in Unix seconds, chosen when the store was created. */
export const startTime = platformTable('start', u64)

const staker = {
  txID: id,
  subnetID: id,
  nodeID,
  start: u64,
  end: u64,
  weight: u64,
  potentialReward: u64,
  rewardOwner: OutputOwners,
}

/** A staker: a validator or a delegator of a validator. */
const Staker = struct(staker)
export type Staker = ValueOf<typeof Staker>

/** A validator of the Primary Network or a subnet, with the sums of its delegators. */
const Validator = struct({
  ...staker,
  /** True if the owner of the subnet added the validator, which then has no stake, rewards or delegators. */
  permissioned: bool,
  delegationRewardOwner: OutputOwners,
  /** Share of the delegation rewards that the validator keeps, in millionths. */
  shares: u32,
  /** Sum of the validator's shares of delegation rewards, for delegators whose period has ended. */
  delegateeReward: u64,
  delegatorCount: u64,
  delegatorWeight: u64,
  /** BLS key and proof; empty if the validator has no key. */
  publicKey: bytes,
  proofOfPossession: bytes,
})
export type Validator = ValueOf<typeof Validator>

/** Current validators, by subnet and node. */
export const validators = platformTable('validator', Validator)

/** Current delegators, by subnet, node and transaction. */
export const delegators = platformTable('delegator', Staker)

/** The end of a staking period. Sorted in the order of removal: by time, priority, transaction. */
const Ending = struct({ end: u64, priority: u8, txID: id, subnetID: id, nodeID })
export type Ending = ValueOf<typeof Ending>

/** Ends of staking periods, by time, priority and transaction. */
export const endings = platformTable('ending', Ending)

/** A subnet and, if it is an L1, its manager. Unset IDs are zero. */
const Subnet = struct({
  id,
  owner: OutputOwners,
  conversionID: id,
  managerChainID: id,
  managerAddress: bytes,
})
export type Subnet = ValueOf<typeof Subnet>

/** Subnets, by ID. */
export const subnets = platformTable('subnet', Subnet)

/** Blockchains, by subnet and ID. */
export const blockchains = platformTable(
  'blockchain',
  struct({ id, subnetID: id, vmID: id, name: text }),
)

/** A validator of an L1. The validator is active as long as `endAccumulatedFee` is not 0. */
const L1Validator = struct({
  validationID: id,
  /** The transaction that added the validator: the conversion of its subnet, or its registration. */
  txID: id,
  subnetID: id,
  nodeID,
  publicKey: bytes,
  remainingBalanceOwner: PlatformOwner,
  deactivationOwner: PlatformOwner,
  startTime: u64,
  weight: u64,
  minNonce: u64,
  /**
   * Value of the chain's `accruedFees` at which the balance is used up; 0 for an inactive
   * validator.
   */
  endAccumulatedFee: u64,
})
export type L1Validator = ValueOf<typeof L1Validator>

/** L1 validators, by validation ID. */
export const l1Validators = platformTable('l1', L1Validator)

/** Validation IDs by subnet and node. */
export const l1Nodes = platformTable('l1-node', id)

/** Validation IDs of active L1 validators, by the accrued fees at which their balances are used up. */
export const l1Endings = platformTable('l1-ending', id)

/** Used registrations, kept until they expire to prevent replays, by expiry and validation ID. */
export const expiries = platformTable('expiry', struct({ expiry: u64, validationID: id }))

/**
 * The weights of a subnet: the total for its stakers, for its active L1 validators and for its
 * inactive L1 validators.
 */
const Weights = struct({ stakers: u64, active: u64, inactive: u64 })
export type Weights = ValueOf<typeof Weights>

/** Total weights of the validators, by subnet. */
export const weights = platformTable('weight', Weights)

/** Accepted transactions, by ID. */
export const acceptedTxs = platformTable('tx', struct({ aborted: bool, bytes }))

/** Encoded reward outputs, by staking transaction and index. */
export const rewardUtxos = platformTable('reward', bytes)

/** Uptimes set by the development API, in millionths. */
export const uptimes = platformTable('uptime', u32)

/** Blocks by ID, IDs by height, and the ID of the last accepted block. */
export const blocks = platformTable('block', bytes)
export const heights = platformTable('height', id)
export const last = platformTable('last', id)

/** Weight and BLS key of a node in a validator set. Weight 0 means that the node was removed. */
const Member = struct({ nodeID, weight: u64, publicKey: bytes })
export type Member = ValueOf<typeof Member>

/** Changes of validator sets, by subnet, height and node: the weight and key of the node from the height on. */
export const memberChanges = platformTable('member', struct({ height: u64, member: Member }))

/** Complete validator sets, by subnet and descending height. */
export const checkpoints = platformTable(
  'checkpoint',
  struct({ height: u64, members: list(Member) }),
)

/** Number of changes since the last checkpoint, by subnet. */
export const changeCounts = platformTable('changes', u64)
