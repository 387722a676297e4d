import type { ChannelEvents, Outgoing } from '../channel/channel.ts'
import { onAbort, onEnd, timeLimit } from '../client/abort.ts'
import { requestText } from '../client/message.ts'
import { idsOf, Session } from '../client/socket/session.ts'
import type { EventSink, TransportRequest, TransportResponse } from '../client/types.ts'
import { TimeoutError, TransportError } from '../errors.ts'
import { isRecord, isResponse } from '../json-rpc.ts'
import {
  paramsOf,
  progressIn,
  progressParams,
  tokenIn,
  withToken,
  type Protocol,
} from './protocol.ts'

/** Answers the calls of the other end. */
export interface Incoming {
  /** Whether a handler is being called. */
  readonly isHandling: boolean
  /** Processes a message. `message` is the parsed text, if it was parsed already. */
  receive(text: string | undefined, message?: unknown): void
  /** Cancels the call with an ID. */
  cancel(id: unknown): void
  /** Continues with calls that wait, since the limits may have changed. Resumes the channel if it has room for them. */
  proceed(): void
  drained(): void
  /**
   * Refuses further calls. Resolves when those in progress have been responded to. After a time limit in milliseconds, aborts
   * them.
   */
  finish(withinMs: number): Promise<void>
  close(reason: unknown): void
}

/** How the calls in progress end when a channel is closed. */
interface Finish {
  /** Time limit in milliseconds: 10 seconds by default, 0 for no limit. */
  readonly withinMs?: number | undefined
  readonly code?: number | undefined
  readonly reason?: string | undefined
  readonly error?: Error | undefined
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
  /** Whether messages have no member `jsonrpc`. */
  readonly unversioned?: boolean | undefined
}

/**
 * Length from which a message is not parsed unless it may be a response. The limits on the values of a call apply before
 * its text is parsed.
 */
const LONG = 65_536

/**
 * Number of unsent bytes from which the calls of this end wait. Responses do not wait behind them, and an other end that reads
 * slowly does not have to keep more calls than it can answer.
 */
const AHEAD = 262_144
/** Maximum number of characters that wait until the channel has room. */
const MAX_UNSENT = 67_108_864
/** Interval in milliseconds at which a channel without a `drain` event is polled. */
const POLL_MS = 20
/** Maximum number of ended calls whose late progress is dropped. The progress of others is for a handler. */
const MAX_REPORTED = 1000
/** Default time limit in milliseconds for calls in progress when a channel is closed. */
const FINISH_MS = 10_000

type Message = Readonly<Record<string, unknown>>

/** One end of a channel: makes calls, and answers the calls of the other end. */
export class Peer implements ChannelEvents, Outgoing {
  /** Resolves with the reason when the channel has ended. */
  readonly closed: Promise<Error>
  readonly session: Session
  readonly #options: PeerParts
  readonly #write: (request: TransportRequest) => string | undefined
  readonly #onProgress = new Map<unknown, (value: unknown) => void>()
  /** IDs of the last calls that wanted progress and have ended. */
  readonly #reported = new Set<unknown>()
  /** Subscriptions, which end with the channel. */
  readonly #sinks = new Set<EventSink>()
  #resolveClosed: (error: Error) => void = () => {}
  #channel: Outgoing | undefined
  /** Messages that wait until the channel is open, or has room. */
  #unsent: { readonly text: string; readonly request?: TransportRequest | undefined }[] = []
  /** Number of characters of these messages. */
  #waiting = 0
  /** Whether there are notifications among them, which responses do not overtake. */
  #isOrdered = false
  /** Whether responses may arrive, even late ones. */
  #hasCalled = false
  #poll: ReturnType<typeof setTimeout> | undefined
  #incoming: Incoming | undefined
  /** What to do with `#incoming` once it is loaded. */
  readonly #tasks: ((incoming: Incoming) => void)[] = []
  #ended: Error | undefined
  /** Resolves when `#incoming` is loaded, or could not be. */
  #loaded: Promise<void> | undefined

