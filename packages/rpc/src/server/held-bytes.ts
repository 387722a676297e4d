import type { Dispatcher, Limits } from './types.ts'

/** Size in bytes from which a body or a message is counted against `limits.receivingBytes`. */
export const SHORT_BODY = 65_536

/** Bytes that connections hold in memory, the oldest first: unsent responses, or bodies that are being received. */
export class HeldBytes {
  readonly #limit: number
  readonly #sizes = new Map<() => void, number>()
  #total = 0

  constructor(limit: number) {
    this.#limit = limit
  }

  /**
   * Adds bytes. If the total size exceeds the limit, closes the connections with the oldest bytes, since their
   * peers are slowest. Returns a function to call when the bytes were released or the connection was closed.
   */
  add(bytes: number, closeConnection: () => void): () => void {
    // `#sizes` needs a key per addition, but several additions of a connection may have the same function.
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

type Limited = 'unsentBytes' | 'receivingBytes'

const known = new WeakMap<Dispatcher, Record<Limited, HeldBytes>>()

/** Returns the held bytes of a dispatcher. All listeners of the dispatcher share them. */
export function heldBytes(dispatcher: Dispatcher, limit: keyof Pick<Limits, Limited>): HeldBytes {
  const { unsentBytes, receivingBytes } = dispatcher.limits
  const found = known.get(dispatcher) ?? {
    unsentBytes: new HeldBytes(unsentBytes),
    receivingBytes: new HeldBytes(receivingBytes),
  }
  known.set(dispatcher, found)
  return found[limit]
}
