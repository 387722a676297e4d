import { abortable, onEnd, timeLimit } from '../abort.ts'
import { warnInClear } from '../credentials.ts'
import { TimeoutError, TransportError } from '../../errors.ts'
import type { EventBuffer, EventSink, TransportRequest, TransportResponse } from '../types.ts'
import { Backoff, type ReconnectOptions } from './backoff.ts'
import { type IdleOptions, startHeartbeat } from './heartbeat.ts'
import { subscriptionOf } from './session.ts'
import { SocketSession } from './socket-session.ts'
import { redactedUrl } from '../../url-credentials.ts'
import { type Dial, type DialOptions } from './open-socket.ts'

/** Options of a WebSocket transport. */
export interface WebSocketOptions extends DialOptions {
  /** Time limit of each call in milliseconds, including connecting: 30 seconds by default, 0 for no limit. */
  readonly timeoutMs?: number
  /** Options for restoring subscriptions after the connection was lost. Calls in progress always fail. */
  readonly reconnect?: ReconnectOptions
  /** Size of the event buffer, and its behaviour when it is full. */
  readonly buffer?: EventBuffer
  /** Options of the heartbeat: an idle connection is checked, and closed if the server does not respond. */
  readonly idle?: IdleOptions
  /** Called when a connection changes its state. Use it for logs, or to detect that events may be missing. */
  readonly onState?: (state: SocketState) => void
}

/** State of a connection. */
export type SocketState = StateChange & { readonly address: string }

type StateChange =
  | { readonly kind: 'open' }
  /**
   * The connection was lost. Events may be missing until the next `open` state. `retryInMs` is absent if no
   * attempt is left.
   */
  | {
      readonly kind: 'broken'
      readonly error: unknown
      readonly attempt?: number
      readonly retryInMs?: number
    }
  /**
   * The server rejected the position from which a subscription was to continue, so the subscription started again without it. Events
   * are missing. `data` is the error of the server.
   */
  | { readonly kind: 'gap'; readonly data: unknown }
  /** The server sent a message that matches no request or subscription. The message was ignored. */
  | { readonly kind: 'stray'; readonly text: string }

/**
 * The connection to one address. It opens a session on demand. After a loss, it opens a new session if there
 * are subscriptions.
 */
export class Connection {
  readonly #url: string
  /** The origin of the URL. */
  readonly #address: string
  readonly #dial: Dial
  readonly #options: WebSocketOptions
  readonly #backoff: Backoff
  readonly #subscriptions = new Map<EventSink, TransportRequest>()
  #session: SocketSession | undefined
  #opening: Promise<SocketSession> | undefined
  #dialAbort = new AbortController()
  #openedAt = 0
  #reconnectTimer: ReturnType<typeof setTimeout> | undefined
  #endHeartbeat: () => void = () => {}

  constructor(url: string, dial: Dial, options: WebSocketOptions) {
    this.#url = url
    this.#address = redactedUrl(url)
    this.#dial = dial
    this.#options = options
    this.#backoff = new Backoff(options.reconnect)
  }