  constructor(options: PeerParts) {
    this.#options = options
    this.#write = options.unversioned ? unversionedText : requestText
    this.closed = new Promise((resolve) => (this.#resolveClosed = resolve))
    // An open channel keeps the process alive: the other end may call at any time.
    this.session = new Session(
      (text, request) => this.#sendLater(text, request),
      (error) => {
        this.#onProgress.clear()
        for (const sink of this.#sinks) sink.end(error)
      },
      this.#write,
    )
    const dialled = options.dial(this)
    if (dialled instanceof Promise)
      dialled.then(
        (channel) => this.#opened(channel),
        (error: Error) => this.end(error),
      )
    else this.#opened(dialled)
  }

  #opened(channel: Outgoing): void {
    this.#channel = channel
    if (this.#ended) channel.close()
    this.#flush()
  }

  /** Sends a call or notification of this end, once the channel has room. */
  #sendLater(text: string, request?: TransportRequest): void {
    this.#unsent.push({ text, request })
    this.#waiting += text.length
    if (this.#waiting > MAX_UNSENT && this.#unsent.length > 1)
      return this.close(1013, 'the other end reads too slowly')
    this.#isOrdered ||= !(request?.id ?? request?.batch)
    if (this.#unsent.length === 1) this.#flush()
    // A handler that waits for this call makes room for another.
    this.#incoming?.proceed()
  }

  /** Sends the messages for which the channel has room, or all of them. */
  #flush(limit = AHEAD): void {
    clearTimeout(this.#poll)
    if (this.#ended) return
    let count = 0
    for (const { text } of this.#unsent) {
      if (!this.#channel || this.bufferedAmount > limit) break
      this.#transmit(text)
      count++
    }
    this.#drop(0, count)
    if (this.#unsent.length > 0) this.#poll = setTimeout(() => this.#flush(), POLL_MS)
  }

  #drop(start: number, count: number): void {
    for (const { text } of this.#unsent.splice(start, count)) this.#waiting -= text.length
    this.#isOrdered &&= this.#unsent.length > 0
  }

  get isCaller(): boolean {
    return this.#options.isCaller
  }

  // The channel, for what answers calls.

  send(text: string): void {
    if (this.#ended) return
    if (!this.#channel) return this.#sendLater(text)
    if (this.#isOrdered) this.#flush(Infinity)
    this.#transmit(text)
  }

  /** Closes the channel if sending fails: WebSockets of some platforms throw if they are closed. */
  #transmit(text: string): void {
    try {
      this.#channel?.send(text)
    } catch (cause) {
      this.#fail(cause)
    }
  }

  #fail(cause: unknown, message: string = 'The channel failed'): void {
    this.close(1011, '', new TransportError(message, { cause }))
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
    code?: number,
    reason: string = '',
    error: Error = new TransportError(`The connection was closed${reason && `: ${reason}`}`),
  ): void {
    this.end(error)
    this.#channel?.close(code, reason)
  }

  /** Refuses further calls, waits for those in progress, then closes the channel. Their handlers do not wait for themselves. */
  finish({ withinMs = FINISH_MS, code, reason, error }: Finish = {}): Promise<void> {
    const finish = async (): Promise<void> => {
      await this.#loaded
      await this.#incoming?.finish(withinMs)
      this.#flush(Infinity)
      this.close(code, reason, error)
    }
    const finished = finish()
    return this.#incoming?.isHandling ? Promise.resolve() : finished
  }

  // Events of the channel.

  text(text: string | undefined): void {
    if (this.#ended) return
    this.session.alive()
    if (text === undefined || (text.length > LONG && !this.#hasCalled)) return this.#answer(text)
    let message: unknown
    try {
      message = JSON.parse(text)
      if (Array.isArray(message)) this.#batch(message, text)
      else if (!isRecord(message) || !this.#received(message, text)) this.#answer(text, message)
    } catch (cause) {
      // What answers calls describes the error of invalid JSON. Other messages are too deep, for example.
      if (message) this.#fail(cause)
      else this.#answer(text)
    }
  }

  /** Handles a message that is no call. Returns false for a call, and for a notification that is for a handler. */
  #received(message: Message, text: string): boolean {
    const { id } = message
    if (this.#isResponse(message))
      // Responses without a request, such as late ones, are dropped. If both ends responded to errors, they would not stop.
      return this.session.receive(message, text) || this.isCaller
    return id === undefined && this.notify(message, text)
  }

  /** Handles a batch of calls, responses or both. */
  #batch(batch: readonly unknown[], text: string): void {
    // Progress comes before the response to its call.
    for (const one of batch) this.#progressed(one)
    const responses = batch.filter((one) => this.#isResponse(one))
    const isDone = responses.length > 0 && (this.session.receive(batch, text) || this.isCaller)
    if (isDone && responses.length === batch.length) return
    this.#answer(text, batch)
    // The batch may have to wait for the calls that it cancels.
    for (const one of batch) this.#cancelled(one)
  }

  #isResponse(message: unknown): boolean {
    return (
      isResponse(message) ||
      (isRecord(message) && !('method' in message) && this.session.expects(message['id']))
    )
  }

  drain(): void {
    this.#flush()
    this.#incoming?.drained()
  }

  alive(): void {
    this.session.alive()
  }

  /** Calls of this end fail, since no responses arrive. Those of the other end are responded to. */
  done(error: Error): void {
    this.session.end(error)
    void this.finish({ error })
  }

  end(error: Error): void {
    this.session.end(error)
    if (this.#ended) return
    this.#ended = error
    clearTimeout(this.#poll)
    this.#incoming?.close(error)
    this.#resolveClosed(error)
  }

  /** Handles a notification about a call or a subscription. Returns false if it is for a handler. */
  notify(message: Message, text: string): boolean {
    return (
      this.#cancelled(message) || this.#progressed(message) || this.session.notify(message, text)
    )
  }

  /** Handles the progress of a call of this end. Returns false for other messages. */
  #progressed(message: unknown): boolean {
    const { progress } = this.#options
    const params = paramsOf(message, progress?.method)
    if (!progress || !params) return false
    const token = params[progress.token]
    const report = this.#onProgress.get(token)
    // Progress may arrive after the response.
    if (this.session.expects(token)) report?.(progressIn(params, progress))
    return report !== undefined || this.#reported.has(token)
  }

  /** Handles the cancellation of a call. Returns false for other messages. */
  #cancelled(message: unknown): boolean {
    const { cancel } = this.#options
    const params = paramsOf(message, cancel?.method)
    if (!cancel || !params) return false
    this.#use((incoming) => incoming.cancel(params[cancel.id]))
    return true
  }

  #answer(text: string | undefined, message?: unknown): void {
    if (this.#incoming) this.#incoming.receive(text, message)
    else this.#use((incoming) => incoming.receive(text, message))
  }

  /** Passes what answers calls, in order. It is loaded with the first call. */
  #use(task: (incoming: Incoming) => void): void {
    if (this.#incoming) return task(this.#incoming)
    if (this.#tasks.push(task) > 1) return
    const incoming = this.#options.incoming(this)
    if (!(incoming instanceof Promise)) return this.#start(incoming)
    this.pause()
    this.#loaded = incoming.then(
      (loaded) => this.#start(loaded),
      (cause: unknown) => this.#fail(cause, 'The handlers could not be loaded'),
    )
  }

  #start(incoming: Incoming): void {
    if (this.#ended) return
    this.#incoming = incoming
    for (const task of this.#tasks.splice(0)) task(incoming)
    incoming.proceed()
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
    this.#hasCalled = true
    if (request.events) this.#subscribe(request.events, signal)
    if (signal || timeoutMs || onProgress)
      return this.#watched({ ...request, timeoutMs: timeoutMs ?? 0 })
    return this.session.call(request)
  }

  #watched(request: TransportRequest): Promise<TransportResponse> {
    const { signal, timeoutMs, onProgress, id, params } = request
    const { progress } = this.#options
    return new Promise((resolve, reject) => {
      const fail = (error: Error): void => {
        end()
        this.session.forget(request)
        reject(error)
        this.#cancel(sent)
      }
      const limit = () =>
        timeLimit(timeoutMs, () => fail(new TimeoutError(`No response within ${timeoutMs} ms`)))
      let timer = limit()
      const stop = signal && onAbort(signal, () => fail(signal.reason as Error))
      const end = (): void => {
        clearTimeout(timer)
        stop?.()
        if (!this.#onProgress.delete(id)) return
        if (this.#reported.size >= MAX_REPORTED) this.#reported.clear()
        this.#reported.add(id)
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

  /** Tells the other end that the response is no longer wanted, unless the call has yet to be sent. */
  #cancel(request: TransportRequest): void {
    const { cancel } = this.#options
    const at = this.#unsent.findIndex((one) => one.request === request)
    if (at >= 0) return this.#drop(at, 1)
    for (const id of idsOf(request)) {
      if (cancel) this.#sendLater(this.#notification(cancel.method, { [cancel.id]: id }))
      this.#channel?.cancel?.(id)
    }
  }

  /** Reports the progress of a call, if the caller asked for it. */
  progress(params: unknown, value: unknown): void {
    const { progress } = this.#options
    const token = progress && tokenIn(params, progress)
    if (!progress || token === undefined) return
    if (this.bufferedAmount > MAX_UNSENT) this.close(1013)
    // It must not come after the response.
    this.send(this.#notification(progress.method, progressParams(token, value, progress)))
  }

  #notification(method: string, params: object): string {
    return this.#write({ path: '', method, params }) ?? ''
  }
}

/** Returns the text of a request without the member `jsonrpc`, which comes first. */
function unversionedText(request: TransportRequest): string | undefined {
  if (request.batch) return `[${String(request.batch.map(unversionedText))}]`
  return requestText(request)?.replace('"jsonrpc":"2.0",', '')
}
