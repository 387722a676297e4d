import type { ID } from '../codec/field.ts'
import type { Tip } from './vm.ts'

/** A virtual machine: its ID, the name of which fills 32 bytes, and the names by which callers know it. */
export interface VirtualMachine {
  readonly id: ID
  /** First the primary name, for example `xvm`. */
  readonly names: readonly string[]
}

/** A chain of the Primary Network, whether or not this node runs it. */
export interface ChainInfo {
  readonly id: ID
  /** First the primary alias, for example `X`. */
  readonly aliases: readonly string[]
  readonly vm: VirtualMachine
}

/** Transactions that wait for a block. */
export interface Waiting {
  readonly count: number
  /** When the one came that waits longest (milliseconds since 1970). */
  readonly since: number | undefined
}

/** A chain that this node runs: all that the rest of the node knows of it. */
export interface Chain {
  readonly tip: () => Tip
  readonly waiting: () => Waiting
  /** Begins to produce blocks. */
  readonly start: () => void
  /** Builds a block now, if there is anything to accept, and resolves once it is accepted. */
  readonly produce: () => Promise<void>
  /** Resolves once no block is being built or written. */
  readonly idle: () => Promise<void>
  /** Keeps blocks from being built until the returned function is called; resolves once none is being built. */
  readonly pause: () => Promise<() => void>
  /** Reads everything again, since the store was reverted to an earlier state. */
  readonly reset: () => Promise<void>
  /** Finishes the block that is being written and stops. Acknowledged transactions are kept for the next start. */
  readonly close: () => Promise<void>
}
