import { setTimeout as wait } from 'node:timers/promises'
import type { ID } from '../codec/field.ts'
import { idText } from '../codec/ids.ts'
import { StoreError } from '../store/store-error.ts'
import { reading, remove, type Change } from '../store/store.ts'
import type { Chain, PendingSummary, ProduceOptions, Production } from './chain.ts'
import { secondsOf } from './clock.ts'
import { readable } from './damaged.ts'
import { Deferred } from '../scheduling/deferred.ts'
import { poolRefusal, Refusal } from './refusal.ts'
import type { FindTx } from './tx-status.ts'
import type { AcceptedBlock, Built, ChainTx, FollowedBlock, RefusedTx, Tip, Vm } from './vm.ts'
import { PendingTxs, type PendingTxsOptions } from './pending-txs.ts'

export interface ProducerOptions<Block, Tx extends ChainTx> extends PendingTxsOptions<Tx> {
  readonly vm: Vm<Block, Tx>
  /**
   * Milliseconds between a transaction and its block. 0 builds the block at once, and `Infinity`
   * waits for a call of `produce`.
   */
  readonly blockTime: number | (() => number)
  /** Called when a block cannot be built or written, and when a pending transaction is dropped. */
  readonly onFailure: (error: unknown, message: string) => void
  /** Called once blocks are durable. */
  readonly onAccepted?: ((accepted: AcceptedBlocks) => void) | undefined
  /** Milliseconds between a failed block and the next attempt. */
  readonly retryAfter?: number
}

/** The blocks of an attempt: a single block, or a proposal block and the chosen option block. */
export interface AcceptedBlocks {
  /** Name of the chain, for example `X-Chain`. */
  readonly chain: string
  readonly tips: readonly Tip[]
  readonly transactions: number
  /** Time in milliseconds to build and write the blocks. */
  readonly durationMs: number
}

/** A call of `produce`. */
interface Request {
  readonly force: boolean
  readonly signal: AbortSignal | undefined
  readonly done: Deferred
}

const RETRY = 1000
/** Maximum number of verifications of a transaction, because blocks may be accepted faster than it is verified. */
const VERIFICATIONS = 5

/**
 * Produces the blocks of one chain: queues transactions, schedules blocks, writes each block in one durable batch, and
 * retries after a store failure. The `Vm` provides the rules of the chain.
 */
export class BlockProducer<Block, Tx extends ChainTx> implements Chain {
  readonly #options: ProducerOptions<Block, Tx>
  readonly #pending: PendingTxs<Tx>
  #tip: Tip
  #production: Production = { blocks: 0, transactions: 0, seconds: 0 }
  /** True while the store may or may not contain the last block, because its write failed or is in progress. */
  #isTipUncertain = false
  /** Aborted while this process does not produce the blocks. */
  #stopping = new AbortController()
  #pauses = 0
  /** Resolves once no pause is in effect. */
  #resumed = new Deferred()
  /** Transactions that are being verified and stored. */
  readonly #storing = new Set<Promise<void>>()
  /** Whether a block became due while no block could be built. */
  #isBlockDue = false
  /** Calls of `produce` that wait for their attempt, in order. */
  readonly #requests: Request[] = []
  /** Whether a transaction became ready after the last attempt read the pending transactions. */
  #hasNewTxs = false
  /** The error of the last attempt, if it failed. */
  #failure: { readonly error: unknown } | undefined
  /** The time of the last attempt to build a block, in Unix seconds. */
  #attemptedAt = 0n
  #building: Promise<void> | undefined
  #cancelTimer: (() => void) | undefined
  #cancelWake: (() => void) | undefined
  readonly #closing = new AbortController()

  private constructor(options: ProducerOptions<Block, Tx>, tip: Tip) {
    this.#options = options
    this.#pending = new PendingTxs(options)
    this.#tip = tip
    this.#stopping.abort()
  }

  /** Opens a chain in its store and restores the transactions that were pending when the process ended. */
  static async open<Block, Tx extends ChainTx>(
    options: ProducerOptions<Block, Tx>,
  ): Promise<BlockProducer<Block, Tx>> {
    return readable(options.vm.name, async () => {
      const producer = new BlockProducer(options, await options.vm.open(options.store))
      await producer.#reload(notWriter())
      return producer
    })
  }

