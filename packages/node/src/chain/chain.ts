import type { ID } from '../codec/field.ts'
import type { Tip } from './vm.ts'

/** A chain that this node runs: all that the rest of the node knows of it. */
export interface Chain {
  readonly id: ID
  /** First the primary alias, for example `X`. */
  readonly aliases: readonly string[]
  readonly vmID: ID
  readonly tip: () => Tip
  /** How many transactions wait for a block, and since when the oldest does (milliseconds since 1970). */
  readonly waiting: () => { readonly count: number; readonly since: number | undefined }
  readonly start: () => Promise<void>
  /** Finishes the block that is being written and stops. */
  readonly close: () => Promise<void>
}
