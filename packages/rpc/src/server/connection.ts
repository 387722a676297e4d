import { RpcError } from '../errors.ts'
import { timeLimit } from '../client/abort.ts'
import type { ErrorObject } from '../json-rpc.ts'
import { busy } from './call.ts'
import { Subscription } from './subscription.ts'
import type { Dialect } from './dialect.ts'
import { unreadable } from './http-rules.ts'
import type { Outgoing } from '../channel/channel.ts'
import type { Incoming } from '../peer/peer.ts'
import type { RunningCalls } from './running-calls.ts'
import type { Caller, Dispatcher, Scope, Stream, Subscriber } from './types.ts'
import { Waiting } from './waiting.ts'

/** Interval in milliseconds at which a peer without a `drain` event is polled. */
const POLL_MS = 20
/** Number of events that a stream sends before other streams get their turn. */
const EVENTS_IN_A_ROW = 64

/** Error of a call that arrives while the connection is being closed. */
const closing: ErrorObject = {
  code: -32002,
  message: 'The connection is being closed',
  data: { reason: 'connectionClosing' },
}

type Answering = Pick<Dispatcher, 'handle' | 'limits'>

interface ConnectionOptions {
  readonly scope: Scope
  readonly caller: Caller
  /** Set if calls can be cancelled. */
  readonly running: RunningCalls | undefined
  /** Resolves when the handlers can be called without waiting, so that they start in the order of their calls. */
  readonly ready: Promise<unknown> | undefined
  readonly dialect: Dialect
  readonly makeId: (() => string) | undefined
}

/** Serves one peer. Each response is sent when its call completes, so responses may be out of order. */
export class PeerConnection implements Incoming {
  readonly scope: Scope
  readonly handlers = { open: 0 }
  isHandling = false
  readonly #dispatcher: Answering
  readonly #channel: Outgoing
  readonly #options: ConnectionOptions
  readonly #subscriptions = new Map<string, Subscription>()
  readonly #underWay = new Set<Message>()
  readonly #waiting = new Waiting()
  /** Number of batches whose calls may have yet to start. */
  #batches = 0
  #isReady = true
  #isProceeding = false
  #ended: { readonly reason: unknown } | undefined
  #finishing: Promise<void> | undefined
  #finished: (() => void) | undefined
  #room: { readonly opened: Promise<void>; readonly open: () => void } | undefined

  constructor(dispatcher: Answering, channel: Outgoing, options: ConnectionOptions) {
    this.#dispatcher = dispatcher
    this.#channel = channel
    this.#options = options
    const { scope, caller, running, ready } = options
    this.scope = { ...scope, caller, running }
    if (ready) this.#wait(ready)
  }

