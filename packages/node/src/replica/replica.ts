import { Follower } from '../chain/follower.ts'
import type { ReplicatedStore } from '../store/log/replicated-store.ts'

/** The part of a node that follows an ordered log together with other nodes. */
export class Replica {
  readonly store: ReplicatedStore
  readonly #onFailure: (error: unknown, message: string) => void
  readonly #followers: Follower[] = []
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
    this.#followers.push(follower)
    return follower
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
    return this.#followers.reduce(
      (least, { position }) => (position < least ? position : least),
      this.store.position(),
    )
  }

  /** Resolves once all chains work in the role of the store. Rejects with the reason of the signal if it is aborted. */
  async settled(signal: AbortSignal): Promise<void> {
    await orAborted(signal, () => this.#followers.map((follower) => follower.settled()))
  }

  /** Resolves once all chains have followed the batch `seq`. Rejects with the reason of the signal if it is aborted. */
  async reached(seq: bigint, signal: AbortSignal): Promise<void> {
    if (this.followed >= seq) return
    await orAborted(signal, () => [
      this.store.reached(seq, signal),
      ...this.#followers.map((follower) => follower.reached(seq, signal)),
    ])
  }

  /** Remembers the position of a response of the writer, which later responses may not fall behind. */
  noteForwarded(position: bigint): void {
    if (position > this.#forwarded) this.#forwarded = position
  }

  async close(): Promise<void> {
    this.store.stopRetrying()
    await Promise.all(this.#followers.map((follower) => follower.close()))
  }
}

/** Waits for all of the work. Rejects with the reason of the signal if it is aborted before. */
async function orAborted(signal: AbortSignal, work: () => readonly Promise<void>[]): Promise<void> {
  signal.throwIfAborted()
  let stop = (): void => {}
  const aborted = new Promise<never>((_, reject) => {
    stop = () => reject(signal.reason as Error)
    signal.addEventListener('abort', stop, { once: true })
  })
  try {
    await Promise.race([Promise.all(work()), aborted])
  } finally {
    signal.removeEventListener('abort', stop)
  }
}
