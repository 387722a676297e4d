import type { ID } from '../codec/field.ts'
import type { Change, Reader, Store } from '../store/store.ts'
import type { Refusal } from './refusal.ts'

/** The last accepted block of a chain. */
export interface Tip {
  readonly id: ID
  readonly height: bigint
  /** Unix seconds. */
  readonly time: bigint
}

export interface ChainTx {
  readonly id: ID
  /** Signed bytes, starting with the codec version. */
  readonly bytes: Uint8Array
}

/** A block of the chain. */
export interface AcceptedBlock<Block> {
  readonly tip: Tip
  readonly block: Block
}

/** A built and verified block, with the store changes that accept it. */
export interface BuiltBlock<Block> extends AcceptedBlock<Block> {
  readonly bytes: Uint8Array
  /** Changes of the block, its indexes, the state and the shared memory, applied in one durable batch. */
  readonly changes: readonly Change[]
}

/** A pending transaction that breaks a rule on the state of the block. */
export interface RefusedTx<Tx> {
  readonly tx: Tx
  readonly error: Refusal
}

export interface Built<Block, Tx> {
  /** Consecutive blocks: a single block, or a proposal block and the chosen option block. */
  readonly blocks: readonly BuiltBlock<Block>[]
  readonly taken: readonly Tx[]
  readonly refused: readonly RefusedTx<Tx>[]
}

export interface BuildInput<Tx> {
  readonly parent: Tip
  /** The current time in Unix seconds, never before the time of the parent. */
  readonly time: bigint
  /**
   * The transactions that were pending when `state` was taken, in the order of the pool. Read
   * lazily: reading stops when the block is full.
   */
  readonly txs: Iterable<Tx>
  /**
   * A read-only snapshot of the accepted state, released after the build. Collect the changes of
   * the block separately.
   */
  readonly state: Reader
  /** Builds a block even if there is nothing to accept, if the chain can have such blocks. */
  readonly force?: boolean
}

/** Why caches may differ from the store. After `failed`, the state is the same as before, or has the last block. */
export type ResetReason = 'failed' | 'reverted'

/** What another process has written to the store. */
export interface FollowInput {
  /** The last block that was reported. */
  readonly tip: Tip
  /** The accepted state, which includes the changes. */
  readonly state: Reader
  readonly changes: readonly Change[]
}

/** A block that another process accepted. */
export interface FollowedBlock<Block> extends AcceptedBlock<Block> {
  readonly transactions: number
}

/**
 * The rules of one kind of chain, without timers, queues and client connections. The
 * `BlockProducer` calls these methods and writes the changes that they return.
 */
export interface Vm<Block, Tx extends ChainTx> {
  /** Name of the chain in messages, for example `X-Chain`. */
  readonly name: string
  /**
   * Writes the genesis if the store is empty, checks the stored data, and returns the last accepted block. Called again
   * after a failed write and after the store was reverted.
   */
  readonly open: (store: Store) => Promise<Tip>
  /**
   * Parses a transaction and checks the rules that do not depend on the chain state. Throws a
   * RangeError or a `Refusal`.
   */
  readonly parse: (bytes: Uint8Array) => Tx
  /** Verifies a transaction on top of `state` at `time`. Throws a `Refusal`. */
  readonly verify: (tx: Tx, state: Reader, time: bigint) => Promise<void>
  readonly isAccepted: (id: ID, state: Reader) => Promise<boolean>
  /**
   * Builds the next block or blocks. Returns undefined if no pending transaction can be accepted or
   * refused now.
   */
  readonly build: (input: BuildInput<Tx>) => Promise<Built<Block, Tx> | undefined>
  /**
   * Returns the time (Unix seconds) of the next attempt to build a block: a block that the chain
   * needs without transactions, or a block for transactions that the last attempt left pending.
   * Undefined if the chain needs no such attempt.
   */
  readonly wakeAt?: (tip: Tip, state: Reader) => Promise<bigint | undefined>
  /** Returns the blocks after `tip` that another process accepted, in order. Updates caches that its other changes affect. */
  readonly follow: (input: FollowInput) => Promise<readonly FollowedBlock<Block>[]>
  /** Called once the blocks are durable, to update caches and notify subscribers. Must not throw. */
  readonly accepted?: (blocks: readonly AcceptedBlock<Block>[]) => void
  /** Called before the store may lose the blocks after a height, so that the VM can report them when it is opened again. */
  readonly beforeRevert?: (height: bigint) => Promise<void>
  /** Clears all caches. Called after the store was reverted, or after a block or a write failed. */
  readonly reset?: (why: ResetReason) => void
}
