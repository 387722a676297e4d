import { Follower } from '../chain/follower.ts'
import type { ReplicatedStore } from '../store/log/replicated-store.ts'

/** Time in milliseconds that a call waits for the chains. */
export const WAIT_MS = 2000

/** A call, whose signal is created when it is used. */
interface Caller {
  readonly signal: AbortSignal
}

/** The part of a node that follows an ordered log together with other nodes. */
export class Replica {
  readonly store: ReplicatedStore
  readonly #onFailure: (error: unknown, message: string) => void
  /** By the primary alias of the chain. */
  readonly #followers = new Map<string, Follower>()
  /** The highest position of a response of the writer. */
  #forwarded = 0n

  /** `onFailure` is called when a chain cannot follow the log. It is tried again. */
  constructor(store: ReplicatedStore, onFailure: (error: unknown, message: string) => void) {
    this.store = store
    this.#onFailure = onFailure
  }

  /** Returns the follower of the chain with a primary alias, which is not open yet. */
  follower(alias: string): Follower {
    const onFailure = (error: unknown): void =>
      this.#onFailure(error, `the ${alias}-Chain failed to follow the log`)
    const follower = new Follower({ store: this.store, onFailure })
    this.#followers.set(alias, follower)
    return follower
  }

  /** Primary aliases of the chains that could not follow the log at their last attempt. */
  get failing(): readonly string[] {
    return [...this.#followers].flatMap(([alias, { isFailing }]) => (isFailing ? [alias] : []))
  }

  get isWriter(): boolean {
    return this.store.role() === 'writer'
  }

  /** The position that contains everything which the responses so far may show. */
  get shown(): bigint {
    const position = this.store.position()
    return position > this.#forwarded ? position : this.#forwarded
  }

  /** The position that all chains have followed. */
  get followed(): bigint {
    return [...this.#followers.values()].reduce(
      (least, { position }) => (position < least ? position : least),
      this.store.position(),
    )
  }

  /**
   * Resolves with true once all chains work in the role of the store, and with false if that takes too long. Rejects with the
   * reason of the signal if it is aborted.
   */
  async settled(caller: Caller): Promise<boolean> {
    const isSettled = [...this.#followers.values()].every((follower) => follower.isSettled)
    return isSettled || this.#wait(caller, (follower, signal) => follower.settled(signal))
  }

  /** Like {@link settled}, for chains that have followed the batch `seq`. */
  async reached(seq: bigint, caller: Caller): Promise<boolean> {
    if (this.followed >= seq) return true
    return this.#wait(caller, (follower, signal) => follower.reached(seq, signal))
  }

  /** Remembers the position of a response of the writer, which later responses may not fall behind. */
  noteForwarded(position: bigint): void {
    if (position > this.#forwarded) this.#forwarded = position
  }

  async close(): Promise<void> {
    this.store.stopRetrying()
    await Promise.all([...this.#followers.values()].map((follower) => follower.close()))
  }

  async #wait(
    caller: Caller,
    work: (follower: Follower, signal: AbortSignal) => Promise<void>,
  ): Promise<boolean> {
    const late = AbortSignal.timeout(WAIT_MS)
    const signal = AbortSignal.any([caller.signal, late])
    try {
      await Promise.all([...this.#followers.values()].map((follower) => work(follower, signal)))
      return true
    } catch (error) {
      if (!late.aborted) throw error
      return false
    }
  }
}
