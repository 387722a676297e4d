/** Distributes events to any number of listeners, for the handlers of subscriptions. */
export interface Feed<Event> {
  /** Sends an event to all current listeners. */
  push(event: Event): void
  /** Returns the events pushed after this call, until the signal aborts. */
  listen(signal: AbortSignal): AsyncIterable<Event>
  /** Number of listeners. */
  readonly size: number
  /** Ends the events of all current listeners. Those that they have not read are left; after them, the error is thrown. */
  close(error?: Error): void
}

/** Thrown to a listener that has too many unread events. */
export class LagError extends Error {
  override readonly name: string = 'LagError'
}

/** Creates a feed. A listener with more than `limit` unread events gets a `LagError`. */
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
    close(error) {
      for (const listener of listeners) listener.end(error)
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
      this.end(new LagError(`The subscriber has more than ${this.#limit} unread events`))
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
