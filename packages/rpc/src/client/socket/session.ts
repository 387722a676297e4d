import { RpcError } from '../../errors.ts'
import { isRecord } from '../../json-rpc.ts'
import { requestText, responseOf } from '../message.ts'
import type { EventSink, TransportRequest, TransportResponse } from '../types.ts'

interface Pending {
  readonly request: TransportRequest
  readonly resolve: (response: TransportResponse) => void
  readonly reject: (error: Error) => void
}

/**
 * Maximum number of completed request IDs to keep. Repeated or late responses with these IDs are not reported
 * as stray.
 */
const MAX_SETTLED = 1000
/** Maximum number of events to keep for subscriptions whose response has not arrived yet. */
const MAX_EARLY_EVENTS = 1000
/** Maximum length of these events. A subscription's first events are not lost if they are shorter. */
const MAX_EARLY_CHARACTERS = 16 * 1024 * 1024

type Message = Readonly<Record<string, unknown>>

interface Subscribed {
  readonly id: string | number
  readonly sink: EventSink
}

/** The calls and subscriptions of one end of a channel. A session ends with its channel. */
export class Session {
  readonly #send: (text: string, request?: TransportRequest) => void
  readonly #ended: (error: Error) => void
  readonly #write: (request: TransportRequest) => string | undefined
  readonly #pending = new Map<unknown, Pending>()
  /**
   * IDs of completed or abandoned requests. For an abandoned subscription, the map contains the sink, because
   * the subscription can only be ended when its response arrives.
   */
  readonly #settled = new Map<unknown, EventSink | undefined>()
  readonly #subscriptions = new Map<string, Subscribed>()
  #earlyEvents: (readonly [id: string, text: string])[] = []
  #earlyCharacters = 0
  /** Names of notification params that may contain the subscription ID. */
  readonly #idParams = new Set<string>()
  #error: Error | undefined
  /** Number of subscriptions whose response has not arrived yet. */
  #subscribing = 0
  #lastReceivedAt = performance.now()

  /** `ended` is called when the session has ended. Its calls have already failed. */
  constructor(
    send: (text: string, request?: TransportRequest) => void,
    ended: (error: Error) => void,
    write: (request: TransportRequest) => string | undefined = requestText,
  ) {
    this.#send = send
    this.#ended = ended
    this.#write = write
  }

  /** Time at which the last frame was received, by the clock of `performance`. */
  get lastReceivedAt(): number {
    return this.#lastReceivedAt
  }

  get hasEnded(): boolean {
    return this.#error !== undefined
  }

  /** Number of requests without a response. */
  get pending(): number {
    return this.#pending.size
  }

  /** Whether a request with this ID has no response yet. */
  expects(id: unknown): boolean {
    return this.#pending.has(id)
  }

  /** Whether the session expects no messages. */
  get isIdle(): boolean {
    return this.#pending.size + this.#subscriptions.size === 0
  }

