import type { Change, Reader } from '../../store/store.ts'
import type { Machine } from '../engine/machine.ts'
import type { Hex } from '../hex.ts'
import type { AtomicCTx } from './tx.ts'
import type { AccountState } from './validity.ts'

export interface AtomicContext {
  readonly state: Reader
  /** Unix seconds. */
  readonly time: bigint
  readonly baseFee: bigint
  readonly account: (address: Hex) => Promise<AccountState>
}

/**
 * The rules of atomic transactions, which transfer assets between the EVM and the shared memory.
 */
export interface AtomicRules {
  /** Maximum total gas of the atomic transactions in a block. */
  readonly gasLimit: bigint
  readonly gasOf: (tx: AtomicCTx) => bigint
  /** Checks the rules that do not depend on the chain state. Throws a `Refusal`. */
  readonly checkForm: (tx: AtomicCTx) => void
  readonly conflicts: (tx: AtomicCTx) => readonly string[]
  /** Checks the rules that depend on the chain state. Throws a `Refusal`. */
  readonly check: (tx: AtomicCTx, context: AtomicContext) => Promise<void>
  /** Credits imported amounts to EVM accounts, or debits exported amounts. */
  readonly apply: (tx: AtomicCTx, machine: Machine) => Promise<void>
  readonly changes: (tx: AtomicCTx, state: Reader) => Promise<readonly Change[]>
  readonly accepted: (tx: AtomicCTx, height: bigint) => readonly Change[]
  readonly encodeAll: (txs: readonly AtomicCTx[]) => Uint8Array
}
