import type { Clock } from '../../chain/clock.ts'
import { Mempool } from '../../chain/mempool.ts'
import type { Hex } from '../hex.ts'
import { bestPaid, feeCap, tipCap } from './price.ts'
import type { AtomicCTx, CTx, EvmTx } from './tx.ts'
import type { Refusal } from '../../chain/refusal.ts'
import { atomicRefusal, refusal } from '../refusals.ts'

export interface PoolLimits {
  readonly total: number
  readonly perSender: number
  /**
   * Maximum number of future transactions per sender. A future transaction is a transaction after a
   * nonce gap.
   */
  readonly futurePerSender: number
  readonly futureTotal: number
  /**
   * Inactive time of a sender, in milliseconds, after which the future transactions of the sender
   * are dropped.
   */
  readonly futureLifetime: number
  /** Minimum price increase of a replacement in percent. */
  readonly priceBump: bigint
}

/**
 * The default limits of geth. Geth enforces `perSender` only while its pool is full, but this node
 * always enforces it.
 */
const defaults: PoolLimits = {
  total: 6144,
  perSender: 1024,
  futurePerSender: 64,
  futureTotal: 1024,
  futureLifetime: 3 * 3_600_000,
  priceBump: 10n,
}

/** Milliseconds between two searches for expired transactions. */
const EXPIRY_INTERVAL = 60_000

interface Sender {
  readonly txs: Map<bigint, EvmTx>
  /** Nonce of the account; undefined until it is read from the state. */
  nonce: bigint | undefined
  /** Arrival time of the last transaction, in milliseconds since 1970. */
  activeAt: number
}

export interface PoolOptions {
  /** Returns the base fee that a block would have if it were built now. */
  readonly baseFee: () => bigint
  /**
   * Returns the conflict keys of an atomic transaction. No two pending transactions may have a key
   * in common.
   */
  readonly conflicts: (tx: AtomicCTx) => readonly string[]
  readonly clock: Pick<Clock, 'now'>
  readonly limits?: Partial<PoolLimits> | undefined
}

/**
 * Pending transactions. The transactions of one sender are ordered by nonce and may have gaps; a
 * block includes only the transactions before the first gap. Across senders, the transaction with
 * the highest tip comes first.
 */
export class EvmPool {
  readonly #limits: PoolLimits
  readonly #baseFee: () => bigint
  readonly #atomic: Mempool<AtomicCTx>
  /** Senders, ordered by the arrival of their last transaction, oldest first. */
  readonly #senders = new Map<Hex, Sender>()
  readonly #clock: Pick<Clock, 'now'>
  #expiredAt = 0
  readonly #byHash = new Map<Hex, EvmTx>()
  readonly #listeners = new Set<(tx: EvmTx) => void>()

  constructor({ baseFee, conflicts, clock, limits }: PoolOptions) {
    this.#baseFee = baseFee
    this.#atomic = new Mempool({ conflicts, conflict: () => atomicRefusal('conflict') })
    this.#clock = clock
    this.#limits = { ...defaults, ...limits }
  }

