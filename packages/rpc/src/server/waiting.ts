/** Size that is added to the length of each message, so that the number of empty messages is limited. */
const OVERHEAD = 64

/** A queue of messages. A binary message is stored as `undefined`. */
export class Waiting {
  #texts: (string | undefined)[] = []
  /**
   * Index of the first message. Moving the index is faster than `shift`, which takes time in proportion to
   * the length.
   */
  #first = 0
  /** Total size of the messages, including their overhead. */
  size = 0

  get count(): number {
    return this.#texts.length - this.#first
  }

  add(text: string | undefined): void {
    this.#texts.push(text)
    this.size += costOf(text)
  }

  take(): string | undefined {
    const text = this.#texts[this.#first]
    this.#texts[this.#first++] = undefined
    this.size -= costOf(text)
    if (this.#first * 2 > this.#texts.length) {
      this.#texts = this.#texts.slice(this.#first)
      this.#first = 0
    }
    return text
  }

  clear(): void {
    this.#texts = []
    this.#first = 0
    this.size = 0
  }
}

function costOf(text: string | undefined): number {
  return (text?.length ?? 0) + OVERHEAD
}
