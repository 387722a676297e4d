import type { Caller, CallStream, Dispatcher } from './types.ts'

/** The response to a request, as an adapter writes it. */
export interface EventSink {
  /** Sends the head of the response. */
  open(): void
  write(text: string): void
  end(): void
}

/** Headers of an event stream. */
export const eventStreamHeaders = {
  'content-type': 'text/event-stream',
  'cache-control': 'no-cache',
} as const

/** Whether a request accepts an event stream as its response. */
export function acceptsEvents(accept: string | undefined): boolean {
  return accept?.includes('text/event-stream') ?? false
}

/**
 * The response to a request that accepts an event stream. It becomes one with the first message that a handler sends before
 * its response.
 */
export class EventStream {
  readonly #sink: EventSink
  readonly #stream: CallStream | undefined
  #isOpen = false

  constructor(dispatcher: Dispatcher, sink: EventSink) {
    this.#sink = sink
    this.#stream = dispatcher.stream((text) => this.#send(text))
  }

  get caller(): Caller | undefined {
    return this.#stream?.caller
  }

  #send(text: string): void {
    if (!this.#isOpen) this.#sink.open()
    this.#isOpen = true
    this.#sink.write(`data: ${text}\n\n`)
  }

  /** Sends the response and ends the stream. Returns false if no stream was opened. */
  finish(response: string | undefined): boolean {
    this.close()
    if (!this.#isOpen) return false
    if (response !== undefined) this.#send(response)
    this.#sink.end()
    return true
  }

  /** Ends the calls of the handler, since the request has ended. */
  close(): void {
    this.#stream?.end()
  }
}