  readonly start = (): void => {
    this.#stopping = new AbortController()
    this.#building ??= this.#run(async () => {
      await this.#arm(true)
      return true
    })
  }

  readonly stop = async (): Promise<void> => {
    this.#stopping.abort()
    this.#cancelAlarms()
    await this.idle()
    await Promise.allSettled(this.#storing)
    // Writes that failed may have left states and transactions in memory that the store does not have.
    this.#options.vm.reset?.('failed')
    await this.#reload(notWriter())
  }

  readonly follow = async (batches: readonly (readonly Change[])[]): Promise<void> => {
    const { vm, store } = this.#options
    await reading(store, async (state) => {
      const changes = batches.flat()
      const blocks = await vm.follow({ tip: this.#tip, state, changes })
      const ended = batches.flatMap((batch) => this.#pending.endedBy(batch))
      const accepted = await Promise.all(ended.map(({ id }) => vm.isAccepted(id, state)))
      // Everything that can fail is done: after a failure, the same batches are followed again.
      for (const [at, { id, error }] of ended.entries())
        this.#pending.settle(id, accepted[at] === true ? undefined : error)
      for (const { id, error } of this.#pending.mirror(changes, (bytes) => vm.parse(bytes)))
        this.#reportDrop(id, error)
      this.#tip = blocks.at(-1)?.tip ?? this.#tip
      this.#report(blocks)
    })
  }

  readonly tip = (): Tip => this.#tip

  readonly pending = (): PendingSummary => this.#pending.state

  readonly production = (): Production => this.#production

  get(id: ID): Tx | undefined {
    return this.#pending.get(id)?.tx
  }

  readonly status: FindTx<ID, Tx> = async (id, find) => {
    // Look up pending transactions first. In the opposite order, both lookups would miss a
    // transaction that is accepted between them.
    const waiting = this.get(id)
    const accepted = await find()
    if (accepted !== undefined) return { kind: 'accepted', accepted }
    // The transaction may have been stored during the lookup.
    const tx = this.get(id) ?? waiting
    if (tx !== undefined) return { kind: 'pending', tx }
    const error = this.#pending.rejection(id)
    return error === undefined ? { kind: 'unknown' } : { kind: 'dropped', error }
  }

  /**
   * Issues a parsed transaction and resolves with its ID. If no block time is configured, resolves
   * once the transaction is accepted, or stored because the next block cannot include it. Otherwise, resolves once
   * the transaction is verified and stored for the next block. Issuing a pending or accepted transaction again has no
   * effect.
   * Throws a {@link Refusal} for a transaction that breaks a rule of the state.
   */
  async issue(tx: Tx): Promise<ID> {
    const { vm, store } = this.#options
    try {
      await (this.#blockTime === 0
        ? this.#accept(tx)
        : this.#runUnpaused(() => this.#verifyAndStore(tx)))
    } catch (error) {
      if (!(error instanceof Refusal) || !(await vm.isAccepted(tx.id, store))) throw error
    }
    return tx.id
  }

  /**
   * Queues a parsed transaction without checking the state, so that the transaction may spend
   * outputs of pending transactions. Resolves with the transaction ID once the transaction is
   * stored. The transaction may still be rejected later.
   */
  async enqueue(tx: Tx): Promise<ID> {
    const { vm, store } = this.#options
    if (!(await vm.isAccepted(tx.id, store))) await this.#runUnpaused(() => this.#storeTx(tx))
    if (this.#blockTime === 0) await this.#building
    return tx.id
  }

  /** Whether this process does not produce the blocks. */
  get #isFollowing(): boolean {
    return this.#stopping.signal.aborted
  }

  /** Throws a `StoreError` with the code `replica` if another process produces the blocks. */
  #requireProduction(): void {
    if (this.#isFollowing) throw notWriter()
  }

  /**
   * Drops a pending transaction. Returns false if there is no pending transaction with this ID, or if another process
   * decides that.
   */
  async drop(id: ID): Promise<boolean> {
    if (this.#isFollowing) return false
    const resume = await this.pause()
    try {
      const entry = this.#pending.get(id)
      if (entry === undefined) return false
      if (entry.key !== undefined) await this.#options.store.write([remove(entry.key)])
      this.#pending.settle(id, poolRefusal('dropped'))
      return true
    } finally {
      resume()
    }
  }

  readonly produce = async ({ force = false, signal }: ProduceOptions = {}): Promise<void> => {
    const request = { force, signal, done: new Deferred() }
    this.#requests.push(request)
    this.#next()
    await request.done.promise
  }

  /** Resolves once no block is being built, or after an attempt that failed. */
  readonly idle = async (): Promise<void> => {
    while (this.#building !== undefined) {
      await this.#building
      if (this.#failure !== undefined) return
    }
  }

  /**
   * Resolves once the block that is being built, and one that is due now, are built, or after an attempt that failed.
   * Unlike {@link idle}, does not wait for blocks of later transactions, which may follow each other without an end.
   */
  readonly dueBlocks = async (): Promise<void> => {
    // What became due during an attempt is part of the next one.
    for (let at = 0; at < 2 && this.#building !== undefined; at++) {
      await this.#building
      if (this.#failure !== undefined) return
    }
  }

  readonly pause = async (): Promise<() => void> => {
    if (this.#pauses++ === 0) this.#resumed = new Deferred()
    await this.idle()
    await Promise.allSettled(this.#storing)
    let isPaused = true
    return () => {
      if (isPaused && --this.#pauses === 0) this.#resumed.resolve()
      isPaused = false
      // The state may have changed during the pause, so try the pending transactions again.
      this.#hasNewTxs = true
      this.#next()
    }
  }

  readonly beforeRevert = async (height: bigint): Promise<void> =>
    this.#options.vm.beforeRevert?.(height)

  readonly reset = async (): Promise<void> => {
    const resume = await this.pause()
    try {
      this.#options.vm.reset?.('reverted')
      // Cancel the timer: if the revert set the clock back, the timer would fire far in the future.
      this.#cancelTimer?.()
      this.#cancelTimer = undefined
      this.#tip = await this.#options.vm.open(this.#options.store)
      await this.#reload(poolRefusal('reverted'))
      await this.#arm(true)
    } finally {
      resume()
    }
  }

  get closing(): AbortSignal {
    return this.#closing.signal
  }

  readonly close = async (): Promise<void> => {
    this.#closing.abort()
    this.#cancelAlarms()
    await this.idle()
  }

  #cancelAlarms(): void {
    this.#cancelTimer?.()
    this.#cancelTimer = undefined
    this.#cancelWake?.()
    this.#cancelWake = undefined
  }

  /** Queues the stored transactions that were acknowledged but are not accepted yet, instead of those in memory. */
  async #reload(reason: Error): Promise<void> {
    const { vm } = this.#options
    const dropped = await this.#pending.reload((bytes) => vm.parse(bytes), reason)
    for (const { id, error } of dropped) this.#reportDrop(id, error)
  }

  #reportDrop(id: ID, error: unknown): void {
    const { vm, onFailure } = this.#options
    onFailure(error, `the ${vm.name} dropped transaction ${idText(id)}, which was pending`)
  }

  async #accept(tx: Tx): Promise<void> {
    await this.#resumption()
    this.#requireProduction()
    const pending = this.#pending.get(tx.id)
    if (pending !== undefined) return pending.decided.promise
    const { decided } = this.#pending.add(tx)
    this.#schedule()
    await decided.promise
  }

  async #verifyAndStore(tx: Tx): Promise<void> {
    // Verify again if a block was accepted in the meantime: it may have spent the same outputs, and
    // its transactions are no longer in the pool, which rejects conflicts.
    for (let attempt = 0; attempt < VERIFICATIONS; attempt++) {
      const tip = this.#tip
      if (this.#pending.get(tx.id) === undefined) await this.#verify(tx)
      if (tip === this.#tip) break
    }
    await this.#storeTx(tx)
  }

  async #verify(tx: Tx): Promise<void> {
    const { vm, store } = this.#options
    await reading(store, (state) => vm.verify(tx, state, this.#time()))
  }

  /** Stores a transaction, unless it is pending already. */
  async #storeTx(tx: Tx): Promise<void> {
    const entry = this.#pending.get(tx.id)
    if (entry !== undefined) return entry.decided.promise
    await this.#pending.store(tx)
    this.#schedule()
  }

  /**
   * Runs `work` while the chain is not paused, because a revert during `work` would drop or duplicate the transaction
   * that it stores.
   */
  async #runUnpaused(work: () => Promise<void>): Promise<void> {
    await this.#resumption()
    this.#requireProduction()
    const running = work()
    this.#storing.add(running)
    try {
      await running
    } finally {
      this.#storing.delete(running)
    }
  }

  async #resumption(): Promise<void> {
    while (this.#pauses > 0) await this.#resumed.promise
  }

  get #blockTime(): number {
    const { blockTime } = this.#options
    return typeof blockTime === 'function' ? blockTime() : blockTime
  }

  /** The current time in Unix seconds, but never before the time of the last block. */
  #time(): bigint {
    const now = secondsOf(this.#options.clock)
    return now > this.#tip.time ? now : this.#tip.time
  }

  #schedule(): void {
    this.#hasNewTxs = true
    if (!this.#mayBuild() || this.#pending.state.count === 0) return
    const blockTime = this.#blockTime
    const { clock } = this.#options
    if (blockTime === 0 || this.#pending.hasWaiting) this.#build()
    else if (blockTime !== Infinity)
      this.#cancelTimer ??= clock.at(clock.now() + blockTime, () => {
        this.#cancelTimer = undefined
        // It may have become infinite.
        if (this.#blockTime !== Infinity) this.#build()
      })
  }

  get #isBusy(): boolean {
    return this.#pauses > 0 || this.#building !== undefined
  }

  #mayBuild(): boolean {
    return !this.#isBusy && !this.#isFollowing && !this.#closing.signal.aborted
  }

  /** Builds a block as soon as possible. A block that is being built does not replace it. */
  #wake(): void {
    if (this.#blockTime === Infinity) return
    this.#isBlockDue = true
    if (this.#mayBuild()) this.#build()
  }

  /** Builds the block that is requested or became due, or schedules a block for new transactions. */
  #next(): void {
    if (this.#isBusy) return
    if (!this.#mayBuild()) {
      this.#endRequests()
      return
    }
    while (this.#requests[0]?.signal?.aborted === true) this.#requests.shift()?.done.resolve()
    if (this.#requests.length > 0 || this.#isBlockDue) this.#build()
    else if (this.#hasNewTxs) this.#schedule()
  }

  /** Ends the calls of `produce` that wait, because no block is built for them, or because of an error. */
  #endRequests(error?: unknown): void {
    for (const { done } of this.#requests.splice(0)) {
      if (error === undefined) done.resolve()
      else done.reject(error)
    }
  }

  #build(): void {
    this.#isBlockDue ||= this.#pauses > 0
    if (!this.#mayBuild()) return
    this.#isBlockDue = false
    this.#cancelTimer?.()
    this.#cancelTimer = undefined
    const request = this.#requests.shift()
    const force = request?.force === true && request.signal?.aborted !== true
    this.#building = this.#run(async () => {
      const hasProgress = await this.#round(force)
      await this.#arm(hasProgress)
      return hasProgress
    }, request)
  }

  /**
   * Runs an attempt to build a block, and builds again after a failure. The attempt resolves with
   * true if the transactions that it left pending should be tried again.
   */
  async #run(attempt: () => Promise<boolean>, request?: Request): Promise<void> {
    try {
      if (await attempt()) this.#hasNewTxs = true
      this.#failure = undefined
      request?.done.resolve()
    } catch (error) {
      this.#failure = { error }
      // The producer tries again later, but callers must not take the block for built, or wait for free space.
      request?.done.reject(error)
      this.#endRequests(error)
      await this.#failed(error)
      this.#isBlockDue ||= this.#blockTime !== Infinity
    }
    this.#building = undefined
    this.#next()
  }

  /** Builds and writes the next blocks. Resolves with true if anything changed. */
  async #round(force: boolean): Promise<boolean> {
    // Wait, so that transactions that arrive in the same turn of the event loop go into the same block.
    await new Promise((resolve) => setImmediate(resolve))
    const { vm, store } = this.#options
    const startedAt = performance.now()
    if (this.#isTipUncertain) await this.#reopen()
    const built = await reading(store, (state) => {
      // Read the pending transactions together with the state, so that no transaction is refused
      // because of a state that is older than the transaction.
      this.#hasNewTxs = false
      this.#attemptedAt = this.#time()
      const [time, txs] = [this.#attemptedAt, this.#pending.ready()]
      return vm.build({ parent: this.#tip, time, txs, state, force })
    })
    if (built === undefined) {
      // Without new transactions, no attempt follows, and callers would wait for an unknown time.
      if (!this.#hasNewTxs) await this.#pending.storeAll()
      return false
    }
    await this.#write(built)
    this.#count(built.blocks, built.taken.length, performance.now() - startedAt)
    for (const { id } of built.taken) this.#pending.settle(id)
    for (const refused of built.refused) await this.#refuse(refused)
    return true
  }

  /** Reads the tip again after a failure, and reports blocks whose write succeeded although it reported a failure. */
  async #reopen(): Promise<void> {
    const { vm, store } = this.#options
    const tip = await vm.open(store)
    const blocks = await reading(store, (state) =>
      vm.follow({ tip: this.#tip, state, changes: [] }),
    )
    this.#tip = tip
    this.#isTipUncertain = false
    this.#report(blocks)
  }

  /** Reports blocks that are in the store already. */
  #report(blocks: readonly FollowedBlock<Block>[]): void {
    if (blocks.length === 0) return
    this.#options.vm.accepted?.(blocks)
    const transactions = blocks.reduce((sum, block) => sum + block.transactions, 0)
    this.#count(blocks, transactions, 0)
  }

  /**
   * Removes a pending transaction that a block refused, unless the transaction is accepted: an
   * earlier write may have succeeded although it reported a failure.
   */
  async #refuse({ tx, error }: RefusedTx<Tx>): Promise<void> {
    const { vm, store } = this.#options
    const isAccepted = await vm.isAccepted(tx.id, store)
    const isAcknowledged = this.#pending.get(tx.id)?.key !== undefined
    this.#pending.settle(tx.id, isAccepted ? undefined : error)
    if (!isAccepted && isAcknowledged) this.#reportDrop(tx.id, error)
  }

  async #write({ blocks, taken, refused }: Built<Block, Tx>): Promise<void> {
    const { vm, store } = this.#options
    const changes = [
      ...blocks.flatMap((block) => block.changes),
      ...this.#pending.removals(taken, refused),
    ]
    if (changes.length > 0) {
      this.#isTipUncertain = true
      await store.write(changes)
      this.#isTipUncertain = false
    }
    this.#tip = blocks.at(-1)?.tip ?? this.#tip
    if (blocks.length > 0) vm.accepted?.(blocks)
  }

  #count(blocks: readonly AcceptedBlock<Block>[], transactions: number, durationMs: number): void {
    if (blocks.length === 0) return
    const { vm, onAccepted } = this.#options
    const before = this.#production
    this.#production = {
      blocks: before.blocks + blocks.length,
      transactions: before.transactions + transactions,
      seconds: before.seconds + durationMs / 1000,
    }
    const tips = blocks.map(({ tip }) => tip)
    onAccepted?.({ chain: vm.name, tips, transactions, durationMs })
  }

  /** Schedules the next attempt that the chain needs at a fixed time, even without new transactions. */
  async #arm(hasProgress: boolean): Promise<void> {
    const { vm, store, clock } = this.#options
    if (vm.wakeAt === undefined || this.#isFollowing || this.#blockTime === Infinity) return
    const seconds = await vm.wakeAt(this.#tip, store)
    this.#cancelWake?.()
    this.#cancelWake = undefined
    if (seconds === undefined || this.#closing.signal.aborted) return
    // After an attempt that changed nothing, wait for the next second of the chain. An earlier
    // attempt would change nothing again, and would keep the process busy.
    const earliest = hasProgress ? seconds : this.#attemptedAt + 1n
    const time = Number(seconds > earliest ? seconds : earliest) * 1000
    // The time may have passed since the attempt. The clock calls such an alarm at once.
    this.#cancelWake = clock.at(time, () => this.#wake())
  }

  /**
   * Discards the block, rejects the transactions that were not acknowledged, and waits before the retry. Acknowledged
   * transactions stay pending.
   */
  async #failed(error: unknown): Promise<void> {
    const { vm, onFailure, retryAfter = RETRY } = this.#options
    onFailure(error, `the ${vm.name} failed to build or write a block`)
    vm.reset?.('failed')
    this.#isTipUncertain = true
    this.#pending.rejectUnacknowledged(error)
    // Rejects only when the chain is closed, or stops to produce blocks.
    const signal = AbortSignal.any([this.#closing.signal, this.#stopping.signal])
    await wait(retryAfter, undefined, { ref: false, signal }).catch(() => {})
  }
}

function notWriter(): StoreError {
  return new StoreError('replica', 'Another node writes the chains.')
}
