import { ProtocolError, RpcError, TransportError } from '../../errors.ts'
import { isRecord } from '../../json-rpc.ts'
import { requestText, responseOf } from '../message.ts'
import type { EventSink, TransportRequest, TransportResponse } from '../types.ts'
import type { Listeners } from './listeners.ts'
import type { OpenSocket, SocketEvents } from './open-socket.ts'

/** Callbacks of a session to its connection. */
export interface SessionEvents {
  /** The session ended; its calls have already failed. */
  end(error: Error): void
  /** The session ignored a message that matches no request or subscription. */
  stray(text: string): void
}

interface Pending {
  readonly request: TransportRequest
  readonly resolve: (response: TransportResponse) => void
  readonly reject: (error: Error) => void
}

/** Number of completed IDs to remember: a repeated or late response to one of them is not reported. */
const REMEMBERED = 1000
/** Maximum number of events kept for subscriptions whose response has not arrived yet. */
const EARLY = 1000

type Message = Readonly<Record<string, unknown>>

/** Calls and subscriptions over an open connection. */
export class Session implements SocketEvents {
  readonly #socket: Promise<OpenSocket>
  readonly #events: SessionEvents
  readonly #listeners: Listeners
  readonly #pending = new Map<unknown, Pending>()
  /**
   * IDs of completed or abandoned requests. An abandoned subscription keeps its sink here until its response
   * arrives.
   */
  readonly #settled = new Map<unknown, EventSink | undefined>()
  readonly #sinks = new Map<string, EventSink>()
  #open: OpenSocket | undefined
  #early: (readonly [id: string, text: string])[] = []
  /** Names of the params of notifications that can contain the subscription ID. */
  readonly #idParams = new Set<string>()
  #error: Error | undefined
  /** Number of subscriptions whose response has not arrived yet. */
  #subscribing = 0
  #isHeld: boolean | undefined
  #probes = 0
  #lastSign = performance.now()

