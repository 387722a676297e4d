import { setImmediate, setTimeout as wait } from 'node:timers/promises'
import { Deferred } from '../scheduling/deferred.ts'
import { Notifier } from '../scheduling/notifier.ts'
import type { ReplicatedStore } from '../store/log/replicated-store.ts'
import { isReplicaFault } from '../store/store-error.ts'
import type { Change, Store } from '../store/store.ts'
import type { Chain } from './chain.ts'

export interface FollowerOptions {
  readonly store: ReplicatedStore
  /** Called when the chain cannot follow the store. It is tried again. */
  readonly onFailure: (error: unknown) => void
  /** Milliseconds between a failure and the next attempt. */
  readonly retryAfter?: number
}

interface Batch {
  readonly changes: readonly Change[]
  readonly position: bigint
  readonly followed: Deferred
}

const RETRY = 1000

/**
 * Keeps a chain at the position of a replicated store: while another process is the writer, the chain follows its
 * batches; while this process is the writer, the chain produces blocks.
 */
export class Follower {
  readonly #options: FollowerOptions
  readonly #removers: readonly (() => void)[]
  readonly #closing = new AbortController()
  #chain: Chain | undefined
  /** What the chain does; undefined before it has begun, and while it may not have stopped to produce blocks. */
  #role: 'writer' | 'replica' | undefined
  /** Whether the chain must stop before it follows or starts. Holds until a stop succeeds, also if the role changes. */
  #mustStop = false
  /** Batches that the chain has not followed yet. */
  readonly #batches: Batch[] = []
  /** Whether the last attempt to follow failed. */
  #isFailing = false
  #running: Promise<void> | undefined
  /** Notified after each attempt to follow. */
  readonly #attempted = new Notifier()
  /** Resolves at the next batch or change of the role. */
  #changed = new Deferred()

  /** Collects the batches that are applied from now on. Create it before the chain is opened. */
  constructor(options: FollowerOptions) {
    this.#options = options
    const { store } = options
    this.#removers = [
      store.onApplied((changes, position) => {
        const followed = new Deferred()
        this.#batches.push({ changes, position, followed })
        this.#wake()
        return followed.promise
      }),
      store.onRole(() => {
        this.#wake()
        return this.#until(() => this.isSettled)
      }),
    ]
  }

  /** Opens the chain in its store. If this process cannot write the genesis, waits until another has written it. */
  async open<T>(open: (store: Store) => Promise<T>): Promise<T> {
    for (;;) {
      const changed = this.#changed.promise
      // The chain reads their changes from the store.
      this.#drop(this.#batches.length)
      try {
        return await open(this.#options.store)
      } catch (error) {
        if (!isReplicaFault(error)) throw error
      }
      await changed
      this.#closing.signal.throwIfAborted()
    }
  }

  /** Starts the chain, or makes it follow. Resolves once that is done. */
  async begin(chain: Chain): Promise<void> {
    this.#chain = chain
    this.#wake()
    await this.#until(() => this.#role !== undefined)
  }

  /** Whether the chain could not follow at the last attempt. */
  get isFailing(): boolean {
    return this.#isFailing
  }

  /** Number of the last batch that the chain has followed. */
  get position(): bigint {
    const [next] = this.#batches
    return next === undefined ? this.#options.store.position() : next.position - 1n
  }

  /** Resolves once the chain works in the role of the store. Rejects with the reason of the signal if it is aborted. */
  async settled(signal: AbortSignal): Promise<void> {
    await this.#until(() => this.isSettled, signal)
  }

  /** Resolves once the chain has followed the batch `seq`. Rejects with the reason of the signal if it is aborted. */
  async reached(seq: bigint, signal: AbortSignal): Promise<void> {
    await this.#options.store.reached(seq, signal)
    // The store may report the batch just after its position has changed.
    await setImmediate()
    await this.#until(() => this.position >= seq, signal)
  }

  /** Whether the chain works in the role of the store. */
  get isSettled(): boolean {
    return this.#role === this.#options.store.role()
  }

  /** Resolves once a condition holds, or the follower is closed. */
  async #until(condition: () => boolean, signal = new AbortController().signal): Promise<void> {
    while (!this.#closing.signal.aborted && !condition()) await this.#attempted.wait(signal)
  }

  /** Ends to follow. Resolves once the chain is not used any more. */
  async close(): Promise<void> {
    this.#closing.abort()
    for (const remove of this.#removers) remove()
    this.#attempted.notify()
    this.#changed.resolve()
    await this.#running
  }

  #wake(): void {
    this.#changed.resolve()
    this.#changed = new Deferred()
    if (this.#chain !== undefined) this.#running ??= this.#run(this.#chain)
  }

  async #run(chain: Chain): Promise<void> {
    // Wait, so that the caller has stored the promise.
    await Promise.resolve()
    while (this.#isBehind) await this.#attempt(chain)
    this.#running = undefined
  }

  get #isBehind(): boolean {
    if (this.#closing.signal.aborted) return false
    return this.#batches.length > 0 || !this.isSettled
  }

  async #attempt(chain: Chain): Promise<void> {
    try {
      await this.#follow(chain)
      this.#isFailing = false
    } catch (error) {
      this.#isFailing = true
      this.#options.onFailure(error)
      const closing = { ref: false, signal: this.#closing.signal }
      // Rejects only when the node is closed.
      await wait(this.#options.retryAfter ?? RETRY, undefined, closing).catch(() => {})
    }
    this.#attempted.notify()
  }

  async #follow(chain: Chain): Promise<void> {
    const { store } = this.#options
    if (store.role() === 'replica' && this.#role !== 'replica') {
      this.#role = undefined
      this.#mustStop = true
    }
    if (this.#mustStop) {
      await chain.stop()
      this.#mustStop = false
      this.#role = 'replica'
    }
    const { length } = this.#batches
    // The writer has the blocks of its own batches.
    if (this.#role !== 'writer') await chain.follow(this.#batches.map(({ changes }) => changes))
    this.#drop(length)
    if (store.role() === 'replica' || this.#role === 'writer' || this.#batches.length > 0) return
    chain.start()
    this.#role = 'writer'
  }

  /** Removes the oldest batches. */
  #drop(count: number): void {
    for (const { followed } of this.#batches.splice(0, count)) followed.resolve()
  }
}
