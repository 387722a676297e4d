import type { ID } from '../../codec/field.ts'
import type { Clock } from '../../chain/clock.ts'
import type { EvmPool } from './pool.ts'
import type { CVm } from './vm.ts'

export interface Issuer {
  /**
   * Without a block time, resolves once the transaction is accepted. With a block time, resolves
   * once the transaction is stored for the next block.
   */
  readonly issue: (bytes: Uint8Array) => Promise<ID>
  /**
   * Resolves once the transaction is stored. The transaction may depend on earlier pending
   * transactions.
   */
  readonly enqueue: (bytes: Uint8Array) => Promise<ID>
  /** Returns the error that caused an acknowledged transaction to be dropped. */
  readonly rejection: (id: ID) => Error | undefined
  /** Resolves with false if no pending transaction has the ID. */
  readonly drop: (id: ID) => Promise<boolean>
}

export interface CChain {
  readonly vm: CVm
  readonly pool: EvmPool
  readonly issuer: Issuer
  readonly clock: Clock
  /** Time limit for the calls and traces of one request, in milliseconds. */
  readonly callTimeout: number
}
