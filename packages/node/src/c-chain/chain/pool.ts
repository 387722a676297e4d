import { isAccessList2930Tx, isLegacyTx, type TypedTransaction } from '@ethereumjs/tx'
import { RefusedTx } from '../../chain/refused-tx.ts'
import type { Hex } from '../hex.ts'
import type { AtomicCTx, CTx, EvmTx } from './tx.ts'

/** Limits of the pool. */
export interface PoolLimits {
  readonly total: number
  /** Maximum number of transactions per sender. */
  readonly perSender: number
  /** Minimum price increase of a replacement, in percent. */
  readonly priceBump: bigint
}

const defaults: PoolLimits = { total: 6144, perSender: 1024, priceBump: 10n }

/** Returns the maximum gas price of a transaction. */
export function feeCap(tx: TypedTransaction): bigint {
  return isLegacyTx(tx) || isAccessList2930Tx(tx) ? tx.gasPrice : tx.maxFeePerGas
}

/** Returns the maximum tip of a transaction. */
export function tipCap(tx: TypedTransaction): bigint {
  return isLegacyTx(tx) || isAccessList2930Tx(tx) ? tx.gasPrice : tx.maxPriorityFeePerGas
}

/**
 * Pending transactions. The transactions of a sender are ordered by nonce and may have gaps; a block includes them up
 * to the first gap. The sender whose next transaction has the highest tip comes first.
 */
export class EvmPool {
  readonly #limits: PoolLimits
  readonly #conflicts: (tx: AtomicCTx) => readonly string[]
  readonly #bySender = new Map<Hex, Map<bigint, EvmTx>>()
  readonly #byHash = new Map<Hex, EvmTx>()
  readonly #atomic = new Map<string, AtomicCTx>()
  readonly #claims = new Map<string, string>()
  readonly #listeners = new Set<(tx: EvmTx) => void>()

  constructor(conflicts: (tx: AtomicCTx) => readonly string[], limits: Partial<PoolLimits> = {}) {
    this.#conflicts = conflicts
    this.#limits = { ...defaults, ...limits }
  }

