import type { Limits } from './types.ts'

type Text = string | undefined

/** How long a batch runs before other requests have their turn. */
const SLICE_MS = 20

/** The entries of a batch. */
export interface BatchEntries {
  readonly count: number
  /** The response to an entry; `undefined` for a notification. Never throws or rejects. */
  respond(index: number): Text | Promise<Text>
  /** The error for an entry that has no room left in the batch's response. */
  refuse(index: number): Text
}

/**
 * Runs a batch: only so many calls at once, with pauses for other requests, and no calls once the responses
 * have reached their limit. Gives the text of the responses in the order of the entries.
 */
export function runBatch(entries: BatchEntries, limits: Limits): Text | Promise<Text> {
  const batch = new Batch(entries, limits)
  return batch.run() ? batch.text() : batch.finished
}

class Batch {
  readonly finished: Promise<Text>
  readonly #entries: BatchEntries
  readonly #limits: Limits
  readonly #texts: Text[] = []
  #finish: (text: Text) => void = () => {}
  #next = 0
  #open = 0
  #size = 0

  constructor(entries: BatchEntries, limits: Limits) {
    this.#entries = entries
    this.#limits = limits
    this.finished = new Promise((resolve) => {
      this.#finish = resolve
    })
  }

  /** Starts what may be started; whether everything has its response. */
  run(): boolean {
    const until = performance.now() + SLICE_MS
    const { batchConcurrency } = this.#limits
    while (this.#next < this.#entries.count && this.#open < batchConcurrency) {
      if (performance.now() > until) {
        setTimeout(() => this.#continue(), 0)
        return false
      }
      this.#start(this.#next++)
    }
    return this.#next === this.#entries.count && this.#open === 0
  }

  #continue(): void {
    if (this.run()) this.#finish(this.text())
  }

  #start(index: number): void {
    if (this.#size >= this.#limits.responseBytes)
      return this.#add(this.#entries.refuse(index), index)
    const response = this.#entries.respond(index)
    if (typeof response !== 'object') return this.#add(response, index)
    this.#open++
    void response.then((text) => {
      this.#open--
      this.#add(text, index)
      this.#continue()
    })
  }

  #add(text: Text, index: number): void {
    const size = text?.length ?? 0
    const isOver = this.#size + size > this.#limits.responseBytes
    // What does not fit counts, so that nothing more is started.
    this.#size += size
    this.#texts[index] = isOver ? this.#entries.refuse(index) : text
  }

  text(): Text {
    const texts = this.#texts.filter((text) => text !== undefined)
    return texts.length === 0 ? undefined : `[${texts.join(',')}]`
  }
}
