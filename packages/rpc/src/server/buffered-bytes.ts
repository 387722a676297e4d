import type { Dispatcher, Limits } from './types.ts'

/** Size in bytes from which a body or a message is counted against `limits.receivingBytes`. */
export const SHORT_BODY = 65_536

/** Bytes that connections hold in memory: unsent responses, or bodies that are being received. */
export class BufferedBytes {
  readonly #limit: number
  /** The number of bytes of each message that was not released. The message that grew least recently comes first. */
  readonly #sizes = new Map<() => void, number>()
  #total = 0

  constructor(limit: number) {
    this.#limit = limit
  }

  /**
   * Adds the bytes of a message. If the total size exceeds the limit, closes the connections of the messages that grew
   * least recently, since their peers are slowest. Returns a function to call when the bytes were released or the
   * connection was closed.
   */
  add(bytes: number, closeConnection: () => void): () => void {
    const message = this.message(closeConnection)
    message.grow(bytes)
    return message.release
  }

  /** Counts a message that is received in parts. It takes the same memory, however many parts it has. */
  message(closeConnection: () => void): BufferedMessage {
    // `#sizes` needs a key per message, but several messages of a connection may have the same function.
    const close = (): void => closeConnection()
    return {
      grow: (bytes) => {
        const before = this.#sizes.get(close) ?? 0
        this.#sizes.delete(close)
        this.#sizes.set(close, before + bytes)
        this.#total += bytes
        this.#closeOldest()
      },
      release: () => this.#remove(close),
    }
  }

  /** Closes connections until the total size is within the limit. A single message may exceed it. */
  #closeOldest(): void {
    for (const close of this.#sizes.keys()) {
      if (this.#total <= this.#limit || this.#sizes.size === 1) break
      this.#remove(close)
      close()
    }
  }

  #remove(close: () => void): void {
    this.#total -= this.#sizes.get(close) ?? 0
    this.#sizes.delete(close)
  }
}

export interface BufferedMessage {
  readonly grow: (bytes: number) => void
  readonly release: () => void
}

type Limited = 'unsentBytes' | 'receivingBytes'

const known = new WeakMap<Dispatcher, Record<Limited, BufferedBytes>>()

/** Returns the buffered bytes of a dispatcher. All listeners of the dispatcher share them. */
export function bufferedBytes(
  dispatcher: Dispatcher,
  limit: keyof Pick<Limits, Limited>,
): BufferedBytes {
  const { unsentBytes, receivingBytes } = dispatcher.limits
  const found = known.get(dispatcher) ?? {
    unsentBytes: new BufferedBytes(unsentBytes),
    receivingBytes: new BufferedBytes(receivingBytes),
  }
  known.set(dispatcher, found)
  return found[limit]
}
