import type { EventSink } from '../types.ts'

/**
 * Sinks for notifications that a server sends without a subscription. Sinks are kept when the connection is
 * lost.
 */
export class Listeners {
  readonly #sinks = new Set<EventSink>()

  get size(): number {
    return this.#sinks.size
  }

  add(sink: EventSink): void {
    this.#sinks.add(sink)
  }

  delete(sink: EventSink): void {
    this.#sinks.delete(sink)
  }

  /** Passes a notification to the sinks that listen to it. Returns whether there are such sinks. */
  notify(method: string, params: unknown, text: string): boolean {
    const sinks = [...this.#sinks].filter(({ notification }) => notification === method)
    for (const { json, event } of sinks) {
      const whole = json ? (json.parse(text) as { readonly params?: unknown }) : { params }
      event(whole.params ?? {})
    }
    return sinks.length > 0
  }

  end(error: unknown): void {
    for (const sink of this.#sinks) sink.end(error)
    this.#sinks.clear()
  }
}
