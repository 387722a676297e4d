import type { Caller, CallStream, Dispatcher } from './types.ts'

/** A response whose body is a stream, as an adapter writes it. */
export interface StreamedReply {
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
  readonly #reply: StreamedReply
  readonly #stream: CallStream | undefined
  #isOpen = false

  constructor(dispatcher: Dispatcher, reply: StreamedReply) {
    this.#reply = reply
    this.#stream = dispatcher.stream((text) => this.#send(text))
  }

  get caller(): Caller | undefined {
    return this.#stream?.caller
  }

  #send(text: string): void {
    if (!this.#isOpen) this.#reply.open()
    this.#isOpen = true
    this.#reply.write(`data: ${text}\n\n`)
  }

  /** Sends the response and ends the stream. Returns false if no stream was opened. */
  finish(response: string | undefined): boolean {
    this.close()
    if (!this.#isOpen) return false
    if (response !== undefined) this.#send(response)
    this.#reply.end()
    return true
  }

  /** Ends the calls of the handler, since the request has ended. */
  close(): void {
    this.#stream?.end()
  }
}
