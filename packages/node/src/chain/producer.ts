import { concat, u64 } from '../codec/bytes.ts'
import type { ID } from '../codec/field.ts'
import { put, reading, remove, scan, type Change, type Store } from '../store/store.ts'
import type { Chain, Waiting } from './chain.ts'
import type { Clock } from './clock.ts'
import { readable } from './damaged.ts'
import type { Pool } from './mempool.ts'
import { Outcome } from './outcome.ts'
import { RefusedTx } from './refused-tx.ts'
import type { Built, ChainTx, Tip, Vm } from './vm.ts'

/** What a producer is made of. */
export interface ProducerOptions<Block, Tx extends ChainTx> {
  readonly vm: Vm<Block, Tx>
  readonly store: Store
  /** Key prefix below which acknowledged transactions wait; nothing else may be there. */
  readonly prefix: Uint8Array
  readonly pool: Pool<Tx>
  readonly clock: Clock
  /** Milliseconds from a transaction to its block; 0 accepts at once, `Infinity` waits for `produce`. */
  readonly blockTime: number | (() => number)
  /** Called with the reason why a block could not be built or written. */
  readonly onFailure: (error: unknown) => void
  /** Milliseconds between a block that failed and the next attempt. */
  readonly retryAfter?: number
}

/** A transaction that waits for its block. */
interface Entry<Tx> {
  readonly tx: Tx
  /** Milliseconds since 1970. */
  readonly since: number
  /** Where it is kept, if its sender was told that it would be. */
  readonly key: Uint8Array | undefined
  /** Keys of the transactions that it replaced: removed once it is kept itself, or accepted or refused. */
  readonly displaced: readonly Uint8Array[]
  /** Settles once it would still wait after a kill. */
  readonly kept: Outcome
  /** Settles once it was accepted or refused. */
  readonly accepted: Outcome
}

/** Most transactions that are remembered as rejected. */
const REMEMBERED = 8192
const RETRY = 1000

/**
 * Produces the blocks of one chain: queues transactions, decides when a block is built, writes each block in one
 * durable batch, and tries again after the store failed. The rules are those of its `Vm`.
 */
export class BlockProducer<Block, Tx extends ChainTx> implements Chain {
  readonly #options: ProducerOptions<Block, Tx>
  readonly #entries = new Map<ID, Entry<Tx>>()
  readonly #rejected = new Map<ID, Error>()
  #tip: Tip
  /** Whether a write failed: only the store knows whether the block got through. */
  #uncertain = false
  #next = 0n
  #started = false
  #pauses = 0
  /** Whether a block was due during a pause. */
  #isOwed = false
  #building: Promise<void> | undefined
  #cancelTimer: (() => void) | undefined
  #cancelWake: (() => void) | undefined
  readonly #closing = new AbortController()

  private constructor(options: ProducerOptions<Block, Tx>, tip: Tip) {
    this.#options = options
    this.#tip = tip
  }

  /** Opens a chain in its store, together with the transactions that were waiting when the process ended. */
  static async open<Block, Tx extends ChainTx>(
    options: ProducerOptions<Block, Tx>,
  ): Promise<BlockProducer<Block, Tx>> {
    return readable(options.vm.name, async () => {
      const producer = new BlockProducer(options, await options.vm.open(options.store))
      await producer.#reload()
      return producer
    })
  }

