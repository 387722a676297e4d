import { requestText } from '../request-text.ts'
import type { CaseRequest, CallExchange, Stray } from '../types.ts'
import { failureOf, type Next, type SocketConnection } from './connection.ts'
import { idsOf, isBatch, isNotification, readMessage } from './message.ts'

/** Time to wait for the expected response or further messages after an unexpected response, in milliseconds. */
const GRACE_MS = 500
/** Maximum number of unexpected messages to keep. */
const MAX_STRAYS = 1000
const PROBE = 'rpcloom-probe-'

export interface SessionOptions {
  readonly timeoutMs: number
  /** Resolves when the next message may be sent. Limits the rate of messages. */
  readonly turn: () => Promise<void>
  /** Receives the events that no case expects. By default, they are strays. */
  readonly onEvent?: ((text: string) => unknown) | undefined
}

export interface SharedState {
  readonly answered: Map<unknown, CaseRequest>
  /** Requests that opened a subscription that has ended, by subscription ID. */
  readonly ended: Map<unknown, CaseRequest>
  readonly strays: Stray[]
  /** IDs of probe calls that timed out. */
  readonly lateProbes: Set<unknown>
  last: CaseRequest | undefined
  probes: number
}

/** Messages received before the response to a probe call. */
interface Settled {
  readonly texts: readonly string[]
  /** Set if the probe call received no response: the end of the connection or a timeout. */
  readonly end?: Next
}

/** Sends requests over a connection one after another and reads the responses. */
export class SocketSession {
  readonly connection: SocketConnection
  readonly #shared: SharedState
  readonly #options: SessionOptions
  onEvent: ((text: string) => void) | undefined

  constructor(connection: SocketConnection, shared: SharedState, options: SessionOptions) {
    this.connection = connection
    this.#shared = shared
    this.#options = options
  }

  async ask(request: CaseRequest): Promise<CallExchange> {
    const text = requestText(request)
    if (text === undefined)
      return { kind: 'failed', reason: 'GET routes need HTTP, not a WebSocket' }
    await this.#options.turn()
    this.#shared.last = request
    this.connection.send(text)
    const ids = idsOf(request)
    const exchange = await (isNotification(request)
      ? this.#silence()
      : this.#response(ids, isBatch(request)))
    for (const id of ids) this.#shared.answered.set(id, request)
    return exchange
  }

  /**
   * Makes a probe call twice: after its responses, all earlier messages of the server have arrived. Returns
   * the messages that are neither events nor late responses. `end` is set if a probe call received no
   * response.
   */
  async settle(milliseconds: number): Promise<Settled> {
    const texts: string[] = []
    for (let round = 0; round < 2; round++) {
      const end = await this.#probe(texts, milliseconds)
      if (end !== undefined) return { texts, end }
    }
    return { texts }
  }

  stray(text: string, request: CaseRequest | undefined = this.#shared.last): void {
    const { strays } = this.#shared
    if (request && strays.length < MAX_STRAYS) strays.push({ text, request })
  }

  /**
   * Passes an event to `onEvent`. If there is no such listener, or if the subscription has ended, records the
   * event as a stray.
   */
  event(text: string, subscription: unknown): void {
    const ended = this.#shared.ended.get(subscription)
    if (ended) this.stray(text, ended)
    else if (this.onEvent) this.onEvent(text)
    else if (this.#options.onEvent) this.#options.onEvent(text)
    else this.stray(text)
  }

  /** Makes a probe call and adds the messages received before its response to `texts`. */
  async #probe(texts: string[], milliseconds: number): Promise<Next | undefined> {
    const id = `${PROBE}${++this.#shared.probes}`
    await this.#options.turn()
    this.connection.send(JSON.stringify({ jsonrpc: '2.0', id, method: 'rpcloom.noSuchMethod' }))
    const deadline = performance.now() + milliseconds
    for (;;) {
      const next = await this.connection.next(deadline - performance.now())
      if (next.kind !== 'text') {
        this.#shared.lateProbes.add(id)
        return next
      }
      const message = readMessage(next.text)
      if (message.kind === 'event') this.event(next.text, message.subscription)
      else if (message.kind === 'response' && message.ids.includes(id)) {
        if (this.#shared.last) this.#shared.answered.set(id, this.#shared.last)
        return undefined
      } else {
        const earlier = this.#earlier(next.text)
        if (earlier === undefined) texts.push(next.text)
        else if (earlier !== 'probe') this.stray(next.text, earlier)
      }
    }
  }

  /** Returns the earlier request that a message responds to: the message is a duplicate or late response. */
  #earlier(text: string): CaseRequest | 'probe' | undefined {
    const message = readMessage(text)
    if (message.kind !== 'response') return undefined
    for (const id of message.ids) {
      if (this.#shared.lateProbes.has(id)) return 'probe'
      const request = this.#shared.answered.get(id)
      if (request) return request
    }
    return undefined
  }

  async #silence(): Promise<CallExchange> {
    const { timeoutMs } = this.#options
    const { texts, end } = await this.settle(timeoutMs)
    if (end?.kind === 'ended' && texts.length === 0) return failureOf(end.error, timeoutMs)
    return { kind: 'messages', texts }
  }

  async #response(ids: ReadonlySet<unknown>, isBatch: boolean): Promise<CallExchange> {
    const { timeoutMs } = this.#options
    let deadline = performance.now() + timeoutMs
    /** Unexpected responses: duplicates of earlier responses, or responses to another call. */
    const held: Stray[] = []
    for (;;) {
      const next = await this.connection.next(deadline - performance.now())
      if (next.kind !== 'text') {
        if (held.length > 0) return { kind: 'messages', texts: held.map((one) => one.text) }
        if (next.kind === 'ended') return failureOf(next.error, timeoutMs)
        return { kind: 'timeout', milliseconds: timeoutMs }
      }
      const { text } = next
      const message = readMessage(text)
      if (message.kind === 'event') {
        this.event(text, message.subscription)
        continue
      }
      if (message.kind === 'response' && message.ids.some((id) => ids.has(id))) {
        for (const one of held) this.stray(one.text, one.request)
        return this.#withFollowing(text, message.isBatch === isBatch)
      }
      const earlier = this.#earlier(text)
      if (earlier === undefined) return this.#withFollowing(text, false)
      if (earlier === 'probe') continue
      held.push({ text, request: earlier })
      deadline = Math.min(deadline, performance.now() + GRACE_MS)
    }
  }

  /** Returns a response. An unexpected response is returned together with the messages that follow it. */
  async #withFollowing(text: string, isExpected: boolean): Promise<CallExchange> {
    if (isExpected) return { kind: 'messages', texts: [text] }
    const { texts } = await this.settle(Math.min(this.#options.timeoutMs, GRACE_MS))
    return { kind: 'messages', texts: [text, ...texts] }
  }
}
