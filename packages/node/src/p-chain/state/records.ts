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
  type ID,
} from '../../codec/field.ts'
import { PlatformOwner, type Validator as StakedNode } from '../../codec/p-chain.ts'
import { OutputOwners } from '../../codec/structures.ts'
import { chainPrefix, Table, versioned } from '../../chain/table.ts'
import { ZERO_ID } from '../../codec/ids.ts'

export type NodeID = StakedNode['nodeID']
const nodeID = nodeIDBytes

/** Creates a table of the P-Chain. */
export function platformTable<T>(name: string, field: Field<T>): Table<T> {
  return new Table(chainPrefix(ZERO_ID, `${name}/`), versioned(field))
}

/** Totals of the chain. Times in Unix seconds, amounts in nNATIVE. */
export interface Totals {
  readonly time: bigint
  /** The remaining gas capacity, and the gas used in excess of the target. */
  readonly capacity: bigint
  readonly excess: bigint
  /** Upper bound of the supply of the native asset. */
  readonly supply: bigint
  readonly activeL1: bigint
  readonly l1Excess: bigint
  /** Total continuous fee of a validator that has been active since the genesis. */
  readonly accruedFees: bigint
}

/** A staker: a validator or a delegator of a validator. */
export interface Staker {
  readonly txID: ID
  readonly subnetID: ID
  readonly nodeID: NodeID
  readonly start: bigint
  readonly end: bigint
  readonly weight: bigint
  readonly potentialReward: bigint
  readonly rewardOwner: OutputOwners
}

/** A validator of the Primary Network or a subnet, with the sums of its delegators. */
export interface Validator extends Staker {
  /** True if the owner of the subnet added the validator, which then has no stake, rewards or delegators. */
  readonly permissioned: boolean
  readonly delegationRewardOwner: OutputOwners
  /** Share of the delegation rewards that the validator keeps, in millionths. */
  readonly shares: number
  /** Sum of the validator's shares of delegation rewards, for delegators whose period has ended. */
  readonly delegateeReward: bigint
  readonly delegatorCount: bigint
  readonly delegatorWeight: bigint
  /** BLS key and proof; empty if the validator has no key. */
  readonly publicKey: Uint8Array
  readonly proofOfPossession: Uint8Array
}

/** A validator of an L1. The validator is active as long as `endAccumulatedFee` is not 0. */
export interface L1Validator {
  readonly validationID: ID
  /** The transaction that added the validator: the conversion of its subnet, or its registration. */
  readonly txID: ID
  readonly subnetID: ID
  readonly nodeID: NodeID
  readonly publicKey: Uint8Array
  readonly remainingBalanceOwner: PlatformOwner
  readonly deactivationOwner: PlatformOwner
  readonly startTime: bigint
  readonly weight: bigint
  readonly minNonce: bigint
  /**
   * Value of the chain's `accruedFees` at which the balance is used up; 0 for an inactive
   * validator.
   */
  readonly endAccumulatedFee: bigint
}

/** A subnet and, if it is an L1, its manager. Unset IDs are zero. */
export interface Subnet {
  readonly id: ID
  readonly owner: OutputOwners
  readonly conversionID: ID
  readonly managerChainID: ID
  readonly managerAddress: Uint8Array
}

export interface Blockchain {
  readonly id: ID
  readonly subnetID: ID
  readonly vmID: ID
  readonly name: string
}

/**
 * The weights of a subnet: the total for its stakers, for its active L1 validators and for its
 * inactive L1 validators.
 */
export interface Weights {
  readonly stakers: bigint
  readonly active: bigint
  readonly inactive: bigint
}

export interface AcceptedTx {
  readonly aborted: boolean
  readonly bytes: Uint8Array
}

/** The end of a staking period. Sorted in the order of removal: by time, priority, transaction. */
export interface Ending {
  readonly end: bigint
  readonly priority: number
  readonly txID: ID
  readonly subnetID: ID
  readonly nodeID: NodeID
}

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

export const totals: Table<Totals> = platformTable(
  'totals',
  struct<Totals>({
    time: u64,
    capacity: u64,
    excess: u64,
    supply: u64,
    activeL1: u64,
    l1Excess: u64,
    accruedFees: u64,
  }),
)

/** Genesis time in Unix seconds, chosen when the store was created. */
export const startTime: Table<bigint> = platformTable('start', u64)

