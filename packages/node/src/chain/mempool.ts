import type { ID } from '../codec/field.ts'
import { poolRefusal, type Refusal } from './refusal.ts'
import type { ChainTx } from './vm.ts'

/**
 * Decides the order in which pending transactions are included in blocks. The `BlockProducer` keeps
 * the arrival times and the waiting callers.
 */
export interface Pool<Tx> {
  /**
   * Adds a transaction and returns the transactions that the new transaction replaces or evicts.
   * Throws a `Refusal` if the pool is full or the transaction conflicts with a pending
   * transaction.
   */
  readonly add: (tx: Tx) => readonly Tx[]
  readonly remove: (tx: Tx) => void
  /**
   * Transactions that a block can include now, best first. The iteration may include transactions
   * that are added while it runs.
   */
  readonly all: () => Iterable<Tx>
}

/** Default maximum number of pending transactions. */
const CAPACITY = 8192

export interface MempoolOptions<Tx> {
  /**
   * Returns the conflict keys of a transaction, for example its consumed outputs. No two pending transactions may share
   * a key.
   */
  readonly conflicts: (tx: Tx) => readonly string[]
  readonly capacity?: number
  /** Returns the error for a transaction that has a conflict key of another. */
  readonly conflict?: () => Refusal
}

/** Pending transactions in order of arrival, without conflicts. */
export class Mempool<Tx extends ChainTx> implements Pool<Tx> {
  readonly #options: MempoolOptions<Tx>
  readonly #pending = new Map<ID, Tx>()
  readonly #claims = new Map<string, ID>()

  constructor(options: MempoolOptions<Tx>) {
    this.#options = options
  }

  readonly add = (tx: Tx): readonly Tx[] => {
    const {
      conflicts,
      capacity = CAPACITY,
      conflict = () => poolRefusal('conflict'),
    } = this.#options
    if (this.#pending.size >= capacity) throw poolRefusal('mempoolFull')
    const claims = conflicts(tx)
    if (claims.some((claim) => this.#claims.has(claim))) throw conflict()
    for (const claim of claims) this.#claims.set(claim, tx.id)
    this.#pending.set(tx.id, tx)
    return []
  }

  readonly remove = (tx: Tx): void => {
    if (!this.#pending.delete(tx.id)) return
    for (const claim of this.#options.conflicts(tx))
      if (this.#claims.get(claim) === tx.id) this.#claims.delete(claim)
  }

  readonly all = (): Iterable<Tx> => this.#pending.values()
}