  readonly add = (tx: CTx): readonly CTx[] => {
    if (tx.kind === 'atomic') return this.#atomic.add(tx)
    if (this.#byHash.has(tx.hash)) {
      throw refusal('alreadyKnown', 'already known')
    }
    const old = this.at(tx.from, tx.tx.nonce)
    if (old !== undefined) this.#checkReplacement(old, tx)
    const displaced = old ?? this.#makeRoom(tx)
    if (displaced !== undefined) this.#delete(displaced)
    const sender = this.#senders.get(tx.from) ?? this.#newSender()
    sender.activeAt = this.#clock.now()
    sender.txs.set(tx.tx.nonce, tx)
    this.#senders.delete(tx.from)
    this.#senders.set(tx.from, sender)
    this.#byHash.set(tx.hash, tx)
    for (const listener of this.#listeners) listener(tx)
    return displaced === undefined ? [] : [displaced]
  }

  readonly remove = (tx: CTx): void => {
    if (tx.kind === 'atomic') return this.#atomic.remove(tx)
    const sender = this.#senders.get(tx.from)
    // If the removed transaction had the next nonce of the account, a block has included the
    // transaction and increased the nonce.
    if (this.#delete(tx) && sender?.nonce === tx.tx.nonce) sender.nonce++
  }

  #delete(tx: EvmTx): boolean {
    if (!this.#byHash.delete(tx.hash)) return false
    const sender = this.#senders.get(tx.from)
    sender?.txs.delete(tx.tx.nonce)
    if (sender?.txs.size === 0) this.#senders.delete(tx.from)
    return true
  }

  /**
   * Sets the nonce of an account. Pending transactions that do not follow this nonce without a gap become
   * future transactions (queued, in geth).
   */
  noteNonce(address: Hex, nonce: bigint): void {
    const sender = this.#senders.get(address) ?? this.#newSender()
    sender.nonce = nonce
    this.#senders.set(address, sender)
  }

  #newSender(): Sender {
    return { txs: new Map(), nonce: undefined, activeAt: this.#clock.now() }
  }

  /** Returns the future transactions of senders that were inactive for too long. Searches at most once a minute. */
  expired(): readonly EvmTx[] {
    const now = this.#clock.now()
    if (now - this.#expiredAt < EXPIRY_INTERVAL) return []
    this.#expiredAt = now
    const before = now - this.#limits.futureLifetime
    const inactive = [...this.#senders].filter(([, { activeAt }]) => activeAt <= before)
    // Also remove senders without transactions. Such a sender remains if a transaction was refused
    // before it was added to the pool.
    for (const [address, { txs }] of inactive) if (txs.size === 0) this.#senders.delete(address)
    return inactive.flatMap(([, sender]) => futureOf(sender))
  }

  readonly all = (): Iterable<CTx> => this.#ordered()

  /** Calls `listener` with each added transaction. Returns a function that removes the listener. */
  onAdded(listener: (tx: EvmTx) => void): () => void {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  get(hash: Hex): EvmTx | undefined {
    return this.#byHash.get(hash)
  }

  /** Number of EVM transactions. */
  get size(): number {
    return this.#byHash.size
  }

  at(sender: Hex, nonce: bigint): EvmTx | undefined {
    return this.#senders.get(sender)?.txs.get(nonce)
  }

  /** Returns the transactions by sender, each list in order of nonce. */
  senders(): ReadonlyMap<Hex, readonly EvmTx[]> {
    const used = [...this.#senders].filter(([, { txs }]) => txs.size > 0)
    return new Map(used.map(([address, { txs }]) => [address, sorted(txs)]))
  }

  /** Returns the nonce after the consecutive transactions of a sender, starting at the nonce of its account. */
  nextNonce(sender: Hex, accountNonce: bigint): bigint {
    return accountNonce + BigInt(this.executable(sender, accountNonce).length)
  }

  /** Returns the consecutive transactions of a sender, starting at the nonce of its account. */
  executable(sender: Hex, accountNonce: bigint): readonly EvmTx[] {
    const txs = this.#senders.get(sender)?.txs
    const consecutive: EvmTx[] = []
    for (let tx = txs?.get(accountNonce); tx !== undefined; tx = txs?.get(tx.tx.nonce + 1n)) {
      consecutive.push(tx)
    }
    return consecutive
  }

  /** Yields the atomic transactions, then the EVM transactions by descending tip. */
  *#ordered(): Generator<CTx, void> {
    yield* this.#atomic.all()
    const queues = [...this.senders().values()]
    // The order of the transactions of one sender does not depend on fees.
    yield* bestPaid(queues, queues.length > 1 ? this.#baseFee() : 0n)
  }

  /** Returns the transaction to evict for a new transaction; undefined if the pool is not full. */
  #makeRoom(tx: EvmTx): EvmTx | undefined {
    const { total, perSender } = this.#limits
    const own = this.#senders.get(tx.from)?.txs.size ?? 0
    if (own < perSender) {
      const surplus = this.#surplus(tx)
      if (surplus !== undefined || this.#byHash.size < total) return surplus
      const cheapest = this.#cheapest(tx.from)
      if (cheapest !== undefined && feeCap(cheapest.tx) < feeCap(tx.tx)) return cheapest
    }
    throw poolFull()
  }

  /**
   * Returns the future transaction to evict so that a new future transaction does not exceed a
   * limit. If the sender has too many future transactions, this is the last of them. If all senders
   * together have too many, this is the last future transaction of the sender that was inactive for
   * the longest time. Returns undefined if no limit is exceeded.
   */
  #surplus(tx: EvmTx): EvmTx | undefined {
    const own = this.#senders.get(tx.from)
    // Without the nonce of the account, it is unknown whether the transaction is after a gap.
    if (own?.nonce === undefined || tx.tx.nonce <= this.nextNonce(tx.from, own.nonce)) {
      return undefined
    }
    const { futurePerSender, futureTotal } = this.#limits
    const future = futureOf(own)
    if (future.length >= futurePerSender) {
      const last = future.at(-1)
      if (last !== undefined && last.tx.nonce > tx.tx.nonce) return last
      throw poolFull()
    }
    const senders = [...this.#senders.values()]
    const count = senders.reduce((sum, sender) => sum + futureOf(sender).length, 0)
    if (count < futureTotal) return undefined
    const evicted = senders.filter((sender) => sender !== own).flatMap(lastFuture)[0]
    if (evicted === undefined) throw poolFull()
    return evicted
  }

  /**
   * Returns the transaction with the lowest price, of all senders except `sender`. Among equal
   * prices, returns the transaction with the highest nonce.
   */
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
      throw refusal('replacementUnderpriced', message)
    }
  }
}

function poolFull(): Refusal {
  return refusal('poolFull', 'txpool is full')
}

/** Returns the transactions of a sender after the first nonce gap, in order of nonce. */
function futureOf({ txs, nonce }: Sender): readonly EvmTx[] {
  const own = sorted(txs)
  let next = nonce ?? own[0]?.tx.nonce ?? 0n
  const gap = own.findIndex(({ tx }) => {
    if (tx.nonce === next) next++
    return tx.nonce > next
  })
  return gap === -1 ? [] : own.slice(gap)
}

function lastFuture(sender: Sender): readonly EvmTx[] {
  return futureOf(sender).slice(-1)
}

function sorted(own: ReadonlyMap<bigint, EvmTx>): readonly EvmTx[] {
  return [...own.values()].sort((a, b) => Number(a.tx.nonce - b.tx.nonce))
}
