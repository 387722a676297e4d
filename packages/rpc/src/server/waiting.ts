/** What a message takes beside its text, so that empty ones count too. */
const OVERHEAD = 64

/** Messages that wait for their turn, first come, first served; `undefined` for one that is no text. */
export class Waiting {
  #texts: (string | undefined)[] = []
  /** Those before it were taken: moving the others up each time would cost as much as there are. */
  #first = 0
  /** Of all texts, with what holding them takes. */
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
