import { Follower } from '../chain/follower.ts'
import type { ReplicatedStore } from '../store/log/replicated-store.ts'

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

  /** Resolves once all chains work in the role of the store. Rejects with the reason of the signal if it is aborted. */
  async settled(signal: AbortSignal): Promise<void> {
    await this.#all((follower) => follower.settled(signal))
  }

  /** Resolves once all chains have followed the batch `seq`. Rejects with the reason of the signal if it is aborted. */
  async reached(seq: bigint, signal: AbortSignal): Promise<void> {
    if (this.followed >= seq) return
    await this.#all((follower) => follower.reached(seq, signal))
  }

  /** Remembers the position of a response of the writer, which later responses may not fall behind. */
  noteForwarded(position: bigint): void {
    if (position > this.#forwarded) this.#forwarded = position
  }

  async close(): Promise<void> {
    this.store.stopRetrying()
    await Promise.all([...this.#followers.values()].map((follower) => follower.close()))
  }

  async #all(work: (follower: Follower) => Promise<void>): Promise<void> {
    await Promise.all([...this.#followers.values()].map(work))
  }
}
