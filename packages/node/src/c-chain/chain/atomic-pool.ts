import type { AtomicCTx } from './tx.ts'
import { atomicRefusal } from '../refusals.ts'

/** Pending atomic transactions. No two pending transactions have a conflict key in common. */
export class AtomicPool {
  readonly #conflicts: (tx: AtomicCTx) => readonly string[]
  readonly #txs = new Map<string, AtomicCTx>()
  readonly #claims = new Set<string>()

  constructor(conflicts: (tx: AtomicCTx) => readonly string[]) {
    this.#conflicts = conflicts
  }

  add(tx: AtomicCTx): void {
    const claims = this.#conflicts(tx)
    if (claims.some((claim) => this.#claims.has(claim))) {
      throw atomicRefusal('conflict')
    }
    for (const claim of claims) this.#claims.add(claim)
    this.#txs.set(tx.id, tx)
  }

  remove(tx: AtomicCTx): void {
    if (!this.#txs.delete(tx.id)) return
    for (const claim of this.#conflicts(tx)) this.#claims.delete(claim)
  }

  all(): Iterable<AtomicCTx> {
    return this.#txs.values()
  }
}
