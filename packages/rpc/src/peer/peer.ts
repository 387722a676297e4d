import type { ChannelEvents, Outgoing } from '../channel/channel.ts'
import { onAbort, onEnd, timeLimit } from '../client/abort.ts'
import { requestText } from '../client/message.ts'
import { idsOf, Session } from '../client/socket/session.ts'
import type { EventSink, TransportRequest, TransportResponse } from '../client/types.ts'
import { TimeoutError, TransportError } from '../errors.ts'
import { isRecord } from '../json-rpc.ts'
import { progressIn, progressParams, tokenIn, withToken, type Protocol } from './protocol.ts'

/** Answers the calls of the other end. */
export interface Incoming {
  /** Processes a message. `message` is the parsed text, if it was parsed already. */
  receive(text: string | undefined, message?: unknown): void
  /** Cancels the call with an ID. */
  cancel(id: unknown): void
  /** Continues with calls that wait, since the limits may have changed. */
  proceed(): void
  drained(): void
  /** Accepts no further calls. Resolves when those in progress have been responded to. */
  finish(): Promise<void>
  close(reason: unknown): void
}

/** What a peer consists of. */
export interface PeerParts extends Protocol {
  /** Opens the channel, which then passes its events to `events`. */
  readonly dial: (events: ChannelEvents) => Outgoing | Promise<Outgoing>
  /** Returns what answers the calls of the other end. Called with the first call. */
  readonly incoming: (peer: Peer) => Incoming | Promise<Incoming>
  /** Whether this end makes calls. */
  readonly isCaller: boolean
  /** Time limit of a call in milliseconds. There is no limit by default, since a call may wait for a person. */
  readonly timeoutMs?: number | undefined
  /** Maximum length of a message. */
  readonly maxLength?: number | undefined
  /** Whether messages have no member `jsonrpc`. */
  readonly unversioned?: boolean | undefined
}

/**
 * Length from which a message is not parsed unless it may be a response. The limits on the values of a call apply before
 * its text is parsed.
 */
const LONG = 65_536

type Message = Readonly<Record<string, unknown>>

