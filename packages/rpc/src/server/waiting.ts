/** Size that is added to the length of each message, so that the number of empty messages is limited. */
const OVERHEAD = 64

/** A message that waits. The text is `undefined` for a message that is not text. */
export interface WaitingMessage {
  readonly text: string | undefined
  /** The parsed text; undefined if the text has to be parsed. */
  readonly message?: unknown
}

/**
 * Length up to which the parsed message is kept. The values of a longer message could take many times the memory of its
 * text.
 */
const SHORT = 1000

/** A queue of messages. */
export class Waiting {
  #messages: (WaitingMessage | undefined)[] = []
  /**
   * Index of the first message. Moving the index is faster than `shift`, which takes time in proportion to
   * the length.
   */
  #first = 0
  /** Total size of the messages, including their overhead. */
  size = 0

  get count(): number {
    return this.#messages.length - this.#first
  }

  add(text: string | undefined, message: unknown): void {
    this.#messages.push(text !== undefined && text.length <= SHORT ? { text, message } : { text })
    this.size += costOf(text)
  }

  take(): WaitingMessage | undefined {
    const taken = this.#messages[this.#first]
    if (!taken) return undefined
    this.#messages[this.#first++] = undefined
    this.size -= costOf(taken.text)
    if (this.#first * 2 > this.#messages.length) {
      this.#messages = this.#messages.slice(this.#first)
      this.#first = 0
    }
    return taken
  }

  clear(): void {
    this.#messages = []
    this.#first = 0
    this.size = 0
  }
}

function costOf(text: string | undefined): number {
  return (text?.length ?? 0) + OVERHEAD
}
