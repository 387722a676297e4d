import type { Transport } from '@rpcloom/rpc/client'
import type { RequestId, RpcError } from '@rpcloom/rpc'
import type { ListenOptions, Listening } from '@rpcloom/rpc/node'
import type { Awaitable, Context, Dispatcher } from '@rpcloom/rpc/server'

/** A call that reached a method of a mock: its params were found to fit the document. */
export interface MockCall<Params = Readonly<Record<string, unknown>>> {
  /** Name on the wire. */
  readonly method: string
  /** Key of the group. */
  readonly group: string
  /** By name and decoded, as a handler sees them. */
  readonly params: Params
  readonly chain: string | undefined
  readonly transport: Context['transport']
  /** Absent for a notification and a GET route. */
  readonly id: RequestId | undefined
}

/**
 * How an answer can be no JSON-RPC answer to its call: cut short, a page of HTML, the answer to another
 * request, or text of your own; with another HTTP status the body is right.
 */
export type Malformed =
  | 'truncated'
  | 'html'
  | 'wrong-id'
  | { readonly kind: 'status'; readonly status: number }
  | { readonly kind: 'html'; readonly status: number }
  | { readonly kind: 'body'; readonly body: string }

/**
 * What a mock answers to one method. What is told here comes before the mock's handlers, state, examples
 * and samples, and holds until `reset`. Queued answers (those with `Once`, and `sequence`) are given before
 * a lasting one. Every member returns the same object, so that they can be chained.
 *
 * `Failure` and `Code` are the names and codes of the errors that the document lists for the method.
 */
export interface MethodMock<
  Params,
  Result,
  Failure extends string = never,
  Code extends number = never,
> {
  /** Every call is answered with this value. */
  returns(value: Result): this
  /** One call is answered with this value. */
  once(value: Result): this
  /** One value per call; the last one stays. */
  sequence(values: readonly [Result, ...(readonly Result[])]): this
  /** Every call is answered by a function; a result that is a promise is awaited. */
  answers(handler: (params: Params, ctx: Context) => Awaitable<Result>): this
  /** One call is answered by a function. */
  answersOnce(handler: (params: Params, ctx: Context) => Awaitable<Result>): this
  /** Every call fails: with an error that the document lists for the method, or with any other. */
  fails(failure: Failure | Code | RpcError, data?: unknown): this
  /** One call fails. */
  failsOnce(failure: Failure | Code | RpcError, data?: unknown): this
  /** The connection breaks instead of every answer. */
  drop(): this
  /** The connection breaks instead of one answer. */
  dropOnce(): this
  /** Injects a fault into every response. */
  malformed(how: Malformed): this
  /** Injects a fault into one response. */
  malformedOnce(how: Malformed): this
  /** Every answer, from wherever it comes, waits this long first, and up to `jitter` longer, as the seed decides. */
  delay(milliseconds: number, jitter?: number): this
  /** Throws a `MockAssertionError` unless the method was called: so many times, or at all. */
  assertCalled(times?: number): this
  /** Throws a `MockAssertionError` unless a call had these params, by name and decoded; others do not matter. */
  assertCalledWith(params: Partial<Params>): this
  /** Back to what the mock answers by itself; calls stay in the log. */
  reset(): this
  /** The calls so far, oldest first. */
  readonly calls: readonly MockCall<Params>[]
}

/** A server as generated packages make it: a dispatcher that can listen. */
export interface MockServer extends Dispatcher {
  listen(options?: ListenOptions): Promise<Listening>
}

/**
 * What every mock offers beside its groups. `Calls` has the calls by the names of the methods, `Events`
 * the payloads by the kinds of subscription.
 */
export interface MockBase<
  Calls = Readonly<Record<string, readonly MockCall[]>>,
  Events = Readonly<Record<string, unknown>>,
> {
  /** For a client of the same process. */
  readonly transport: Transport
  /** The server behind it, for adapters. */
  readonly server: Dispatcher
  /** Handles the JSON text of a request or batch; rejects if a fault is injected into the response. */
  readonly handle: Dispatcher['handle']
  /** Answers a request of the web; rejects with a `TypeError` where the connection is to break. */
  readonly fetch: Dispatcher['fetch']
  /** Serves HTTP and WebSocket; in Node only. */
  readonly listen: MockServer['listen']
  /** All calls, oldest first: the latest ten thousand are kept. */
  calls(): readonly MockCall[]
  /** The calls of one method. */
  calls<Wire extends keyof Calls>(method: Wire): Calls[Wire]
  /** Gives an event to all who subscribed to a kind, and tells how many they are. */
  emit<Kind extends keyof Events>(kind: Kind, event: Events[Kind]): number
  /** Loads the documents; rejects where a scenario has results or errors that they do not. */
  ready(): Promise<void>
  /** Forgets all calls, what they changed, and what methods were told: back to the scenario; subscriptions end. */
  reset(): void
}