/** Current validators, by subnet and node. */
export const validators: Table<Validator> = platformTable(
  'validator',
  struct<Validator>({
    ...staker,
    permissioned: bool,
    delegationRewardOwner: OutputOwners,
    shares: u32,
    delegateeReward: u64,
    delegatorCount: u64,
    delegatorWeight: u64,
    publicKey: bytes,
    proofOfPossession: bytes,
  }),
)

/** Current delegators, by subnet, node and transaction. */
export const delegators: Table<Staker> = platformTable('delegator', struct<Staker>(staker))

/** Ends of staking periods, by time, priority and transaction. */
export const endings: Table<Ending> = platformTable(
  'ending',
  struct<Ending>({ end: u64, priority: u8, txID: id, subnetID: id, nodeID }),
)

/** Subnets, by ID. */
export const subnets: Table<Subnet> = platformTable(
  'subnet',
  struct<Subnet>({
    id,
    owner: OutputOwners,
    conversionID: id,
    managerChainID: id,
    managerAddress: bytes,
  }),
)

/** Blockchains, by subnet and ID. */
export const blockchains: Table<Blockchain> = platformTable(
  'blockchain',
  struct<Blockchain>({ id, subnetID: id, vmID: id, name: text }),
)

/** L1 validators, by validation ID. */
export const l1Validators: Table<L1Validator> = platformTable(
  'l1',
  struct<L1Validator>({
    validationID: id,
    txID: id,
    subnetID: id,
    nodeID,
    publicKey: bytes,
    remainingBalanceOwner: PlatformOwner,
    deactivationOwner: PlatformOwner,
    startTime: u64,
    weight: u64,
    minNonce: u64,
    endAccumulatedFee: u64,
  }),
)

/** Validation IDs by subnet and node. */
export const l1Nodes: Table<ID> = platformTable('l1-node', id)

/** Validation IDs of active L1 validators, by the accrued fees at which their balances are used up. */
export const l1Endings: Table<ID> = platformTable('l1-ending', id)

/** A used registration, kept until it expires to prevent a replay. */
export interface Expiry {
  readonly expiry: bigint
  readonly validationID: ID
}

/** Used registrations, by expiry and validation ID. */
export const expiries: Table<Expiry> = platformTable(
  'expiry',
  struct({ expiry: u64, validationID: id }),
)

/** Total weights of the validators, by subnet. */
export const weights: Table<Weights> = platformTable(
  'weight',
  struct<Weights>({ stakers: u64, active: u64, inactive: u64 }),
)

/** Accepted transactions, by ID. */
export const acceptedTxs: Table<AcceptedTx> = platformTable(
  'tx',
  struct<AcceptedTx>({ aborted: bool, bytes }),
)

/** Encoded reward outputs, by staking transaction and index. */
export const rewardUtxos: Table<Uint8Array> = platformTable('reward', bytes)

/** Uptimes set by the development API, in millionths. */
export const uptimes: Table<number> = platformTable('uptime', u32)

/** Blocks by ID, IDs by height, and the ID of the last accepted block. */
export const blocks: Table<Uint8Array> = platformTable('block', bytes)
export const heights: Table<ID> = platformTable('height', id)
export const last: Table<ID> = platformTable('last', id)

/** Weight and BLS key of a node in a validator set. Weight 0 means that the node was removed. */
export interface Member {
  readonly nodeID: NodeID
  readonly weight: bigint
  readonly publicKey: Uint8Array
}

const Member: Field<Member> = struct<Member>({ nodeID, weight: u64, publicKey: bytes })

/** A change of a validator set: the weight and key of a node from the given height on. */
export interface MemberChange {
  readonly height: bigint
  readonly member: Member
}

/** Changes of validator sets, by subnet, height and node. */
export const memberChanges: Table<MemberChange> = platformTable(
  'member',
  struct({ height: u64, member: Member }),
)

/** A complete validator set at a height. */
export interface Checkpoint {
  readonly height: bigint
  readonly members: readonly Member[]
}

/** Complete validator sets, by subnet and descending height. */
export const checkpoints: Table<Checkpoint> = platformTable(
  'checkpoint',
  struct<Checkpoint>({ height: u64, members: list(Member) }),
)

/** Number of changes since the last checkpoint, by subnet. */
export const changeCounts: Table<bigint> = platformTable('changes', u64)