  constructor(
    dial: (events: SocketEvents) => Promise<OpenSocket>,
    events: SessionEvents,
    listeners: Listeners,
  ) {
    this.#events = events
    this.#listeners = listeners
    this.#socket = dial(this).then((socket) => {
      this.#open = socket
      this.#hold()
      return socket
    })
  }

  /** Resolves when the connection is open. */
  async opened(): Promise<this> {
    await this.#socket
    return this
  }

  /** Time of the last received frame, by the clock of `performance`. */
  get lastSign(): number {
    return this.#lastSign
  }

  /** Number of pending calls, subscriptions and listeners. */
  get size(): number {
    return this.#pending.size + this.#sinks.size + this.#listeners.size
  }

  call(request: TransportRequest): Promise<TransportResponse> {
    const body = requestText(request) ?? ''
    const ids = idsOf(request)
    return new Promise((resolve, reject) => {
      if (this.#error || !this.#open) return reject(this.#error ?? new TransportError('Not open'))
      // IDs are registered before sending, since an in-memory response is synchronous.
      for (const id of ids) this.#pending.set(id, { request, resolve, reject })
      if (request.events) {
        this.#subscribing++
        this.#idParams.add(request.events.idParam ?? 'subscription')
      }
      this.#hold()
      this.#open.send(body)
      if (ids.length === 0) resolve({ status: 200 })
    })
  }

  /**
   * Removes a call that its caller has abandoned. If it was a subscription, it is ended when the response
   * arrives.
   */
  forget(request: TransportRequest): void {
    this.#complete(request, request.events)
  }

  /** Must be called after the number of listeners changed. */
  listening(): void {
    this.#hold()
  }

  /** Ends a subscription and notifies the node. */
  unsubscribe(sink: EventSink): void {
    for (const [key, one] of this.#sinks) {
      if (one !== sink) continue
      this.#sinks.delete(key)
      const id: unknown = JSON.parse(key.slice(key.indexOf(' ') + 1))
      this.#tellUnsubscribed(sink, id)
    }
    this.#hold()
  }

  /**
   * Sends a ping, or calls `method` if the platform cannot send pings. Returns false if neither is possible.
   */
  ping(method: string | undefined): boolean {
    const socket = this.#open
    if (socket?.ping) socket.ping()
    else if (socket && method !== undefined) this.#probe(socket, method)
    else return false
    return true
  }

  #probe(socket: OpenSocket, method: string): void {
    const id = `alive ${++this.#probes}`
    this.#remember(id)
    socket.send(JSON.stringify({ jsonrpc: '2.0', id, method, params: [] }))
  }

  /** Closes the connection; pending calls fail with the error. */
  close(error: Error, code: number = 1000): void {
    this.#open?.close(code, '')
    this.end(error)
  }

  text(text: string): void {
    this.alive()
    if (this.#error) return
    let message: unknown
    try {
      message = JSON.parse(text)
    } catch {
      return this.#violated('no JSON', text)
    }
    if (Array.isArray(message)) return this.#answered(message, this.#batchId(message), text)
    if (!isRecord(message)) return this.#violated('no message', text)
    if (typeof message['method'] === 'string') return this.#notified(message, text)
    this.#answered(message, message['id'], text)
  }

  alive(): void {
    this.#lastSign = performance.now()
  }

  end(error: Error): void {
    if (this.#error) return
    this.#error = error
    for (const { reject } of this.#pending.values()) reject(error)
    this.#pending.clear()
    this.#sinks.clear()
    this.#early = []
    this.#events.end(error)
  }

  #complete(request: TransportRequest, sink?: EventSink): void {
    for (const id of idsOf(request)) {
      if (!this.#pending.delete(id)) continue
      if (request.events) this.#subscribing--
      this.#remember(id, sink)
    }
    this.#hold()
  }

  #answered(message: unknown, id: unknown, text: string): void {
    const pending = this.#pending.get(id)
    if (pending) return this.#settle(pending, message, text)
    if (this.#settled.has(id)) return this.#answeredLate(message, id)
    // An error without an ID means that the node could not read a request. It does not say which one.
    if (isRecord(message) && (id === null || id === undefined) && isRecord(message['error'])) {
      for (const one of new Set(this.#pending.values())) {
        this.#settle(one, message, text)
      }
      return
    }
    this.#violated('a response that matches no request', text)
  }

  #answeredLate(message: unknown, id: unknown): void {
    const sink = this.#settled.get(id)
    const subscription = subscriptionOf(message)
    if (!sink || subscription === undefined) return
    this.#settled.set(id, undefined)
    this.#tellUnsubscribed(sink, subscription)
  }

  #settle({ request, resolve }: Pending, plain: unknown, text: string): void {
    const { events } = request
    this.#complete(request)
    const subscription = subscriptionOf(plain)
    if (events && subscription !== undefined) this.#subscribed(events, subscription)
    // Messages are parsed again with long integers only if the request needs them, which its ID determines.
    resolve(
      request.json
        ? responseOf(request, text, { status: 200 })
        : { status: 200, message: plain, excerpt: text.slice(0, 1000) },
    )
    if (this.#subscribing === 0) this.#early = []
  }

  #subscribed(sink: EventSink, id: string | number): void {
    if (sink.stop.aborted) return this.#tellUnsubscribed(sink, id)
    this.#sinks.set(keyOf(sink.inferred ? anyName : sink.notification, id), sink)
    const early = this.#early.filter(([one]) => one === JSON.stringify(id))
    for (const [, text] of early) this.#notified(JSON.parse(text) as Message, text)
  }

  #notified(message: Message, text: string): void {
    const { method, params } = message
    if (this.#listeners.notify(String(method), params, text)) return
    if (!isRecord(params)) return this.#events.stray(text)
    const id = [...this.#idParams].map((name) => params[name]).find((one) => one !== undefined)
    const exact = keyOf(String(method), id)
    const key = this.#sinks.has(exact) ? exact : keyOf(anyName, id)
    const sink = this.#sinks.get(key)
    if (!sink) {
      if (this.#subscribing === 0) return this.#events.stray(text)
      this.#early.push([JSON.stringify(id) ?? '', text])
      if (this.#early.length > EARLY) this.#early.shift()
      return
    }
    const { error } = params
    if (isRecord(error)) {
      this.#sinks.delete(key)
      return sink.end(rpcErrorOf(error))
    }
    const whole = sink.json ? (sink.json.parse(text) as { readonly params: Message }) : { params }
    sink.event(whole.params[sink.payloadParam ?? 'result'])
  }

  #tellUnsubscribed({ unsubscribe: method }: EventSink, id: unknown): void {
    if (method === undefined) return
    // Nobody waits for the response.
    const call = `unsubscribe ${String(id)}`
    this.#remember(call)
    this.#open?.send(JSON.stringify({ jsonrpc: '2.0', id: call, method, params: [id] }))
  }

  /** Returns an ID of the batch that a response belongs to. One matching ID is enough. */
  #batchId(message: readonly unknown[]): unknown {
    const ids = message.map((one) => (isRecord(one) ? one['id'] : undefined))
    return ids.find((id) => this.#pending.has(id)) ?? ids.find((id) => this.#settled.has(id))
  }

  /** Ends the session after a protocol violation if calls are pending: no response can be trusted any more. */
  #violated(what: string, text: string): void {
    if (this.#pending.size === 0) return this.#events.stray(text)
    this.#open?.close(1002, what)
    this.end(new ProtocolError(`The node sent ${what}`, { body: text.slice(0, 1000) }))
  }

  #remember(id: unknown, sink?: EventSink): void {
    this.#settled.set(id, sink)
    if (this.#settled.size <= REMEMBERED) return
    for (const oldest of this.#settled.keys()) {
      this.#settled.delete(oldest)
      break
    }
  }

  #hold(): void {
    const isHeld = this.size > 0
    if (isHeld !== this.#isHeld) this.#open?.hold?.(isHeld)
    this.#isHeld = isHeld
  }
}

/** Returns the subscription ID of a response, if it has one. */
function subscriptionOf(message: unknown): string | number | undefined {
  const result = isRecord(message) ? message['result'] : undefined
  return typeof result === 'string' || typeof result === 'number' ? result : undefined
}

/** Returns the error that ended a subscription, with valid members only. */
function rpcErrorOf({ code, message, data }: Message): RpcError {
  return new RpcError(Number(code), typeof message === 'string' ? message : '', { data })
}

/** Returns the IDs of responses to a request; none for notifications. */
function idsOf({ id, batch }: TransportRequest): readonly number[] {
  if (batch) return batch.flatMap((one) => one.id ?? [])
  return id === undefined ? [] : [id]
}

/** Stands for a notification name that the document does not declare. */
const anyName = '*'

function keyOf(notification: string, id: unknown): string {
  return `${notification} ${JSON.stringify(id)}`
}
