import { unreference } from '../client/abort.ts'
import { bufferedBytes, type BufferedMessage } from './buffered-bytes.ts'
import type { Attached, Caller, CallStream, Dispatcher, Scope } from './types.ts'

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
  // A proxy must not delay the events.
  'x-accel-buffering': 'no',
} as const

/** Maximum number of bytes of an event stream that a caller has not read. */
export function unreadBytes({ limits }: Dispatcher): number {
  return limits.bufferedBytes + limits.responseBytes
}

/** Whether a request accepts an event stream as its response. */
export function acceptsEvents(accept: string | undefined): boolean {
  return accept?.includes('text/event-stream') ?? false
}

/** Time in milliseconds after which callers should resume a stream. */
const RETRY_MS = 1000
/** Interval in milliseconds of the comments that keep a stream open which has no events. */
const COMMENT_MS = 30_000

/** The open streams of dispatchers, by ID. */
const open = new WeakMap<Dispatcher, Map<string, EventStream>>()

function streamsOf(dispatcher: Dispatcher): Map<string, EventStream> {
  const streams = open.get(dispatcher) ?? new Map<string, EventStream>()
  open.set(dispatcher, streams)
  return streams
}

/**
 * The response to a request that accepts an event stream. It becomes one with the first message that a handler sends before
 * its response. With `limits.resumeMs`, its events have IDs, and a caller that lost the connection can resume it.
 */
export class EventStream {
  readonly #id = crypto.randomUUID()
  readonly #dispatcher: Dispatcher
  readonly #stream: CallStream | undefined
  readonly #abort = new AbortController()
  #reply: StreamedReply | undefined
  #isOpen = false
  #isDone = false
  #isListening = false
  /** The last events, for a caller that resumes. */
  readonly #kept: string[] = []
  #keptLength = 0
  /** Their characters, which count as unsent. */
  readonly #memory: BufferedMessage
  #count = 0
  #timer: ReturnType<typeof setTimeout> | undefined

  constructor(dispatcher: Dispatcher, reply: StreamedReply) {
    this.#dispatcher = dispatcher
    this.#reply = reply
    this.#memory = bufferedBytes(dispatcher, 'unsentBytes').message(() => this.close())
    this.#stream = dispatcher.stream((text) => this.#send(text))
  }

  get caller(): Caller | undefined {
    return this.#stream?.caller
  }

  /** Aborts when the caller has left for good. */
  get signal(): AbortSignal {
    return this.#abort.signal
  }

  get #resumeMs(): number {
    return this.#dispatcher.limits.resumeMs
  }

  /** Sends the head, and the ID from which the caller can resume. */
  open(): void {
    if (this.#isOpen) return
    this.#isOpen = true
    this.#reply?.open()
    streamsOf(this.#dispatcher).set(this.#id, this)
    if (this.#resumeMs) this.#reply?.write(`id: ${this.#id}/0\nretry: ${RETRY_MS}\ndata:\n\n`)
  }

  /** Opens the stream at once if it can be resumed, since a connection may be lost before the first event. */
  expect(): void {
    if (this.#resumeMs && this.#stream) this.open()
  }

  #send(text: string): void {
    this.open()
    this.#count++
    const id = this.#resumeMs ? `id: ${this.#id}/${this.#count}\n` : ''
    const event = `${id}data: ${text}\n\n`
    if (this.#resumeMs) this.#keep(event)
    this.#reply?.write(event)
  }

  #keep(event: string): void {
    const before = this.#keptLength
    this.#keptLength += event.length
    this.#kept.push(event)
    while (this.#keptLength > this.#dispatcher.limits.bufferedBytes)
      this.#keptLength -= this.#kept.shift()?.length ?? 0
    this.#memory.grow(this.#keptLength - before)
  }

  /** Sends the response and ends the stream. Returns false if no stream was opened. */
  finish(response: string | undefined): boolean {
    this.#isDone = true
    this.#stream?.end()
    if (!this.#isOpen) return false
    if (response !== undefined) this.#send(response)
    this.#endReply()
    this.#expire()
    return true
  }

  #endReply(): void {
    this.#reply?.end()
    this.#reply = undefined
  }

  /** Ends the calls of the handler when the connection of a reply was closed, unless the caller can resume. */
  lost(reply: StreamedReply): void {
    if (this.#reply !== reply) return
    this.#reply = undefined
    if (!this.#isDone) this.#expire()
  }

  #expire(): void {
    clearTimeout(this.#timer)
    if (!this.#isOpen || !this.#resumeMs) return this.close()
    this.#timer = setTimeout(() => this.close(), this.#resumeMs)
    unreference(this.#timer)
  }

  close(): void {
    clearTimeout(this.#timer)
    this.#memory.release()
    streamsOf(this.#dispatcher).delete(this.#id)
    this.#stream?.end()
    this.#abort.abort(new Error('The client disconnected'))
    this.#endReply()
  }

  /** Closes the stream unless a call has yet to be responded to. */
  closeIfWaiting(): void {
    if (this.#isListening || !this.#reply) this.close()
  }

  /** Continues with the events after one that a caller received. Returns false if they are no longer kept. */
  resume(reply: StreamedReply, received: number): boolean {
    const missed = this.#count - received
    if (!(missed >= 0 && missed <= this.#kept.length)) return false
    clearTimeout(this.#timer)
    this.#endReply()
    this.#reply = reply
    reply.open()
    for (const event of this.#kept.slice(this.#kept.length - missed)) reply.write(event)
    if (this.#isDone) this.finish(undefined)
    return true
  }

  /** Passes the stream to a listener, as the connection by which the server calls the caller at any time. */
  listen(scope: Scope, connected: Dispatcher['connected']): void {
    this.#isListening = true
    this.open()
    const comment = (): void => this.#reply?.write(':\n\n')
    // Node sends the head with the first part of the body.
    comment()
    const comments = setInterval(comment, COMMENT_MS)
    const closed = new Promise<Error>((resolve) => {
      this.signal.addEventListener('abort', () => {
        clearInterval(comments)
        resolve(this.signal.reason as Error)
      })
    })
    const close = async (): Promise<void> => this.close()
    const attached: Attached = { client: this.caller?.client, closed, close }
    connected?.(attached, scope)
  }
}

/** Returns the stream that a caller wants to resume, and the number of events that it has received. */
export function resumed(
  dispatcher: Dispatcher,
  lastEventId: string,
): { readonly stream: EventStream; readonly received: number } | undefined {
  const [id = '', received = ''] = lastEventId.split('/')
  const stream = streamsOf(dispatcher).get(id)
  return stream && { stream, received: Number(received) }
}

/** Ends the streams that wait for a caller, or in which the server calls a caller at any time. */
export function closeStreams(dispatcher: Dispatcher): void {
  for (const stream of streamsOf(dispatcher).values()) stream.closeIfWaiting()
}