  async send(request: TransportRequest): Promise<TransportResponse> {
    const { timeoutMs = this.#options.timeoutMs ?? 30_000, signal } = request
    let session = this.#session
    let isAbandoned = false
    const callNode = async (): Promise<TransportResponse> => {
      session ??= await this.#open()
      // The caller may have aborted while the connection was being opened.
      if (isAbandoned) throw new TransportError('The caller no longer waits')
      return session.call(request)
    }
    if (request.containsCredentials) warnInClear(this.#address)
    try {
      return await abortable(callNode, { signal, timeoutMs })
    } finally {
      isAbandoned = true
      session?.forget(request)
    }
  }

  /** Sends the call that starts a subscription, and repeats it after each reconnection. */
  async subscribe(request: TransportRequest, sink: EventSink): Promise<TransportResponse> {
    const { signal } = request
    sink.start(this.#options.buffer ?? {})
    const response = await this.send(request)
    if (sink.stop.aborted || signal?.aborted || !isAccepted(response)) return response
    this.#subscriptions.set(sink, request)
    // The connection may have been lost after the response, before the subscription was added.
    if (!this.#session) this.#lost(new TransportError('Connection lost'))
    onEnd(sink, signal, () => {
      this.#subscriptions.delete(sink)
      this.#session?.unsubscribe(sink)
    })
    return response
  }

  /** Closes the connection. Calls and subscriptions fail with the error. */
  close(error: Error): void {
    clearTimeout(this.#reconnectTimer)
    this.#endEvents(error)
    this.#endDial(error)
    this.#session?.close(error)
  }

  #endDial(error: Error): void {
    this.#dialAbort.abort(error)
    this.#dialAbort = new AbortController()
  }

  #open(): Promise<SocketSession> {
    this.#opening ??= this.#connect().finally(() => (this.#opening = undefined))
    return this.#opening
  }

  async #connect(): Promise<SocketSession> {
    const session: SocketSession = new SocketSession(
      (events) => this.#dial(this.#url, events, this.#options, this.#dialAbort.signal),
      {
        end: (error) => this.#ended(session, error),
        stray: (text) => this.#report({ kind: 'stray', text: text.slice(0, 1000) }),
      },
    )
    const { timeoutMs = 30_000 } = this.#options
    // All calls wait for the same handshake. With a time limit, a handshake that never completes does not
    // block later calls.
    const timer = timeLimit(timeoutMs, () =>
      this.#endDial(new TimeoutError(`No connection to ${this.#address} within ${timeoutMs} ms`)),
    )
    await session.opened.finally(() => clearTimeout(timer))
    this.#session = session
    this.#openedAt = performance.now()
    this.#endHeartbeat = startHeartbeat(session, this.#options.idle, () =>
      session.close(
        new TransportError(`Heartbeat timeout: nothing received from ${this.#address}`),
        1001,
      ),
    )
    this.#report({ kind: 'open' })
    void this.#resubscribe(session)
    return session
  }

  #ended(session: SocketSession, error: Error): void {
    if (this.#session !== session) return
    this.#session = undefined
    this.#endHeartbeat()
    this.#backoff.recordLifetime(performance.now() - this.#openedAt)
    this.#lost(error)
  }

  /** Reconnects after a loss if there are subscriptions. Otherwise, the next call opens a connection. */
  #lost(error: unknown): void {
    const next = this.#subscriptions.size > 0 ? this.#backoff.next() : undefined
    if (!next) {
      this.#report({ kind: 'broken', error })
      this.#endEvents(error)
      return
    }
    const { attempt, waitMs } = next
    this.#report({ kind: 'broken', error, attempt, retryInMs: waitMs })
    clearTimeout(this.#reconnectTimer)
    this.#reconnectTimer = setTimeout(() => {
      // During the delay, the subscriptions may have ended, or a call may have opened a connection.
      if (this.#subscriptions.size === 0 || this.#session) return
      this.#open().catch((reason: unknown) => this.#lost(reason))
    }, waitMs)
  }

  #endEvents(error: unknown): void {
    for (const sink of this.#subscriptions.keys()) sink.end(error)
    this.#subscriptions.clear()
  }

  async #resubscribe(session: SocketSession): Promise<void> {
    try {
      const all = [...this.#subscriptions]
      await Promise.all(all.map(([sink, request]) => this.#resubscribeOne(session, sink, request)))
    } catch (cause) {
      session.close(
        new TransportError('Could not restore the subscriptions after reconnecting', { cause }),
      )
    }
  }

  /** Repeats a subscription after reconnecting. If the server rejects it, only this subscription ends. */
  async #resubscribeOne(
    session: SocketSession,
    sink: EventSink,
    request: TransportRequest,
  ): Promise<void> {
    const timeoutMs = this.#options.timeoutMs ?? 30_000
    const response = await abortable(() => session.call(request), { timeoutMs }).finally(() =>
      session.forget(request),
    )
    if (isAccepted(response) || sink.stop.aborted) return
    const { error: data } = Object(response.message) as { readonly error?: unknown }
    if (sink.restart?.(data)) {
      this.#report({ kind: 'gap', data })
      return this.#resubscribeOne(session, sink, request)
    }
    this.#subscriptions.delete(sink)
    sink.end(
      new TransportError('The server rejected the subscription after reconnecting', { data }),
    )
  }

  #report(state: StateChange): void {
    const { onState } = this.#options
    // Called asynchronously, so that an exception in the callback does not affect the connection.
    if (onState) queueMicrotask(() => onState({ ...state, address: this.#address }))
  }
}

function isAccepted({ message }: TransportResponse): boolean {
  return subscriptionOf(message) !== undefined
}
