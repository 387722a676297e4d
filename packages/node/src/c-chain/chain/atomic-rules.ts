import type { RefusedTx } from '../../chain/refused-tx.ts'
import type { Change, Reader } from '../../store/store.ts'
import type { Machine } from '../engine/machine.ts'
import type { Hex } from '../hex.ts'
import type { AtomicCTx } from './tx.ts'
import type { AccountState } from './validity.ts'

/** What an atomic transaction is checked against. */
export interface AtomicContext {
  readonly state: Reader
  /** Unix seconds. */
  readonly time: bigint
  readonly baseFee: bigint
  readonly account: (address: Hex) => Promise<AccountState>
}

/** How atomic transactions move value between the EVM and the memory that the chains share. */
export interface AtomicRules {
  /** Gas of the atomic transactions of one block. */
  readonly gasLimit: bigint
  readonly gasOf: (tx: AtomicCTx) => bigint
  /** Checks what needs no state. Throws a RefusedTx. */
  readonly checkForm: (tx: AtomicCTx) => void
  readonly conflicts: (tx: AtomicCTx) => readonly string[]
  readonly brokenRule: (tx: AtomicCTx, context: AtomicContext) => Promise<RefusedTx | undefined>
  /** Credits or debits the accounts of the EVM. */
  readonly apply: (tx: AtomicCTx, machine: Machine) => Promise<void>
  /** What the transaction changes in the shared memory. */
  readonly changes: (tx: AtomicCTx, state: Reader) => Promise<readonly Change[]>
  /** The record of an accepted transaction. */
  readonly accepted: (tx: AtomicCTx, height: bigint) => readonly Change[]
  /** The atomic transactions of a block as its extra data. */
  readonly encodeAll: (txs: readonly AtomicCTx[]) => Uint8Array
}
