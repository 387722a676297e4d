import type { ID } from '../codec/field.ts'
import type { Change, Reader, Store } from '../store/store.ts'

/** The last accepted block of a chain. */
export interface Tip {
  readonly id: ID
  readonly height: bigint
  /** Unix seconds. */
  readonly time: bigint
}

/** A signed transaction as every chain handles it. */
export interface ChainTx {
  readonly id: ID
  /** Signed bytes, codec version first. */
  readonly bytes: Uint8Array
}

/** A block that was built and verified, with everything that accepting it changes in the store. */
export interface BuiltBlock<Block> {
  readonly tip: Tip
  readonly block: Block
  readonly bytes: Uint8Array
  /** The block, its indexes, state and shared memory: applied in one durable batch. */
  readonly changes: readonly Change[]
}

/** A transaction that a block cannot take, and why. */
export interface Refused<Tx> {
  readonly tx: Tx
  readonly error: Error
}

/** What a virtual machine made of the transactions that wait. */
export interface Built<Block, Tx> {
  /** In order of height, each on top of the one before: one block, or a proposal block and the option that was chosen. */
  readonly blocks: readonly BuiltBlock<Block>[]
  readonly taken: readonly Tx[]
  readonly refused: readonly Refused<Tx>[]
}

/** What a block is built from. */
export interface BuildInput<Tx> {
  readonly parent: Tip
  /** Unix seconds: the clock's time, never before the parent's. */
  readonly time: bigint
  /** Waiting transactions in the order of the pool; read lazily, so that a full block stops early. */
  readonly txs: Iterable<Tx>
  /** A snapshot of the accepted state, released after the build. Changes go into an `Overlay` over it. */
  readonly state: Reader
}

/**
 * The rules of one kind of chain. It owns no timer, no queue and no connection to a client: the `BlockProducer`
 * decides when to call it, and writes what it returns.
 */
export interface Vm<Block, Tx extends ChainTx> {
  /** The chain as messages name it, for example `X-Chain`. */
  readonly name: string
  /**
   * Writes the genesis if the store has none, checks what is there, and returns the last accepted block. Called
   * again after a failed write and after the store was reverted.
   */
  readonly open: (store: Store) => Promise<Tip>
  /** Parses bytes and checks what needs no state. Throws a RangeError or a `RefusedTx`. */
  readonly parse: (bytes: Uint8Array) => Tx
  /** The rule that a transaction breaks on top of `state` at `time`; undefined when it is valid. */
  readonly verify: (tx: Tx, state: Reader, time: bigint) => Promise<Error | undefined>
  /** Whether a transaction is part of an accepted block. */
  readonly isAccepted: (id: ID, state: Reader) => Promise<boolean>
  /** Builds the next block or blocks; undefined when there is nothing to accept and nothing to refuse. */
  readonly build: (input: BuildInput<Tx>) => Promise<Built<Block, Tx> | undefined>
  /** When (Unix seconds) the chain needs a block even without transactions; undefined when it does not. */
  readonly wakeAt?: (tip: Tip, state: Reader) => Promise<bigint | undefined>
  /** Called once the blocks are durable: for caches and subscribers. Must not throw. */
  readonly accepted?: (blocks: readonly BuiltBlock<Block>[]) => void
  /** Drops everything cached, since the store was reverted or a write failed. */
  readonly reset?: () => void
}
