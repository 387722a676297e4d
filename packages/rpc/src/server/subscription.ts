import type { Stream } from './types.ts'

type Step = { readonly value: unknown }

/** A subscription of a connection, until its handler or its client ends it. */
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

  /** Returns the next event, or `undefined` after the last event. Rejects with the handler's error. */
  async next(): Promise<Step | undefined> {
    if (this.#isEnded) return undefined
    this.#iterator ??= iteratorOf(this.stream.events)
    const step = await this.#iterator.next()
    if (this.#isEnded || step.done) return undefined
    return { value: await step.value }
  }

  /** Stops the handler: aborts its signal, and makes its generator return at the next `yield`. */
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
      // Errors that the handler throws while it stops are ignored.
    }
  }
}

function iteratorOf(events: Stream['events']): AsyncIterator<unknown> | Iterator<unknown> {
  return Symbol.asyncIterator in events ? events[Symbol.asyncIterator]() : events[Symbol.iterator]()
}