  call(request: TransportRequest): Promise<TransportResponse> {
    const ids = idsOf(request)
    return new Promise((resolve, reject) => {
      if (this.#error) return reject(this.#error)
      const body = this.#write(request) ?? ''
      const pending = { request, resolve, reject }
      // IDs are registered before sending, since an in-memory server may respond synchronously.
      for (const id of ids) this.#pending.set(id, pending)
      if (request.events) {
        this.#subscribing++
        this.#idParams.add(request.events.idParam ?? 'subscription')
      }
      this.changed()
      this.#send(body, request)
      if (ids.length === 0) resolve({ status: 200 })
    })
  }

  /** Removes an abandoned call. An abandoned subscription is ended when its response arrives. */
  forget(request: TransportRequest): void {
    this.#complete(request, request.events)
  }

  /** Called when the session may have become idle, or may no longer be. */
  protected changed(): void {}

  unsubscribe(sink: EventSink): void {
    for (const [key, subscribed] of this.#subscriptions) {
      if (subscribed.sink !== sink) continue
      this.#subscriptions.delete(key)
      this.#sendUnsubscribe(subscribed)
    }
    this.changed()
  }

  /** Calls a method as a heartbeat. No caller waits for the response. */
  callHeartbeat(method: string): void {
    this.#sendAlone('heartbeat', method, [])
  }

  /** Processes a response, or the responses in a batch. Returns false if they match no request. */
  receive(message: unknown, text: string): boolean {
    if (Array.isArray(message)) return this.#receiveAll(message, text)
    const { id } = Object(message) as Message
    const pending = this.#pending.get(id)
    if (pending) this.#settle(pending, message, text)
    else if (this.#settled.has(id)) this.#lateResponse(message, id)
    else if (isRecord(message) && (id === null || id === undefined) && isRecord(message['error'])) {
      // An error without an ID means that the server could not read one of the requests. All of them fail,
      // since the error does not identify the request.
      for (const one of new Set(this.#pending.values())) this.#settle(one, message, text)
    } else return false
    return true
  }

  alive(): void {
    this.#lastReceivedAt = performance.now()
  }

  end(error: Error): void {
    if (this.#error) return
    this.#error = error
    for (const { reject } of this.#pending.values()) reject(error)
    this.#pending.clear()
    this.#subscriptions.clear()
    this.#dropEarly()
    this.#ended(error)
  }

  #complete(request: TransportRequest, sink?: EventSink): void {
    for (const id of idsOf(request)) {
      if (!this.#pending.delete(id)) continue
      if (request.events) this.#subscribing--
      this.#remember(id, sink)
    }
    this.changed()
  }

  #lateResponse(message: unknown, id: unknown): void {
    const sink = this.#settled.get(id)
    const subscription = subscriptionOf(message)
    if (!sink || subscription === undefined) return
    this.#settled.set(id, undefined)
    this.#sendUnsubscribe({ id: subscription, sink })
  }

  #settle({ request, resolve }: Pending, plain: unknown, text: string): void {
    const { events } = request
    this.#complete(request)
    const subscription = subscriptionOf(plain)
    if (events && subscription !== undefined) this.#subscribed(events, subscription)
    // The text is parsed again if the request requires all digits of integers above 2^53.
    resolve(
      request.json
        ? responseOf(request, text, { status: 200 })
        : { status: 200, message: plain, excerpt: text.slice(0, 1000) },
    )
    if (this.#subscribing === 0) this.#dropEarly()
  }

  #subscribed(sink: EventSink, id: string | number): void {
    if (sink.stop.aborted) return this.#sendUnsubscribe({ id, sink })
    this.#subscriptions.set(keyOf(sink.inferred ? ANY_NAME : sink.notification, id), { id, sink })
    const early = this.#earlyEvents.filter(([one]) => one === JSON.stringify(id))
    for (const [, text] of early) this.notify(JSON.parse(text) as Message, text)
  }

  /** Passes an event to its subscription. Returns false if the notification matches no subscription. */
  notify(message: Message, text: string): boolean {
    const { method, params } = message
    if (!isRecord(params) || this.#subscribing + this.#subscriptions.size === 0) return false
    const id = [...this.#idParams].map((name) => params[name]).find((one) => one !== undefined)
    const exact = keyOf(String(method), id)
    const key = this.#subscriptions.has(exact) ? exact : keyOf(ANY_NAME, id)
    const { sink } = this.#subscriptions.get(key) ?? {}
    if (!sink) {
      if (this.#subscribing === 0 || id === undefined) return false
      this.#keepEarly(JSON.stringify(id), text)
      return true
    }
    const { error } = params
    if (isRecord(error)) {
      this.#subscriptions.delete(key)
      sink.end(rpcErrorOf(error))
      return true
    }
    const whole = sink.json ? (sink.json.parse(text) as { readonly params: Message }) : { params }
    sink.event(whole.params[sink.payloadParam ?? 'result'])
    return true
  }

  /** Keeps the latest events for subscriptions whose response has not arrived yet. */
  #keepEarly(id: string, text: string): void {
    this.#earlyEvents.push([id, text])
    this.#earlyCharacters += text.length
    while (
      this.#earlyEvents.length > MAX_EARLY_EVENTS ||
      this.#earlyCharacters > MAX_EARLY_CHARACTERS
    ) {
      this.#earlyCharacters -= this.#earlyEvents.shift()?.[1].length ?? 0
    }
  }

  #dropEarly(): void {
    this.#earlyEvents = []
    this.#earlyCharacters = 0
  }

  #sendUnsubscribe({ id, sink: { unsubscribe: method } }: Subscribed): void {
    if (method !== undefined) this.#sendAlone(`unsubscribe ${id}`, method, [id])
  }

  /** Sends a call for whose response no caller waits. Its ID is remembered, so that the response is not reported as stray. */
  #sendAlone(id: string, method: string, params: readonly unknown[]): void {
    this.#remember(id)
    this.#send(JSON.stringify({ jsonrpc: '2.0', id, method, params }))
  }

  /** Passes responses to their requests. Some servers respond to several requests in one array, in which there may be calls. */
  #receiveAll(all: readonly unknown[], text: string): boolean {
    const places = new Map<Pending | undefined, number[]>()
    for (const [at, one] of all.entries()) {
      if (!isRecord(one) || 'method' in one) continue
      const pending = this.#pending.get(one['id'])
      const own = places.get(pending) ?? []
      places.set(pending, own)
      own.push(at)
    }
    const others = (places.get(undefined) ?? []).map((at) => all[at])
    const isKnown = places.size > (others.length > 0 ? 1 : 0)
    const parsed = new Map<unknown, readonly unknown[]>()
    for (const [pending, own] of places) {
      if (!pending) continue
      const { batch, json } = pending.request
      const pick = (entries: readonly unknown[]): unknown =>
        batch ? own.map((at) => entries[at]) : entries[own[0] ?? 0]
      // Another codec parses the same array.
      const exact = parsed.get(json) ?? ((json?.parse(text) ?? all) as readonly unknown[])
      parsed.set(json, exact)
      this.#settle(pending, pick(all), json ? json.stringify(pick(exact)) : text)
    }
    return others.filter((one) => this.receive(one, text)).length > 0 || isKnown
  }

  #remember(id: unknown, sink?: EventSink): void {
    this.#settled.set(id, sink)
    if (this.#settled.size <= MAX_SETTLED) return
    for (const oldest of this.#settled.keys()) {
      this.#settled.delete(oldest)
      break
    }
  }
}

/** Returns the subscription ID in a response; undefined if the result is not an ID. */
export function subscriptionOf(message: unknown): string | number | undefined {
  const result = isRecord(message) ? message['result'] : undefined
  return typeof result === 'string' || typeof result === 'number' ? result : undefined
}

/** Returns the error of a notification that ends a subscription. Its members are not validated. */
function rpcErrorOf({ code, message, data }: Message): RpcError {
  return new RpcError(Number(code), typeof message === 'string' ? message : '', { data })
}

/** Returns the IDs of the responses to a request; empty for notifications. */
export function idsOf({ id, batch }: TransportRequest): readonly number[] {
  if (batch) return batch.flatMap((one) => one.id ?? [])
  return id === undefined ? [] : [id]
}

/** Placeholder for the name of a notification that the document does not declare. */
const ANY_NAME = '*'

function keyOf(notification: string, id: unknown): string {
  return `${notification} ${JSON.stringify(id)}`
}
