import type { ID } from '../codec/field.ts'
import type { Change } from '../store/store.ts'
import type { BuildInput, Tip } from './vm.ts'

/** A virtual machine. Its ID is its name in ASCII, padded with zeros to 32 bytes. */
export interface VirtualMachine {
  readonly id: ID
  /** The primary name comes first, for example `xvm`. */
  readonly names: readonly string[]
}

/** A chain of the Primary Network, whether or not this node runs it. */
export interface ChainInfo {
  readonly id: ID
  /** The primary alias comes first, for example `X`. */
  readonly aliases: readonly string[]
  readonly vm: VirtualMachine
}

export interface PendingSummary {
  readonly count: number
  /**
   * Arrival time of the oldest pending transaction, in milliseconds since 1970. Undefined without
   * pending transactions.
   */
  readonly since: number | undefined
}

/** What a chain has produced since the node started. */
export interface Production {
  readonly blocks: number
  readonly transactions: number
  /** Time in seconds to build and write the blocks. */
  readonly seconds: number
}

export interface ProduceOptions extends Pick<BuildInput<never>, 'force'> {
  readonly signal?: AbortSignal
}

/** A chain that this node runs. */
export interface Chain {
  readonly tip: () => Tip
  readonly pending: () => PendingSummary
  readonly production: () => Production
  /** Begins to produce blocks. */
  readonly start: () => void
  /** Ends to produce blocks, because another process does. Rejects the transactions that were not acknowledged. */
  readonly stop: () => Promise<void>
  /** Reports the blocks of another process, and mirrors its pending transactions. `batches` are in the order of the log. */
  readonly follow: (batches: readonly (readonly Change[])[]) => Promise<void>
  /**
   * Builds a block if there is anything to accept, or `force` is true. Waits for the end of a pause. Resolves once the
   * block is accepted; throws if the attempt fails. Builds nothing once `signal` has aborted.
   */
  readonly produce: (options?: ProduceOptions) => Promise<void>
  /** Resolves once the block that is being built, and one that is due now, are built, or an attempt failed. */
  readonly dueBlocks: () => Promise<void>
  /**
   * Pauses the chain until the returned function is called. Resolves once no block is being built
   * and no transaction is being stored. Transactions issued during the pause wait for its end.
   */
  readonly pause: () => Promise<() => void>
  /** Must be called before the store is reverted to a state that may lack the blocks after a height. */
  readonly beforeRevert: (height: bigint) => Promise<void>
  /** Reloads the state after the store was reverted. */
  readonly reset: () => Promise<void>
  /** Aborts when the chain is closed. */
  readonly closing: AbortSignal
  /** Finishes the block that is being written, then stops. Acknowledged transactions stay in the store. */
  readonly close: () => Promise<void>
}
