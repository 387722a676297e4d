import type { ID } from '../../codec/field.ts'
import type { Clock } from '../../chain/clock.ts'
import type { FindTx } from '../../chain/tx-status.ts'
import type { EvmPool } from './pool.ts'
import type { CTx } from './tx.ts'
import type { CVm } from './vm.ts'

export interface Issuer {
  /**
   * Issues a transaction. If no block time is configured, resolves once the transaction is
   * accepted. Otherwise, resolves once the transaction is stored for the next block.
   */
  readonly issue: (bytes: Uint8Array) => Promise<ID>
  /**
   * Stores a transaction for a later block. The transaction may depend on earlier pending
   * transactions.
   */
  readonly enqueue: (bytes: Uint8Array) => Promise<ID>
  readonly status: FindTx<ID, CTx>
  /** Drops a pending transaction. Resolves with false if no pending transaction has the ID. */
  readonly drop: (id: ID) => Promise<boolean>
}

export interface CChain {
  readonly vm: CVm
  readonly pool: EvmPool
  readonly issuer: Issuer
  readonly clock: Clock
  /** Time limit for the calls and traces of one request, in milliseconds. */
  readonly callTimeout: number
  /** Aborts when the caller has left, or when the batch of the call has taken too long. */
  readonly signal?: AbortSignal
}
