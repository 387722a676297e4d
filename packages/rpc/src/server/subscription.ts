import type { Stream } from './types.ts'

type Step = { readonly value: unknown }

/** A stream that somebody listens to, from its first event until it is ended from either side. */
export class Subscription {
  readonly id: string
  readonly stream: Stream
  #iterator: AsyncIterator<unknown> | Iterator<unknown> | undefined
  #isEnded = false

  constructor(id: string, stream: Stream) {
    this.id = id
    this.stream = stream
  }

  get isEnded(): boolean {
    return this.#isEnded
  }

  /** The next event; `undefined` where there are no more, or nobody wants them. Rejects as the handler does. */
  async next(): Promise<Step | undefined> {
    if (this.#isEnded) return undefined
    this.#iterator ??= iteratorOf(this.stream.events)
    const step = await this.#iterator.next()
    if (this.#isEnded || step.done) return undefined
    return { value: await step.value }
  }

  /** Tells the handler: its signal is aborted, and its generator returns at the next `yield`. */
  end(reason: unknown): void {
    if (this.#isEnded) return
    this.#isEnded = true
    this.stream.end(reason)
    void this.#leave()
  }

  async #leave(): Promise<void> {
    try {
      this.#iterator ??= iteratorOf(this.stream.events)
      await this.#iterator.return?.()
    } catch {
      // What it throws while it is ended, at once or later, has nobody to hear it.
    }
  }
}

function iteratorOf(events: Stream['events']): AsyncIterator<unknown> | Iterator<unknown> {
  return Symbol.asyncIterator in events ? events[Symbol.asyncIterator]() : events[Symbol.iterator]()
}