  readonly add = (tx: CTx): readonly CTx[] => {
    if (tx.kind === 'atomic') return this.#addAtomic(tx)
    if (this.#byHash.has(tx.hash)) {
      throw new RefusedTx('alreadyKnown', 'alreadyKnown', 'already known')
    }
    const old = this.at(tx.from, tx.tx.nonce)
    if (old !== undefined) this.#checkReplacement(old, tx)
    const displaced = old ?? this.#makeRoom(tx)
    if (displaced !== undefined) this.remove(displaced)
    const own = this.#bySender.get(tx.from) ?? new Map<bigint, EvmTx>()
    this.#bySender.set(tx.from, own.set(tx.tx.nonce, tx))
    this.#byHash.set(tx.hash, tx)
    for (const listener of this.#listeners) listener(tx)
    return displaced === undefined ? [] : [displaced]
  }

  readonly remove = (tx: CTx): void => {
    if (tx.kind === 'atomic') {
      this.#removeAtomic(tx)
      return
    }
    if (!this.#byHash.delete(tx.hash)) return
    const own = this.#bySender.get(tx.from)
    own?.delete(tx.tx.nonce)
    if (own?.size === 0) this.#bySender.delete(tx.from)
  }

  readonly all = (): Iterable<CTx> => this.#ordered()

  /** Calls `listener` with each new EVM transaction. Returns a function that stops it. */
  onAdded(listener: (tx: EvmTx) => void): () => void {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  get(hash: Hex): EvmTx | undefined {
    return this.#byHash.get(hash)
  }

  /** Returns the transaction of a sender with a nonce. */
  at(sender: Hex, nonce: bigint): EvmTx | undefined {
    return this.#bySender.get(sender)?.get(nonce)
  }

  /** Returns the transactions by sender and nonce. */
  senders(): ReadonlyMap<Hex, readonly EvmTx[]> {
    return new Map([...this.#bySender].map(([sender, own]) => [sender, sorted(own)]))
  }

  /** Returns the nonce after the consecutive transactions of a sender, starting at the nonce of its account. */
  nextNonce(sender: Hex, accountNonce: bigint): bigint {
    const own = this.#bySender.get(sender)
    let next = accountNonce
    while (own?.has(next)) next++
    return next
  }

  /**
   * Yields the atomic transactions, then the EVM transactions: nonces of a sender in order, senders with the best price
   * first.
   */
  *#ordered(): Generator<CTx, void> {
    yield* this.#atomic.values()
    const queues = [...this.#bySender.values()].map(sorted)
    if (queues.length === 1) {
      yield* queues[0] ?? []
      return
    }
    const places = queues.map((queue) => ({ queue, at: 0 }))
    places.sort((a, b) => compare(tipOf(b.queue[b.at]), tipOf(a.queue[a.at])))
    while (places.length > 0) {
      const [best] = places
      const tx = best?.queue[best.at]
      if (best === undefined || tx === undefined) return
      yield tx
      best.at++
      places.shift()
      const next = best.queue[best.at]
      if (next === undefined) continue
      const tip = tipOf(next)
      const behind = places.findIndex((other) => tipOf(other.queue[other.at]) < tip)
      places.splice(behind === -1 ? places.length : behind, 0, best)
    }
  }

  /** Returns the transaction to evict for a new one; undefined if the pool is not full. */
  #makeRoom(tx: EvmTx): EvmTx | undefined {
    const { total, perSender } = this.#limits
    const own = this.#bySender.get(tx.from)?.size ?? 0
    if (own < perSender) {
      if (this.#byHash.size < total) return undefined
      const cheapest = this.#cheapest(tx.from)
      if (cheapest !== undefined && feeCap(cheapest.tx) < feeCap(tx.tx)) return cheapest
    }
    throw new RefusedTx('poolFull', 'poolFull', 'txpool is full')
  }

  /** Returns the cheapest transaction of other senders. Of several, the one with the highest nonce. */
  #cheapest(sender: Hex): EvmTx | undefined {
    let cheapest: EvmTx | undefined
    for (const tx of this.#byHash.values()) {
      if (tx.from === sender) continue
      const difference = cheapest === undefined ? -1n : feeCap(tx.tx) - feeCap(cheapest.tx)
      const isLater = tx.tx.nonce > (cheapest?.tx.nonce ?? 0n)
      if (difference < 0n || (difference === 0n && isLater)) cheapest = tx
    }
    return cheapest
  }

  #checkReplacement(old: EvmTx, tx: EvmTx): void {
    const bump = 100n + this.#limits.priceBump
    const isBetter =
      feeCap(tx.tx) * 100n >= feeCap(old.tx) * bump && tipCap(tx.tx) * 100n >= tipCap(old.tx) * bump
    if (!isBetter) {
      const message = 'replacement transaction underpriced'
      throw new RefusedTx('replacementUnderpriced', 'replacementUnderpriced', message)
    }
  }

  #addAtomic(tx: AtomicCTx): readonly CTx[] {
    const claims = this.#conflicts(tx)
    if (claims.some((claim) => this.#claims.has(claim))) {
      throw new RefusedTx('conflict', 'transactionRefused', 'conflicting atomic tx in mempool')
    }
    for (const claim of claims) this.#claims.set(claim, tx.id)
    this.#atomic.set(tx.id, tx)
    return []
  }

  #removeAtomic(tx: AtomicCTx): void {
    if (!this.#atomic.delete(tx.id)) return
    for (const claim of this.#conflicts(tx)) this.#claims.delete(claim)
  }
}

function sorted(own: ReadonlyMap<bigint, EvmTx>): readonly EvmTx[] {
  return [...own.values()].sort((a, b) => compare(a.tx.nonce, b.tx.nonce))
}

function tipOf(tx: EvmTx | undefined): bigint {
  return tx === undefined ? -1n : tipCap(tx.tx)
}

function compare(a: bigint, b: bigint): number {
  return a < b ? -1 : a > b ? 1 : 0
}
