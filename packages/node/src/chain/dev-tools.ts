import type { Chain } from './chain.ts'
import type { SupplyChange } from './supply.ts'

/** Tools of a node in development mode. */
export interface DevTools {
  /** Returns the time of the node, in milliseconds since 1970. */
  readonly now: () => number
  /**
   * Advances the time by a number of milliseconds and resolves with the new time. Blocks that become due are built and
   * accepted in order, each at its own time. Stops at the time of such a block when `stop` aborts. Throws a RangeError for
   * a negative number.
   */
  readonly advance: (milliseconds: number, stop?: AbortSignal) => Promise<number>
  /**
   * Builds a block on every chain that has pending transactions or changes that are due, such as
   * the end of a staking period.
   */
  readonly produce: () => Promise<void>
  /** Takes a snapshot of all chains and the time; resolves with its ID. */
  readonly snapshot: () => Promise<number>
  /**
   * Reverts all chains and the clock to a snapshot. Deletes the snapshot and all later snapshots.
   * Drops transactions that were not yet pending at the snapshot. Resolves with false if the
   * snapshot does not exist.
   */
  readonly revert: (snapshot: number) => Promise<boolean>
  /** Resets all chains to the genesis of the network, and the clock to the system time. Deletes all snapshots. */
  readonly restart: () => Promise<void>
  /** Returns the state of all chains as compressed bytes. Throws a RangeError if it is too large to be loaded. */
  readonly dump: () => Promise<Uint8Array>
  /**
   * Replaces the state of all chains with a dumped state. Throws a RangeError for bytes that are
   * not a dumped state.
   */
  readonly load: (bytes: Uint8Array) => Promise<void>
  /**
   * Creates an amount of nNATIVE for an address of any chain: an output on the X-Chain and the P-Chain, or a balance
   * for a hex address on the EVM. Resolves with false if the address belongs to no chain.
   */
  readonly fund: (address: string, amount: bigint) => Promise<boolean>
  /** Returns the amounts created and destroyed outside of transactions, in wei. */
  readonly supplyChange: () => Promise<SupplyChange>
}

/** The development tools that the node passes to its chains. */
export interface ChainDevTools extends DevTools {
  /** Advances the clock to a time in milliseconds since 1970, unless the clock is past it. */
  readonly reach: (time: number) => void
  /** Returns the milliseconds by which the clock is ahead of the system. */
  readonly moved: () => number
  /** Runs `work` while all chains are paused and the time stands still. Only one such call runs at a time. */
  readonly whilePaused: <T>(work: (all: readonly Chain[]) => Promise<T>) => Promise<T>
  /** Like `whilePaused`, and while no other call reads the chains. `work` may replace their state. */
  readonly whileReplacing: <T>(work: (all: readonly Chain[]) => Promise<T>) => Promise<T>
}

export class ChainStateError extends RangeError {
  override readonly name = 'ChainStateError'
}
