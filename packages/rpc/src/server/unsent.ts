import type { Dispatcher } from './types.ts'

/** The responses of all connections that were written but not yet transmitted, the oldest first. */
export class Unsent {
  readonly #limit: number
  readonly #sizes = new Map<() => void, number>()
  #total = 0

  constructor(limit: number) {
    this.#limit = limit
  }

  /**
   * Adds a response. If the total size exceeds the limit, closes the connections with the oldest responses,
   * since their peers read slowest. Returns a function to call when the response was transmitted or its
   * connection was closed.
   */
  add(bytes: number, closeConnection: () => void): () => void {
    // `#sizes` needs a key per response, but several responses of a connection may have the same function.
    const close = (): void => closeConnection()
    const remove = (): void => {
      if (this.#sizes.delete(close)) this.#total -= bytes
    }
    this.#sizes.set(close, bytes)
    this.#total += bytes
    for (const [closeOldest, size] of this.#sizes) {
      if (this.#total <= this.#limit || closeOldest === close) break
      this.#sizes.delete(closeOldest)
      this.#total -= size
      closeOldest()
    }
    return remove
  }
}

const known = new WeakMap<Dispatcher, Unsent>()

/** Returns the unsent responses of a dispatcher. All listeners of the dispatcher share them. */
export function unsentOf(dispatcher: Dispatcher): Unsent {
  const found = known.get(dispatcher) ?? new Unsent(dispatcher.limits.unsentBytes)
  known.set(dispatcher, found)
  return found
}
