import type { ID } from '../../codec/field.ts'
import type { Clock } from '../../chain/clock.ts'
import type { EvmPool } from './pool.ts'
import type { CVm } from './vm.ts'

/** How transactions are handed to the chain. */
export interface Issuer {
  /** Resolves once the transaction is accepted, or kept for the next block where blocks have a time. */
  readonly issue: (bytes: Uint8Array) => Promise<ID>
  /** Resolves once the transaction is kept; it may have to wait for earlier ones. */
  readonly enqueue: (bytes: Uint8Array) => Promise<ID>
  /** Why a transaction that was acknowledged is not going to be accepted. */
  readonly rejection: (id: ID) => Error | undefined
}

/** The C-Chain as its API sees it. */
export interface CChain {
  readonly vm: CVm
  readonly pool: EvmPool
  readonly issuer: Issuer
  readonly clock: Clock
  /** Milliseconds that the calls and traces of one request may run. */
  readonly callTimeout: number
}
