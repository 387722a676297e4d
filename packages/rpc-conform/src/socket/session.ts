import { requestText } from '../request-text.ts'
import type { CaseRequest, CallExchange, Stray } from '../types.ts'
import { failureOf, type SocketConnection, type Next } from './connection.ts'
import { idsOf, messageOf } from './message.ts'

/** After an unexpected response, how long to wait for further messages or the right response. */
const GRACE_MS = 500
/** Maximum number of unexpected messages to keep. */
const MAX_STRAYS = 1000

/** Options of a conversation. */
export interface SessionOptions {
  readonly timeoutMs: number
  /** Waits until the next message may be sent, to limit the rate. */
  readonly turn: () => Promise<void>
}

/** State that all connections to a server share. */
export interface SharedState {
  /** Answered requests by ID. */
  readonly answered: Map<unknown, CaseRequest>
  /** Requests that opened a subscription that has ended, by subscription ID. */
  readonly ended: Map<unknown, CaseRequest>
  readonly strays: Stray[]
  /** IDs of probe calls that timed out. */
  readonly lateProbes: Set<unknown>
  /** The request that was sent last. */
  last: CaseRequest | undefined
  probes: number
}

/** Sends requests over a connection one after another and reads the responses. */
export class SocketSession {
  readonly connection: SocketConnection
  readonly #known: SharedState
  readonly #options: SessionOptions
  /** Receives events while a subscription is open. */
  onEvent: ((text: string) => void) | undefined

  constructor(connection: SocketConnection, known: SharedState, options: SessionOptions) {
    this.connection = connection
    this.#known = known
    this.#options = options
  }

  /** Sends a request and returns the messages received in response. */
  async ask(request: CaseRequest): Promise<CallExchange> {
    const { timeoutMs, turn } = this.#options
    const text = requestText(request)
    if (text === undefined)
      return { kind: 'failed', reason: 'GET routes need HTTP, not a WebSocket' }
    await turn()
    this.#known.last = request
    this.connection.send(text)
    const ids = idsOf(request)
    const isSilent = request.kind !== 'text' && ids.size === 0
    const owed = { ids, isBatch: request.kind === 'batch' }
    const exchange = await (isSilent ? this.#silence() : this.#answer(owed, timeoutMs))
    for (const id of ids) this.#known.answered.set(id, request)
    return exchange
  }

  /**
   * Makes a probe call twice, after which all messages that the server sent before have arrived. Returns
   * those that are neither events nor late responses, and why a probe had no response, if so.
   */
  async settle(milliseconds: number): Promise<Settled> {
    const texts: string[] = []
    for (let round = 0; round < 2; round++) {
      const end = await this.#probed(texts, milliseconds)
      if (end !== undefined) return { texts, end }
    }
    return { texts }
  }

  /** Records an unexpected message. */
  stray(text: string, request: CaseRequest | undefined = this.#known.last): void {
    const { strays } = this.#known
    if (request && strays.length < MAX_STRAYS) strays.push({ text, request })
  }

  /** Assigns an event to its subscription, whether open or ended. */
  event(text: string, subscription: unknown): void {
    const over = this.#known.ended.get(subscription)
    if (over) this.stray(text, over)
    else if (this.onEvent) this.onEvent(text)
    else this.stray(text)
  }

  async #probed(texts: string[], milliseconds: number): Promise<Next | undefined> {
    const id = `${PROBE}${++this.#known.probes}`
    await this.#options.turn()
    this.connection.send(JSON.stringify({ jsonrpc: '2.0', id, method: 'rpcloom.noSuchMethod' }))
    const deadline = performance.now() + milliseconds
    for (;;) {
      const next = await this.connection.next(deadline - performance.now())
      if (next.kind !== 'text') {
        this.#known.lateProbes.add(id)
        return next
      }
      const message = messageOf(next.text)
      if (message.kind === 'event') this.event(next.text, message.subscription)
      else if (message.kind === 'response' && message.ids.includes(id)) {
        if (this.#known.last) this.#known.answered.set(id, this.#known.last)
        return undefined
      } else if (!this.#isEarlier(next.text)) texts.push(next.text)
    }
  }

  /** Whether a message responds to an earlier request. Such a message is unexpected. */
  #isEarlier(text: string): boolean {
    const earlier = this.#earlier(text)
    if (earlier === 'probe') return true
    if (earlier) this.stray(text, earlier)
    return earlier !== undefined
  }

  #earlier(text: string): CaseRequest | 'probe' | undefined {
    const message = messageOf(text)
    if (message.kind !== 'response') return undefined
    for (const id of message.ids) {
      if (this.#known.lateProbes.has(id)) return 'probe'
      const request = this.#known.answered.get(id)
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

  async #answer({ ids, isBatch }: PendingRequest, timeoutMs: number): Promise<CallExchange> {
    let deadline = performance.now() + timeoutMs
    // Responses with the ID of an earlier call: a duplicate, or a response to the wrong call.
    const held: string[] = []
    for (;;) {
      const next = await this.connection.next(deadline - performance.now())
      if (next.kind !== 'text') {
        if (held.length > 0) return { kind: 'messages', texts: held }
        if (next.kind === 'ended') return failureOf(next.error, timeoutMs)
        return { kind: 'timeout', milliseconds: timeoutMs }
      }
      const { text } = next
      const message = messageOf(text)
      const earlier = this.#earlier(text)
      if (message.kind === 'event') {
        this.event(text, message.subscription)
      } else if (message.kind === 'response' && message.ids.some((id) => ids.has(id))) {
        for (const one of held) this.stray(one, this.#request(one))
        return this.#whole(text, message.isBatch === isBatch)
      } else if (earlier === undefined) {
        return this.#whole(text, false)
      } else if (earlier !== 'probe') {
        held.push(text)
        deadline = Math.min(deadline, performance.now() + GRACE_MS)
      }
    }
  }

  #request(text: string): CaseRequest | undefined {
    const earlier = this.#earlier(text)
    return earlier === 'probe' ? undefined : earlier
  }

  /** Returns the response. If it is not the expected one, the messages that follow it are included. */
  async #whole(text: string, isPlain: boolean): Promise<CallExchange> {
    if (isPlain) return { kind: 'messages', texts: [text] }
    const { texts } = await this.settle(Math.min(this.#options.timeoutMs, GRACE_MS))
    return { kind: 'messages', texts: [text, ...texts] }
  }
}

interface PendingRequest {
  readonly ids: ReadonlySet<unknown>
  readonly isBatch: boolean
}

const PROBE = 'rpcloom-probe-'

/** Messages received before the response to a probe call. */
export interface Settled {
  readonly texts: readonly string[]
  /** Why there was no response to the probe call. */
  readonly end?: Next
}