  readonly start = (): void => {
    this.#started = true
    this.#building ??= this.#run(async () => {
      await this.#arm(true)
      return true
    })
  }

  readonly tip = (): Tip => this.#tip

  readonly waiting = (): Waiting => {
    const [first] = this.#entries.values()
    return { count: this.#entries.size, since: first?.since }
  }

  /** A transaction that waits for its block. */
  get(id: ID): Tx | undefined {
    return this.#entries.get(id)?.tx
  }

  /** Why a transaction that was acknowledged is not going to be accepted. */
  rejection(id: ID): Error | undefined {
    return this.#rejected.get(id)
  }

  /**
   * Takes a signed transaction: resolves with its ID once it is accepted or, with a block time, once it is valid
   * and kept for the next block. One that waits or was accepted already is taken again without an effect. Throws
   * a RangeError for bytes that are not a transaction, and a {@link RefusedTx} for one that breaks a rule.
   */
  async issue(bytes: Uint8Array): Promise<ID> {
    const { vm, store } = this.#options
    const tx = vm.parse(bytes)
    try {
      await (this.#blockTime === 0 ? this.#accept(tx) : this.#verifyAndKeep(tx))
    } catch (error) {
      if (!(error instanceof RefusedTx) || !(await vm.isAccepted(tx.id, store))) throw error
    }
    return tx.id
  }

  /**
   * Takes a signed transaction without checking the state, so that it may spend what earlier ones are going to
   * produce. Resolves with its ID once it is kept; whether it is accepted shows later.
   */
  async enqueue(bytes: Uint8Array): Promise<ID> {
    const { vm, store } = this.#options
    const tx = vm.parse(bytes)
    const waiting = this.#entries.get(tx.id)
    if (waiting !== undefined) await waiting.kept.promise
    else if (!(await vm.isAccepted(tx.id, store))) await this.#keep(tx)
    if (this.#blockTime === 0) await this.#building
    return tx.id
  }

  /** Forgets a transaction that waits for its block; false if none of that ID does. */
  async drop(id: ID): Promise<boolean> {
    const resume = await this.pause()
    try {
      const entry = this.#entries.get(id)
      if (entry === undefined) return false
      if (entry.key !== undefined) await this.#options.store.write([remove(entry.key)])
      this.#settle(entry, new RefusedTx('dropped', 'transactionRefused', 'dropped'))
      return true
    } finally {
      resume()
    }
  }

  readonly produce = async (): Promise<void> => {
    await this.#building
    this.#build()
    await this.#building
  }

  readonly idle = async (): Promise<void> => {
    while (this.#building !== undefined) await this.#building
  }

  readonly pause = async (): Promise<() => void> => {
    this.#pauses++
    await this.idle()
    let isPaused = true
    return () => {
      if (isPaused) this.#pauses--
      isPaused = false
      if (this.#isOwed) this.#build()
      else this.#schedule()
    }
  }

  readonly reset = async (): Promise<void> => {
    const resume = await this.pause()
    try {
      for (const entry of this.#entries.values())
        this.#settle(entry, new Error('The node was reverted to an earlier state'))
      this.#rejected.clear()
      this.#options.vm.reset?.()
      this.#tip = await this.#options.vm.open(this.#options.store)
      await this.#reload()
      await this.#arm(true)
    } finally {
      resume()
    }
  }

  readonly close = async (): Promise<void> => {
    this.#closing.abort()
    this.#cancelTimer?.()
    this.#cancelWake?.()
    await this.idle()
  }

  /** Queues what was acknowledged before the process ended. */
  async #reload(): Promise<void> {
    const { store, prefix, vm, clock } = this.#options
    const surplus: Change[] = []
    for await (const { key, value } of scan(store, prefix)) {
      this.#next = Buffer.from(key.subarray(-8)).readBigUInt64BE() + 1n
      const tx = vm.parse(value)
      // Kept twice when its sender tried again after a failed write that got through.
      if (this.#entries.has(tx.id)) surplus.push(remove(key))
      else this.#insert(tx, clock.now(), key).kept.resolve()
    }
    if (surplus.length > 0) await store.write(surplus)
  }

  async #accept(tx: Tx): Promise<void> {
    const waiting = this.#entries.get(tx.id)
    if (waiting !== undefined) return waiting.accepted.promise
    const entry = this.#insert(tx, this.#options.clock.now(), undefined)
    entry.kept.resolve()
    this.#schedule()
    await entry.accepted.promise
  }

  async #verifyAndKeep(tx: Tx): Promise<void> {
    const { vm, store } = this.#options
    if (this.#entries.get(tx.id) === undefined) {
      const error = await reading(store, (state) => vm.verify(tx, state, this.#time()))
      if (error !== undefined) throw error
    }
    // The same one may have come during the check.
    const waiting = this.#entries.get(tx.id)
    await (waiting === undefined ? this.#keep(tx) : waiting.kept.promise)
  }

  async #keep(tx: Tx): Promise<void> {
    const { store, prefix, clock } = this.#options
    const key = concat(prefix, u64(this.#next++))
    const entry = this.#insert(tx, clock.now(), key)
    try {
      await store.write([put(key, tx.bytes), ...entry.displaced.map(remove)])
    } catch (error) {
      this.#settle(entry, error)
      throw error
    }
    entry.kept.resolve()
    this.#schedule()
  }

  #insert(tx: Tx, since: number, key: Uint8Array | undefined): Entry<Tx> {
    const replaced = this.#options.pool.add(tx).flatMap(({ id }) => this.#entries.get(id) ?? [])
    const displaced = replaced.flatMap((old) => [...(old.key ? [old.key] : []), ...old.displaced])
    const entry = { tx, since, key, displaced, kept: new Outcome(), accepted: new Outcome() }
    this.#entries.set(tx.id, entry)
    this.#rejected.delete(tx.id)
    for (const old of replaced)
      this.#settle(old, new RefusedTx('replaced', 'transactionConflict', 'replaced by another'))
    return entry
  }

  get #blockTime(): number {
    const { blockTime } = this.#options
    return typeof blockTime === 'function' ? blockTime() : blockTime
  }

  /** Unix seconds: never before the last block. */
  #time(): bigint {
    const now = BigInt(Math.floor(this.#options.clock.now() / 1000))
    return now > this.#tip.time ? now : this.#tip.time
  }

  #schedule(): void {
    if (!this.#mayBuild() || this.#entries.size === 0) return
    const blockTime = this.#blockTime
    const { clock } = this.#options
    if (blockTime === 0) this.#build()
    else if (blockTime !== Infinity)
      this.#cancelTimer ??= clock.at(clock.now() + blockTime, () => this.#build())
  }

  #mayBuild(): boolean {
    const isFree = this.#building === undefined && this.#pauses === 0
    return isFree && this.#started && !this.#closing.signal.aborted
  }

  #build(): void {
    this.#isOwed = this.#pauses > 0
    if (!this.#mayBuild()) return
    this.#cancelTimer?.()
    this.#cancelTimer = undefined
    this.#building = this.#run(async () => {
      const hasProgress = await this.#round()
      await this.#arm(hasProgress)
      return hasProgress
    })
  }

  /** Runs an attempt that resolves with whether to go on, and makes another one if it fails. */
  async #run(attempt: () => Promise<boolean>): Promise<void> {
    let next: () => void
    try {
      next = (await attempt()) ? () => this.#schedule() : () => {}
    } catch (error) {
      await this.#failed(error)
      next = () => this.#build()
    }
    this.#building = undefined
    next()
  }

  /** Builds and writes one block, or what a block without it would be; resolves with whether anything changed. */
  async #round(): Promise<boolean> {
    // Those that come in the same turn of the event loop go into the same block.
    await new Promise((resolve) => setImmediate(resolve))
    const { vm, store } = this.#options
    if (this.#uncertain) {
      this.#tip = await vm.open(store)
      this.#uncertain = false
    }
    const built = await reading(store, (state) =>
      vm.build({ parent: this.#tip, time: this.#time(), txs: this.#ready(), state }),
    )
    if (built === undefined) return false
    await this.#write(built)
    for (const { id } of built.taken) this.#ended(id)
    for (const { tx, error } of built.refused)
      // After a failed write that got through all the same.
      this.#ended(tx.id, (await vm.isAccepted(tx.id, store)) ? undefined : error)
    return true
  }

  async #write({ blocks, taken, refused }: Built<Block, Tx>): Promise<void> {
    const { vm, store } = this.#options
    const ended = [...taken, ...refused.map(({ tx }) => tx)]
    const forgotten = ended.flatMap(({ id }): readonly Change[] => {
      const { key, displaced = [] } = this.#entries.get(id) ?? {}
      return [...(key ? [key] : []), ...displaced].map(remove)
    })
    const changes = [...blocks.flatMap((block) => block.changes), ...forgotten]
    if (changes.length > 0) {
      this.#uncertain = true
      await store.write(changes)
      this.#uncertain = false
    }
    this.#tip = blocks.at(-1)?.tip ?? this.#tip
    if (blocks.length > 0) vm.accepted?.(blocks)
  }

  /** Transactions that a block may take: a block must not forget one that is still being written. */
  *#ready(): Generator<Tx, void> {
    for (const tx of this.#options.pool.all())
      if (this.#entries.get(tx.id)?.kept.isDone === true) yield tx
  }

  /** Asks when the chain wants its next block without transactions. */
  async #arm(hasProgress: boolean): Promise<void> {
    const { vm, store, clock } = this.#options
    if (vm.wakeAt === undefined || !this.#started || this.#blockTime === Infinity) return
    const seconds = await vm.wakeAt(this.#tip, store)
    this.#cancelWake?.()
    this.#cancelWake = undefined
    if (seconds === undefined || this.#closing.signal.aborted) return
    const time = Number(seconds) * 1000
    // Asking again and again for a block that is never built would keep the process busy.
    if (hasProgress || time > clock.now()) this.#cancelWake = clock.at(time, () => this.#build())
  }

  /** Nothing of the block counts: whoever waits hears of the failure, and what was promised is tried again. */
  async #failed(error: unknown): Promise<void> {
    const { vm, onFailure, retryAfter = RETRY } = this.#options
    onFailure(error)
    vm.reset?.()
    this.#uncertain = true
    for (const entry of this.#entries.values())
      if (entry.key === undefined) this.#settle(entry, error)
    await pauseFor(retryAfter, this.#closing.signal)
  }

  #ended(id: ID, error?: Error): void {
    const entry = this.#entries.get(id)
    if (entry !== undefined) this.#settle(entry, error)
  }

  /** The transaction waits no longer: it was accepted, or ends with an error. */
  #settle({ tx, key, kept, accepted }: Entry<Tx>, error?: unknown): void {
    this.#entries.delete(tx.id)
    this.#options.pool.remove(tx)
    if (error === undefined) {
      accepted.resolve()
      return
    }
    if (error instanceof RefusedTx && key !== undefined) this.#remember(tx.id, error)
    kept.reject(error)
    accepted.reject(error)
  }

  #remember(id: ID, error: Error): void {
    const [first] = this.#rejected.keys()
    if (this.#rejected.size >= REMEMBERED && first !== undefined) this.#rejected.delete(first)
    this.#rejected.set(id, error)
  }
}

/** Resolves after so many milliseconds, or as soon as the signal is aborted. */
function pauseFor(milliseconds: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (signal.aborted) return resolve()
    const timer = setTimeout(done, milliseconds).unref()
    function done(): void {
      clearTimeout(timer)
      signal.removeEventListener('abort', done)
      resolve()
    }
    signal.addEventListener('abort', done)
  })
}
