import { TransportError } from '../errors.ts'
import type { Channel, ChannelEvents } from './channel.ts'

/** Returns the two ends of a channel in memory. Messages arrive in a later microtask, as over a network. */
export function pair(): readonly [Channel, Channel] {
  const one = new End()
  const other = new End()
  one.other = other
  other.other = one
  return [one, other]
}

class End implements Channel {
  other: End | undefined
  /** Messages that were not delivered yet. */
  readonly #received: string[] = []
  #events: ChannelEvents | undefined
  #error: Error | undefined
  #isPaused = false
  /** Number of characters that the other end has sent and this end has not received yet. */
  size = 0

  get bufferedAmount(): number {
    return this.other?.size ?? 0
  }

  send(text: string): void {
    if (!this.#error) this.other?.add(text)
  }

  listen(events: ChannelEvents): void {
    this.#events = events
    this.#deliverLater()
  }

  close(code: number = 1000, reason: string = ''): void {
    const details = `${code}${reason && `, ${reason}`}`
    this.other?.end(new TransportError(`The other end closed the channel (${details})`))
    this.end(new TransportError('The channel is closed'))
  }

  pause(): void {
    this.#isPaused = true
  }

  resume(): void {
    this.#isPaused = false
    this.#deliverLater()
  }

  add(text: string): void {
    this.size += text.length
    this.#received.push(text)
    if (this.#received.length === 1) this.#deliverLater()
  }

  /** Ends this end, after the messages that were sent before. */
  end(error: Error): void {
    if (this.#error) return
    this.#error = error
    this.#deliverLater()
  }

  #deliverLater(): void {
    queueMicrotask(() => this.#deliver())
  }

  #deliver(): void {
    const events = this.#events
    if (!events || this.#isPaused) return
    // Messages that arrive meanwhile are delivered too. Moving an index is faster than `shift`.
    for (let at = 0; at < this.#received.length; at++) {
      const text = this.#received[at] ?? ''
      this.size -= text.length
      events.text(text)
      if (this.#isPaused) return void this.#received.splice(0, at + 1)
    }
    this.#received.length = 0
    this.other?.drained()
    if (this.#error) this.#finish(events, this.#error)
  }

  drained(): void {
    this.#events?.drain()
  }

  #finish(events: ChannelEvents, error: Error): void {
    this.#events = undefined
    events.end(error)
  }
}
