import { byteLength } from './byte-length.ts'
import type { Limits } from './types.ts'

type Text = string | undefined

/** Time slice of a batch before other requests get their turn. */
const SLICE_MS = 20

/** The entries of a batch. */
export interface BatchEntries {
  readonly count: number
  /** Returns the response to an entry; `undefined` for a notification. Never throws or rejects. */
  respond(index: number): Text | Promise<Text>
  /** Returns the error for an entry that exceeds the size limit of the response. */
  refuse(index: number): Text
}

/**
 * Runs a batch with limited concurrency and pauses for other requests. Starts no further calls once the
 * responses have reached their limit. Returns the responses in the order of the entries.
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
  #until = performance.now() + SLICE_MS
  #isPaused = false
  #characters = 0
  /** Undefined until the limit is near. */
  #bytes: number | undefined

  constructor(entries: BatchEntries, limits: Limits) {
    this.#entries = entries
    this.#limits = limits
    this.finished = new Promise((resolve) => {
      this.#finish = resolve
    })
  }

  /** Starts as many calls as allowed. Returns whether all responses are complete. */
  run(): boolean {
    const { count } = this.#entries
    const { batchConcurrency } = this.#limits
    while (this.#next < count && this.#open < batchConcurrency && !this.#isPaused) {
      if (performance.now() > this.#until) this.#pause()
      else this.#start(this.#next++)
    }
    return this.#next === count && this.#open === 0
  }

  #pause(): void {
    this.#isPaused = true
    setTimeout(() => {
      this.#isPaused = false
      this.#until = performance.now() + SLICE_MS
      this.#continue()
    }, 0)
  }

  #continue(): void {
    if (this.run()) this.#finish(this.text())
  }

  #start(index: number): void {
    if (this.#bytes !== undefined && this.#bytes >= this.#limits.responseBytes)
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
    const { responseBytes } = this.#limits
    this.#texts[index] = text
    this.#characters += text?.length ?? 0
    // A character takes at most three bytes, so bytes are counted only near the limit.
    if (this.#characters * 3 <= responseBytes) return
    const before = this.#bytes
    const added = before === undefined ? this.#texts : [text]
    this.#bytes = added.reduce((sum, one) => sum + byteLength(one ?? ''), before ?? 0)
    // A response that is too long counts, so that no further calls are started.
    if (this.#bytes > responseBytes) this.#texts[index] = this.#entries.refuse(index)
  }

  text(): Text {
    const texts = this.#texts.filter((text) => text !== undefined)
    return texts.length === 0 ? undefined : `[${texts.join(',')}]`
  }
}
