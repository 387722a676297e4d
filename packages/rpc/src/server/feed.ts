import { eventQueue, type EventQueue } from '../client/event-queue.ts'

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

/** Creates a feed. A listener with more than `limit` unread events gets an `OverflowError` after them. */
export function feed<Event>(limit: number = 1000): Feed<Event> {
  const listeners = new Set<EventQueue>()
  return {
    push(event) {
      for (const queue of listeners) queue.push(event, { size: limit })
    },
    listen(signal) {
      const queue: EventQueue = eventQueue(() => listeners.delete(queue))
      listeners.add(queue)
      if (signal.aborted) queue.close()
      else signal.addEventListener('abort', queue.close, { once: true })
      return { [Symbol.asyncIterator]: () => queue.iterator as AsyncIterator<Event, undefined> }
    },
    get size() {
      return listeners.size
    },
    close(error) {
      for (const queue of listeners) {
        if (error) queue.end(error)
        else queue.close()
      }
    },
  }
}
