/** Events for any number of listeners: what the handlers of subscriptions are fed from. */
export interface Feed<Event> {
  /** Gives an event to all who listen now. */
  push(event: Event): void
  /** The events from now on, until the signal is aborted. */
  listen(signal: AbortSignal): AsyncIterable<Event>
  /** How many listen. */
  readonly size: number
  /** Ends the events for all who listen. */
  close(): void
}

/** A listener was too far behind: its events end with this error. */
export class LagError extends Error {
  override readonly name: string = 'LagError'
}

/**
 * Makes a feed. A listener that is more than `limit` events behind is dropped with a `LagError`, so that one
 * slow reader costs no more than that.
 */
export function feed<Event>(limit: number = 1000): Feed<Event> {
  const listeners = new Set<Listener<Event>>()
  return {
    push(event) {
      for (const listener of listeners) listener.push(event)
    },
    listen(signal) {
      const listener = new Listener<Event>(limit, () => listeners.delete(listener))
      if (signal.aborted) listener.end()
      else {
        listeners.add(listener)
        signal.addEventListener('abort', () => listener.end(), { once: true })
      }
      return listener
    },
    get size() {
      return listeners.size
    },
    close() {
      for (const listener of listeners) listener.end()
    },
  }
}

class Listener<Event> implements AsyncIterable<Event>, AsyncIterator<Event, undefined> {
  readonly #limit: number
  readonly #leave: () => void
  #events: Event[] = []
  #ended: { readonly error?: Error } | undefined
  #wake: (() => void) | undefined

  constructor(limit: number, leave: () => void) {
    this.#limit = limit
    this.#leave = leave
  }

  push(event: Event): void {
    if (this.#events.length < this.#limit) this.#events.push(event)
    else {
      this.#events = []
      this.end(new LagError(`More than ${this.#limit} events behind`))
    }
    this.#wake?.()
  }

  end(error?: Error): void {
    this.#ended ??= error ? { error } : {}
    this.#leave()
    this.#wake?.()
  }

  async next(): Promise<IteratorResult<Event, undefined>> {
    while (this.#events.length === 0 && !this.#ended) {
      await new Promise<void>((resolve) => {
        this.#wake = resolve
      })
    }
    const [event] = this.#events
    if (this.#events.length > 0) {
      this.#events.shift()
      return { value: event as Event, done: false }
    }
    if (this.#ended?.error) throw this.#ended.error
    return { value: undefined, done: true }
  }

  async return(): Promise<IteratorResult<Event, undefined>> {
    this.#events = []
    this.end()
    return { value: undefined, done: true }
  }

  [Symbol.asyncIterator](): this {
    return this
  }
}