  #wait(ready: Promise<unknown>): void {
    this.#isReady = false
    const proceed = (): void => {
      this.#isReady = true
      this.proceed()
    }
    // Each call reports by itself that its document could not be loaded.
    ready.then(proceed, proceed)
  }

  receive(text: string | undefined, parsed?: unknown): void {
    if (this.#ended) return
    const { bodyBytes } = this.#dispatcher.limits
    // The channel limits the size of responses.
    if (text !== undefined && text.length > bodyBytes)
      return this.#channel.close(1009, `message exceeds ${bodyBytes} bytes`)
    if (this.#finishing) return this.#refuse(text, parsed, closing)
    if (this.#waiting.count > 0) this.proceed()
    if (this.#waiting.count === 0 && !this.#isBusy) return this.#answer(text, parsed)
    const { size } = this.#waiting
    if (size > (this.#mayPause ? bodyBytes * 2 : bodyBytes)) return this.#refuse(text, parsed, busy)
    this.#waiting.add(text, parsed)
    if (size > bodyBytes) this.#channel.pause?.()
    if (this.#isCongested) void this.#untilRoom().then(() => this.proceed())
  }

  #refuse(text: string | undefined, parsed: unknown, refusal: ErrorObject): void {
    const { bodyBytes, bufferedBytes } = this.#dispatcher.limits
    if ((this.#channel.bufferedAmount ?? 0) > bufferedBytes + bodyBytes)
      return this.#end('client reads too slowly')
    this.#answer(text, parsed, { refusal })
  }

  #end(reason: string): void {
    this.#channel.close(1013, reason)
    this.close(new Error(`The connection was closed: ${reason}`))
  }

  cancel(id: unknown): void {
    // No call has another ID, which may be too deep to be written.
    if (typeof id === 'object' && id !== null) return
    this.#options.running?.cancel(JSON.stringify(id), this.#waiting.count + this.#batches > 0)
  }

  /**
   * Whether further calls have to wait. A handler that waits for a call of its own is not counted, because the other end
   * may need this end to respond to it.
   */
  get #isBusy(): boolean {
    const { messages } = this.#dispatcher.limits
    const isFull = this.#underWay.size >= messages + this.#options.caller.pending
    return isFull || this.#mayPause
  }

  /** Whether calls wait for the caller, which does not read the responses, or for the documents. Neither needs further messages. */
  get #mayPause(): boolean {
    return this.#isCongested || !this.#isReady
  }

  get #isCongested(): boolean {
    return (this.#channel.bufferedAmount ?? 0) > this.#dispatcher.limits.bufferedBytes
  }

  #answer(text: string | undefined, parsed: unknown, extra?: Partial<Scope>): void {
    const message = new Message(this, extra)
    const answer =
      text === undefined
        ? unreadable(this.#options.dialect)
        : this.#dispatcher.handle(text, message.scope, parsed)
    if (!(answer instanceof Promise)) return this.#answered(answer, message)
    const batches = isBatch(text) ? 1 : 0
    this.#batches += batches
    this.#underWay.add(message)
    void answer.then((late) => {
      this.#batches -= batches
      this.#underWay.delete(message)
      this.#answered(late, message)
      this.proceed()
    })
  }

  #answered(answer: string | undefined, { opened }: Message): void {
    if (this.#ended) return
    if (answer !== undefined) this.#channel.send(answer)
    for (const subscription of opened) void this.#run(subscription)
  }

  proceed(): void {
    // A handler that calls the other end at once lets further messages proceed: the loop that called it continues with them.
    if (this.#isProceeding) return
    this.#isProceeding = true
    try {
      while (!this.#isBusy && !this.#ended) {
        const next = this.#waiting.take()
        if (!next) break
        this.#answer(next.text, next.message)
      }
    } finally {
      this.#isProceeding = false
    }
    // The peer of an ended connection may be congested for ever.
    if (this.#ended) return
    if (this.#waiting.count + this.#batches === 0) this.#options.running?.forgetCancelled()
    const isFull = this.#waiting.size > this.#dispatcher.limits.bodyBytes
    if (!isFull || !this.#mayPause) this.#channel.resume?.()
    if (this.#waiting.count > 0 && this.#isCongested)
      void this.#untilRoom().then(() => this.proceed())
    if (this.#isIdle) this.#finished?.()
  }

  get #isIdle(): boolean {
    return this.#underWay.size === 0 && this.#waiting.count === 0
  }

  /**
   * Resolves when the number of unsent bytes no longer exceeds the limit, or when the connection has ended.
   */
  #untilRoom(): Promise<void> {
    if (this.#room) return this.#room.opened
    let open = (): void => {}
    const opened = new Promise<void>((resolve) => {
      const since = Date.now()
      let unsent = Infinity
      const poll = setInterval(() => {
        const { bufferedAmount = 0 } = this.#channel
        // If both ends stopped reading, neither would receive the responses that it waits for.
        if (bufferedAmount >= unsent && this.#options.caller.pending > 0) this.#channel.resume?.()
        unsent = bufferedAmount
        if (Date.now() - since > this.#dispatcher.limits.stallMs)
          this.#end('client reads too slowly')
        if (this.#ended || !this.#isCongested) open()
      }, POLL_MS)
      open = () => {
        clearInterval(poll)
        this.#room = undefined
        resolve()
      }
    })
    this.#room = { opened, open }
    return opened
  }

  drained(): void {
    if (!this.#isCongested) this.#room?.open()
  }

  open(stream: Stream): Subscription {
    const { subscriptions } = this.#dispatcher.limits
    if (this.#subscriptions.size >= subscriptions) {
      stream.end(new Error('Too many subscriptions'))
      throw new RpcError(-32005, `Too many subscriptions: at most ${subscriptions} per connection`)
    }
    const id = (this.#options.makeId ?? randomId)()
    const subscription = new Subscription(id, stream)
    if (this.#ended) subscription.end(this.#ended.reason)
    else this.#subscriptions.set(id, subscription)
    return subscription
  }

  end(id: unknown): boolean {
    const subscription = typeof id === 'string' ? this.#subscriptions.get(id) : undefined
    if (!subscription) return false
    this.#subscriptions.delete(subscription.id)
    subscription.end(new Error('The client unsubscribed'))
    return true
  }

  async #run(subscription: Subscription): Promise<void> {
    const { id, stream } = subscription
    try {
      for (let count = 1; ; count++) {
        const step = await subscription.next()
        if (!step) break
        this.#channel.send(stream.notification(id, step.value))
        if (this.#isCongested) await this.#untilRoom()
        else if (count % EVENTS_IN_A_ROW === 0) await turn()
      }
    } catch (error) {
      // Errors that a handler throws after its subscription has ended are not sent.
      const text = subscription.isEnded ? undefined : stream.failure(id, error)
      if (text !== undefined) this.#channel.send(text)
    }
    this.#subscriptions.delete(id)
    subscription.end(new Error('The subscription has ended'))
  }

  finish(withinMs: number): Promise<void> {
    this.#finishing ??= new Promise((resolve) => {
      if (this.#isIdle || this.#ended) return resolve()
      const timer = timeLimit(withinMs, () => this.close(new Error('The connection was closed')))
      this.#finished = () => {
        clearTimeout(timer)
        resolve()
      }
    })
    return this.#finishing
  }

  close(reason: unknown = new Error('The client disconnected')): void {
    if (this.#ended) return
    this.#ended = { reason }
    this.#waiting.clear()
    for (const message of this.#underWay) message.abort(reason)
    for (const subscription of this.#subscriptions.values()) subscription.end(reason)
    this.#subscriptions.clear()
    this.#room?.open()
    this.#finished?.()
  }
}

function isBatch(text = ''): boolean {
  return /^\s*\[/.test(text)
}

function randomId(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16))
  let digits = ''
  for (const byte of bytes) digits += byte.toString(16).padStart(2, '0')
  return `0x${digits.replace(/^0+(?=.)/, '')}`
}

function turn(): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, 0))
}

/** A message of the peer with the subscriptions that its calls open. */
class Message implements Subscriber {
  readonly scope: Scope
  /** Subscriptions of the message. Their events are sent after its response. */
  readonly opened: Subscription[] = []
  readonly handlers: Subscriber['handlers']
  readonly #connection: PeerConnection
  #abort: AbortController | undefined

  constructor(connection: PeerConnection, extra?: Partial<Scope>) {
    this.#connection = connection
    this.handlers = connection.handlers
    const signal = (): AbortSignal => (this.#abort ??= new AbortController()).signal
    this.scope = { ...connection.scope, subscriber: this, signal, ...extra }
  }

  abort(reason: unknown): void {
    this.#abort?.abort(reason)
  }

  open(stream: Stream): string {
    const subscription = this.#connection.open(stream)
    this.opened.push(subscription)
    return subscription.id
  }

  end(id: unknown): boolean {
    return this.#connection.end(id)
  }

  handle<Result>(handler: () => Result): Result {
    const { isHandling } = this.#connection
    this.#connection.isHandling = true
    try {
      return handler()
    } finally {
      this.#connection.isHandling = isHandling
    }
  }
}
