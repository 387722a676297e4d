import type { ID } from '../codec/field.ts'
import { RefusedTx } from './refused-tx.ts'
import type { ChainTx } from './vm.ts'

/**
 * The order in which waiting transactions come into blocks. The `BlockProducer` keeps the transactions themselves,
 * when they came and who waits for them.
 */
export interface Pool<Tx> {
  /**
   * Takes a transaction and returns those that it replaces or evicts. Throws a {@link RefusedTx} if there is no
   * room, or if it conflicts with a transaction that waits.
   */
  readonly add: (tx: Tx) => readonly Tx[]
  /** Removes a transaction, whether or not it is there. */
  readonly remove: (tx: Tx) => void
  /** Transactions that a block could take now, best first. What comes while the list is read may be part of it. */
  readonly all: () => Iterable<Tx>
}

/** Most transactions that wait at a time, unless said otherwise. */
const CAPACITY = 8192

/** How a {@link Mempool} tells transactions apart. */
export interface MempoolOptions<Tx> {
  /** Keys that no two waiting transactions may share: consumed outputs, validator slots. */
  readonly conflicts: (tx: Tx) => readonly string[]
  readonly capacity?: number
}

/** Transactions in the order in which they came, no two of which conflict. */
export class Mempool<Tx extends ChainTx> implements Pool<Tx> {
  readonly #options: MempoolOptions<Tx>
  readonly #waiting = new Map<ID, Tx>()
  readonly #claims = new Map<string, ID>()

  constructor(options: MempoolOptions<Tx>) {
    this.#options = options
  }

  readonly add = (tx: Tx): readonly Tx[] => {
    const { conflicts, capacity = CAPACITY } = this.#options
    if (this.#waiting.size >= capacity)
      throw new RefusedTx('mempoolFull', 'transactionRefused', 'mempool is full')
    const claims = conflicts(tx)
    if (claims.some((claim) => this.#claims.has(claim)))
      throw new RefusedTx('conflict', 'transactionConflict', 'tx conflicts with other tx')
    for (const claim of claims) this.#claims.set(claim, tx.id)
    this.#waiting.set(tx.id, tx)
    return []
  }

  readonly remove = (tx: Tx): void => {
    if (!this.#waiting.delete(tx.id)) return
    for (const claim of this.#options.conflicts(tx))
      if (this.#claims.get(claim) === tx.id) this.#claims.delete(claim)
  }

  readonly all = (): Iterable<Tx> => this.#waiting.values()
}
