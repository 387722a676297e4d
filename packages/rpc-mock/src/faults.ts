import { TransportError, isRecord } from '@rpcloom/rpc'
import { type Transport, memory } from '@rpcloom/rpc/client'
import { HttpReply, type Reply } from '@rpcloom/rpc/internal'
import {
  type Connection,
  type Dialect,
  type Dispatcher,
  type Limits,
  type Peer,
  type RestResponse,
  type Route,
  type Scope,
  type ServerGroup,
  fetchHandler,
} from '@rpcloom/rpc/server'

type Later<T> = T | Promise<T>

/** Faults that can be injected into a response. */
export type Fault =
  /** The connection breaks. */
  | { readonly kind: 'drop' }
  /** The text is truncated. */
  | { readonly kind: 'truncated' }
  /** An HTML page of a proxy. */
  | { readonly kind: 'html'; readonly status: number }
  /** A response with the ID of another request. */
  | { readonly kind: 'wrong-id' }
  /** An HTTP status other than 200. */
  | { readonly kind: 'status'; readonly status: number }
  /** Arbitrary text in place of the response. */
  | { readonly kind: 'body'; readonly body: string }

/** Thrown in place of a response with an injected fault. Adapters send its reply. */
export class InjectedFault extends HttpReply {
  override readonly name: string = 'InjectedFault'

  constructor(reply?: Reply) {
    super(reply ? 'A fault was injected into the response' : 'The connection was dropped', reply)
  }
}

/** A server that injects configured faults into responses. */
export class FaultyServer implements Dispatcher {
  readonly #inner: Dispatcher
  readonly fetch: (request: Request) => Promise<Response>

  constructor(inner: Dispatcher) {
    this.#inner = inner
    const handle = fetchHandler(this)
    this.fetch = async (request) => {
      try {
        return await handle(request)
      } catch (error) {
        if (!(error instanceof InjectedFault)) throw error
        // `fetch` throws this error if there is no connection.
        if (!error.reply) throw new TypeError('fetch failed', { cause: error })
        const { status, headers, body } = error.reply
        return new Response(body, { status, headers })
      }
    }
  }

  get groups(): readonly ServerGroup[] {
    return this.#inner.groups
  }
  get unimplemented(): readonly string[] {
    return this.#inner.unimplemented
  }
  get dialect(): Dialect {
    return this.#inner.dialect
  }
  get limits(): Limits {
    return this.#inner.limits
  }
  route(path: string, transport?: 'http' | 'ws' | 'memory'): Route | undefined {
    return this.#inner.route(path, transport)
  }
  isRest(path: string): boolean {
    return this.#inner.isRest(path)
  }

  /** Handles a request. Rejects with `InjectedFault` if a fault is injected into the response. */
  handle(text: string, scope: Scope = {}): Later<string | undefined> {
    const watched = new WatchedScope(scope)
    return settled(watched, this.#inner.handle(text, watched), (answer) => answer)
  }

  /**
   * Handles a request and returns the text of the response, including an injected fault. Rejects with a
   * `TransportError` if the connection breaks.
   */
  answer(text: string, scope?: Scope): Later<string | undefined> {
    const answer = this.handle(text, scope)
    if (!(answer instanceof Promise)) return answer
    return answer.catch((error: unknown) => replied(error).body)
  }

  rest(path: string, query: URLSearchParams, scope: Scope = {}): Later<RestResponse | undefined> {
    const watched = new WatchedScope(scope)
    return settled(watched, this.#inner.rest(path, query, watched), (answer) => answer?.body)
  }

  connect(peer: Peer, scope: Scope = {}): Connection {
    const handle = (text: string, message?: Scope): Later<string | undefined> => {
      const answer = this.handle(text, message)
      return answer instanceof Promise ? answer.catch(inject) : answer
    }
    const inject = (error: unknown): string | undefined => {
      if (!(error instanceof InjectedFault)) throw error
      if (error.reply) return error.reply.body
      peer.close(1011, 'dropped')
      connection.close(error)
      return undefined
    }
    const connection = this.#inner.connect(peer, scope, handle)
    return connection
  }

  /** A transport for clients in the same process. */
  get transport(): Transport {
    const inner = memory(this)
    return async (request) => {
      try {
        return await inner(request)
      } catch (error) {
        const { status, body } = replied(error)
        return { status, body }
      }
    }
  }
}

/** Returns the reply of an injected fault; rethrows any other error. */
function replied(error: unknown): Reply {
  if (!(error instanceof InjectedFault)) throw error
  if (!error.reply) throw new TransportError(error.message, { cause: error })
  return error.reply
}

/** The scope of a message. A method uses it to set the fault to inject into the response. */
export class WatchedScope implements Scope {
  readonly #scope: Scope
  fault: Fault | undefined

  constructor(scope: Scope) {
    this.#scope = scope
  }

  get path(): Scope['path'] {
    return this.#scope.path
  }
  get route(): Scope['route'] {
    return this.#scope.route
  }
  get transport(): Scope['transport'] {
    return this.#scope.transport
  }
  get headers(): Scope['headers'] {
    return this.#scope.headers
  }
  get remote(): Scope['remote'] {
    return this.#scope.remote
  }
  get auth(): unknown {
    return this.#scope.auth
  }
  get signal(): Scope['signal'] {
    return this.#scope.signal
  }
  get subscriber(): Scope['subscriber'] {
    return this.#scope.subscriber
  }

  /** Injects a fault into the response. For a batch, only the first fault is injected. */
  readonly inject = (fault: Fault): void => {
    this.fault ??= fault
  }
}

/** Returns the response, or rejects with the injected fault. */
function settled<Answer>(
  watched: WatchedScope,
  answer: Later<Answer>,
  textOf: (answer: Answer) => string | undefined,
): Later<Answer> {
  const finish = (given: Answer): Answer => {
    if (!watched.fault) return given
    throw new InjectedFault(replyOf(watched.fault, textOf(given) ?? ''))
  }
  if (answer instanceof Promise) return answer.then(finish)
  // Adapters expect a rejected promise rather than an exception.
  return watched.fault ? Promise.resolve(answer).then(finish) : answer
}

const json = { 'content-type': 'application/json' }

function replyOf(fault: Fault, text: string): Reply | undefined {
  switch (fault.kind) {
    case 'drop':
      return undefined
    case 'truncated':
      return { status: 200, headers: json, body: text.slice(0, Math.floor(text.length / 2)) }
    case 'html':
      return {
        status: fault.status,
        headers: { 'content-type': 'text/html; charset=utf-8' },
        body: `<html><head><title>${fault.status}</title></head><body>${fault.status}</body></html>`,
      }
    case 'wrong-id':
      return { status: 200, headers: json, body: withWrongIds(text) }
    case 'status':
      return { status: fault.status, headers: json, body: text }
    case 'body':
      return { status: 200, headers: json, body: fault.body }
  }
}

/** Replaces the IDs of a response. */
function withWrongIds(text: string): string {
  if (text === '') return text
  const answer: unknown = JSON.parse(text)
  const changed = (one: unknown): unknown =>
    isRecord(one) ? { ...one, id: wrongId(one['id']) } : one
  return JSON.stringify(Array.isArray(answer) ? answer.map(changed) : changed(answer))
}

function wrongId(id: unknown): unknown {
  if (typeof id === 'number') return id + 1_000_000
  return `${typeof id === 'string' ? id : ''}-other`
}
