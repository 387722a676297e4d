import type { FindTx } from '../chain/tx-status.ts'
import type { AddressSpace } from '../codec/address.ts'
import type { ID } from '../codec/field.ts'
import type { PlatformParams } from './params.ts'
import type { NodeID } from './state/records.ts'
import type { PlatformState } from './state/state.ts'
import type { Tx } from './tx.ts'

export interface PChain {
  readonly params: PlatformParams
  readonly space: AddressSpace
  /** Runs a query on a snapshot of the accepted state. */
  readonly read: <T>(query: (state: PlatformState) => Promise<T>) => Promise<T>
  /** Issues a signed transaction; throws a RangeError or a `Refusal`. */
  readonly issue: (bytes: Uint8Array) => Promise<ID>
  readonly status: FindTx<ID, Tx>
  readonly resolveChain: (idOrAlias: string) => ID | undefined
  readonly runs: (chainID: ID) => boolean
  readonly nodeID: NodeID
  /** Whether this node is connected to the node with an ID in the form `NodeID-...`. */
  readonly isConnected: (nodeID: string) => boolean
  /** The node clock in Unix seconds. */
  readonly now: () => bigint
}