/** Matches what may be a JSON object or array. A failed `JSON.parse` takes much longer. */
const isObject = /^\s*[[{]/

/** One end of a channel: makes calls, and answers the calls of the other end. */
export class Peer implements ChannelEvents, Outgoing {
  /** Resolves with the reason when the channel has ended. */
  readonly closed: Promise<Error>
  readonly session: Session
  readonly #options: PeerParts
  readonly #maxLength: number
  readonly #write: (request: TransportRequest) => string | undefined
  readonly #onProgress = new Map<unknown, (value: unknown) => void>()
  /** Subscriptions, which end with the channel. */
  readonly #sinks = new Set<EventSink>()
  #resolveClosed: (error: Error) => void = () => {}
  #channel: Outgoing | undefined
  /** Messages sent before the channel was open. */
  #unsent: string[] = []
  #incoming: Incoming | undefined
  /** What to do with `#incoming` once it is loaded. */
  #loading: ((incoming: Incoming) => void)[] | undefined
  #ended: Error | undefined
  /** Resolves when `#incoming` is loaded, or could not be. */
  #loaded: Promise<void> | undefined

  constructor(options: PeerParts) {
    this.#options = options
    this.#maxLength = options.maxLength ?? Infinity
    this.#write = options.unversioned ? unversionedText : requestText
    this.closed = new Promise((resolve) => (this.#resolveClosed = resolve))
    this.session = new Session(
      () => {
        const dialled = options.dial(this)
        return dialled instanceof Promise
          ? dialled.then((channel) => this.#opened(channel))
          : this.#opened(dialled)
      },
      {
        end: (error) => {
          this.#onProgress.clear()
          for (const sink of this.#sinks) sink.end(error)
        },
        stray: () => undefined,
      },
      this.#write,
    )
    this.session.opened.catch((error: Error) => this.end(error))
  }

  #opened(channel: Outgoing): Outgoing {
    this.#channel = channel
    if (this.#ended) channel.close()
    for (const text of this.#unsent.splice(0)) channel.send(text)
    // An open channel keeps the process alive: the other end may call at any time.
    return this
  }

  // The channel, for what answers calls.

  send(text: string): void {
    if (this.#ended) return
    if (this.#channel) this.#channel.send(text)
    else this.#unsent.push(text)
  }

  get bufferedAmount(): number {
    return this.#channel?.bufferedAmount ?? 0
  }

  pause(): void {
    this.#channel?.pause?.()
  }

  resume(): void {
    this.#channel?.resume?.()
  }

  /** Closes the channel at once. Calls in progress fail. */
  close(
    code: number = 1000,
    reason: string = '',
    error: Error = new TransportError(`The connection was closed${reason && `: ${reason}`}`),
  ): void {
    this.#channel?.close(code, reason)
    this.end(error)
  }

  /** Accepts no further calls, waits for those in progress, then closes the channel. */
  async finish(code?: number, reason?: string, error?: Error): Promise<void> {
    await this.#loaded
    await this.#incoming?.finish()
    this.close(code, reason, error)
  }

  // Events of the channel.

  text(text: string | undefined): void {
    if (this.#ended) return
    this.session.alive()
    if (text === undefined) return this.#answer(text)
    if (text.length > this.#maxLength)
      return this.close(1009, `message exceeds ${this.#maxLength} bytes`)
    if ((text.length > LONG && this.session.isIdle) || !isObject.test(text))
      return this.#answer(text)
    let message: unknown
    try {
      message = JSON.parse(text)
    } catch {
      // The error is described by what answers calls.
      return this.#answer(text)
    }
    const first: unknown = Array.isArray(message) ? message[0] : message
    if (!isRecord(first)) return this.#answer(text, message)
    const isResponse = 'result' in first || 'error' in first || this.session.expects(first['id'])
    if (!('method' in first) && isResponse) {
      if (this.session.receive(message, text)) return
      // Responses without a request, such as late ones, are dropped. If both ends responded to errors, they would not stop.
      if (this.#options.isCaller) return
    }
    if (isRecord(message) && message['id'] === undefined && this.notify(message, text)) return
    this.#answer(text, message)
    if (Array.isArray(message)) this.#cancelEntries(message)
  }

  drain(): void {
    this.#incoming?.drained()
  }

  alive(): void {
    this.session.alive()
  }

  /** Calls of this end fail, since no responses arrive. Those of the other end are responded to. */
  done(error: Error): void {
    this.session.end(error)
    void this.finish(1000, '', error)
  }

  end(error: Error): void {
    this.session.end(error)
    if (this.#ended) return
    this.#ended = error
    this.#loading = undefined
    this.#incoming?.close(error)
    this.#resolveClosed(error)
  }

  /** Handles a notification about a call or a subscription. Returns false if it is for a handler. */
  notify(message: Message, text: string): boolean {
    const { progress } = this.#options
    const { method, params } = message
    if (this.#cancelled(message)) return true
    if (progress && method === progress.method && isRecord(params)) {
      const report = this.#onProgress.get(params[progress.token])
      report?.(progressIn(params, progress))
      if (report) return true
    }
    return this.session.notify(message, text)
  }

  /** Handles the cancellation of a call. Returns false for other messages. */
  #cancelled({ id, method, params }: Message): boolean {
    const { cancel } = this.#options
    if (!cancel || method !== cancel.method || id !== undefined || !isRecord(params)) return false
    this.#use((incoming) => incoming.cancel(params[cancel.id]))
    return true
  }

  /** Handles the cancellations in a batch at once, since the batch may have to wait for the calls that they cancel. */
  #cancelEntries(batch: readonly unknown[]): void {
    for (const one of batch) if (isRecord(one)) this.#cancelled(one)
  }

  #answer(text: string | undefined, message?: unknown): void {
    if (this.#incoming) this.#incoming.receive(text, message)
    else this.#use((incoming) => incoming.receive(text, message))
  }

  /** Passes what answers calls, in order. It is loaded with the first call. */
  #use(task: (incoming: Incoming) => void): void {
    if (this.#incoming) return task(this.#incoming)
    if (this.#loading) return void this.#loading.push(task)
    const incoming = this.#options.incoming(this)
    if (!(incoming instanceof Promise)) {
      this.#incoming = incoming
      return task(incoming)
    }
    this.#loading = [task]
    this.pause()
    this.#loaded = incoming.then(
      (loaded) => this.#start(loaded),
      (error: unknown) => {
        this.#channel?.close(1011, 'internal error')
        this.end(new TransportError('The handlers could not be loaded', { cause: error }))
      },
    )
  }

  #start(incoming: Incoming): void {
    const tasks = this.#loading
    if (!tasks) return
    this.#incoming = incoming
    this.#loading = undefined
    for (const task of tasks) task(incoming)
    this.resume()
  }

  // Calls of the other end's methods.

  /** Number of calls without a response. */
  get pending(): number {
    return this.session.pending
  }

  /** Sends a request. If it is aborted or takes too long, sends the cancellation of the protocol and rejects at once. */
  readonly call = async (request: TransportRequest): Promise<TransportResponse> => {
    const { signal, timeoutMs = this.#options.timeoutMs, onProgress } = request
    signal?.throwIfAborted()
    if (!this.session.isOpen) await this.#untilOpen(signal, timeoutMs)
    if (request.events) this.#subscribe(request.events, signal)
    if (signal || timeoutMs || onProgress)
      return this.#watched({ ...request, timeoutMs: timeoutMs ?? 0 })
    const response = this.session.call(request)
    this.#incoming?.proceed()
    return response
  }

  /** All calls wait in the same way, so that they are sent in order. */
  #untilOpen(signal: AbortSignal | undefined, timeoutMs: number | undefined): Promise<void> {
    return new Promise((resolve, reject) => {
      const timer = timeLimit(timeoutMs, () =>
        reject(new TimeoutError(`No connection within ${timeoutMs} ms`)),
      )
      const stop = signal && onAbort(signal, () => reject(signal.reason as Error))
      const end = (): void => {
        clearTimeout(timer)
        stop?.()
      }
      this.session.opened.then(resolve, reject).finally(end)
    })
  }

  #watched(request: TransportRequest): Promise<TransportResponse> {
    const { signal, timeoutMs, onProgress, id, params } = request
    const { progress } = this.#options
    return new Promise((resolve, reject) => {
      if (signal?.aborted) return reject(signal.reason as Error)
      const fail = (error: Error): void => {
        end()
        this.session.forget(request)
        this.#cancel(request)
        reject(error)
      }
      const limit = () =>
        timeLimit(timeoutMs, () => fail(new TimeoutError(`No response within ${timeoutMs} ms`)))
      let timer = limit()
      const stop = signal && onAbort(signal, () => fail(signal.reason as Error))
      const end = (): void => {
        clearTimeout(timer)
        stop?.()
        this.#onProgress.delete(id)
      }
      let sent = request
      if (onProgress && progress && id !== undefined) {
        sent = { ...request, params: withToken(params, id, progress) }
        this.#onProgress.set(id, (value) => {
          clearTimeout(timer)
          timer = limit()
          try {
            onProgress(value)
          } catch (error) {
            fail(error as Error)
          }
        })
      }
      this.session.call(sent).then(resolve, reject).finally(end)
      this.#incoming?.proceed()
    })
  }

  #subscribe(sink: EventSink, signal: AbortSignal | undefined): void {
    sink.start({})
    this.#sinks.add(sink)
    onEnd(sink, signal, () => {
      this.#sinks.delete(sink)
      this.session.unsubscribe(sink)
    })
  }

  /** Tells the other end that the response is no longer wanted. */
  #cancel(request: TransportRequest): void {
    const { cancel } = this.#options
    for (const id of idsOf(request)) {
      if (cancel) this.#notify(cancel.method, { [cancel.id]: id })
      this.#channel?.cancel?.(id)
    }
  }

  /** Reports the progress of a call, if the caller asked for it. */
  progress(params: unknown, value: unknown): void {
    const { progress } = this.#options
    if (!progress) return
    const token = tokenIn(params, progress)
    if (token !== undefined) this.#notify(progress.method, progressParams(token, value, progress))
  }

  #notify(method: string, params: object): void {
    this.send(this.#write({ path: '', method, params }) ?? '')
  }
}

/** Returns the text of a request without the member `jsonrpc`, which comes first. */
function unversionedText(request: TransportRequest): string | undefined {
  if (request.batch) return `[${String(request.batch.map(unversionedText))}]`
  return requestText(request)?.replace('"jsonrpc":"2.0",', '')
}
