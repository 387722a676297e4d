import type { Transport } from '@rpcloom/rpc/client'
import type { RequestId, RpcError } from '@rpcloom/rpc'
import type { ErrorTable, ListedNames, NameInGroup } from '@rpcloom/rpc/internal'
import type { ListenOptions, Listening } from '@rpcloom/rpc/node'
import type { Awaitable, Context, Dispatcher } from '@rpcloom/rpc/server'

/** A call of a mocked method, with valid params. */
export interface MockCall<Params = Readonly<Record<string, unknown>>> {
  /** Method name. */
  readonly method: string
  /** Key of the group. */
  readonly group: string
  /** By name and decoded, as a handler receives them. */
  readonly params: Params
  readonly chain: string | undefined
  readonly transport: Context['transport']
  /** Absent for a notification and a GET route. */
  readonly id: RequestId | undefined
}

/**
 * Ways to make a response invalid: truncated, an HTML page, the response to another request, or arbitrary
 * text. With another HTTP status the body is valid.
 */
export type Malformed =
  | 'truncated'
  | 'html'
  | 'wrong-id'
  | { readonly kind: 'status'; readonly status: number }
  | { readonly kind: 'html'; readonly status: number }
  | { readonly kind: 'body'; readonly body: string }

/**
 * Configures the responses of one method. They take precedence over the mock's handlers, state, examples and
 * generated values, until `reset`. Queued responses (those with `Once`, and `sequence`) come before a
 * permanent one. Every method returns the same object for chaining.
 *
 * `Failure` and `Code` are the names and codes of the errors that the document lists for the method.
 */
export interface MethodMock<
  Params,
  Result,
  Failure extends string = never,
  Code extends number = never,
> {
  /** Returns this value for every call. */
  returns(value: Result): this
  /** Returns this value for one call. */
  once(value: Result): this
  /** Returns one value per call; the last one for all further calls. */
  sequence(values: readonly [Result, ...(readonly Result[])]): this
  /** Calls a function for every call; a promise is awaited. */
  responds(handler: (params: Params, ctx: Context) => Awaitable<Result>): this
  /** Calls a function for one call. */
  respondsOnce(handler: (params: Params, ctx: Context) => Awaitable<Result>): this
  /** Fails every call: with an error that the document lists for the method, or with any other. */
  fails(failure: Failure | Code | RpcError, data?: unknown): this
  /** Fails one call. */
  failsOnce(failure: Failure | Code | RpcError, data?: unknown): this
  /** Breaks the connection instead of every response. */
  drop(): this
  /** Breaks the connection instead of one response. */
  dropOnce(): this
  /** Injects a fault into every response. */
  malformed(how: Malformed): this
  /** Injects a fault into one response. */
  malformedOnce(how: Malformed): this
  /** Delays every response, whatever its source, by up to `jitter` longer, determined by the seed. */
  delay(milliseconds: number, jitter?: number): this
  /** Throws a `MockAssertionError` unless the method was called this many times; at least once if omitted. */
  assertCalled(times?: number): this
  /**
   * Throws a `MockAssertionError` unless a call had these params, by name and decoded; other params are
   * ignored.
   */
  assertCalledWith(params: Partial<Params>): this
  /** Restores the mock's default responses; recorded calls are kept. */
  reset(): this
  /** The calls so far, oldest first. */
  readonly calls: readonly MockCall<Params>[]
}

/** Params of the handler of a member; any if the server has no such handler, as for subscriptions. */
type ParamsOf<Handlers, Member> = Member extends keyof Handlers
  ? Handlers[Member] extends (params: infer Params, ...rest: never) => unknown
    ? Params
    : MockCall['params']
  : MockCall['params']

type ResultOf<Handlers, Member> = Member extends keyof Handlers
  ? Handlers[Member] extends (...args: never) => infer Result
    ? Awaited<Result>
    : unknown
  : unknown

/** The configuration of one method, by its member in `Names`. */
type MockOf<Handlers, Member, Errors extends ErrorTable, Listed> = MethodMock<
  ParamsOf<Handlers, Member>,
  ResultOf<Handlers, Member>,
  NameInGroup<Listed & string>,
  Errors[Listed & keyof Errors]['code']
>

type NameOf<Names, Member> = Member extends keyof Names ? Names[Member] & string : never

/**
 * Mocks of the methods of a group or namespace. `Handlers` are those of the server, `Names` the method names by
 * member, `Lists` the names of the errors of each method.
 */
export type MocksOf<Handlers, Names, Errors extends ErrorTable, Lists> = {
  // The members of the handlers, with their comments.
  readonly [Member in keyof Pick<Handlers, keyof Handlers & keyof Names>]: MockOf<
    Handlers,
    Member,
    Errors,
    ListedNames<Lists, NameOf<Names, Member>>
  >
} & {
  readonly [Member in Exclude<keyof Names, keyof Handlers>]: MockOf<
    Handlers,
    Member,
    Errors,
    ListedNames<Lists, NameOf<Names, Member>>
  >
}

/** The calls of the methods of a group or namespace, by method name. */
export type CallsOf<Handlers, Names> = {
  readonly [Member in keyof Names as NameOf<Names, Member>]: readonly MockCall<
    ParamsOf<Handlers, Member>
  >[]
}

/** A dispatcher that can listen, as generated packages create it. */
export interface MockServer extends Dispatcher {
  listen(options?: ListenOptions): Promise<Listening>
}

/**
 * Members of every mock besides its groups. `Calls` maps method names to calls, `Events` topics to payloads.
 */
export interface MockBase<
  Calls = Readonly<Record<string, readonly MockCall[]>>,
  Events = Readonly<Record<string, unknown>>,
> {
  /** For a client in the same process. */
  readonly transport: Transport
  /** The underlying server, for adapters. */
  readonly server: Dispatcher
  /** Handles the JSON text of a request or batch; rejects if a fault is injected into the response. */
  readonly handle: Dispatcher['handle']
  /** Handles a web `Request`. Rejects with a `TypeError` if the connection breaks. */
  readonly fetch: Dispatcher['fetch']
  /** Serves HTTP and WebSocket; Node only. */
  readonly listen: MockServer['listen']
  /** All calls, oldest first. The latest ten thousand are kept. */
  calls(): readonly MockCall[]
  /** The calls of one method. */
  calls<Name extends keyof Calls>(method: Name): Calls[Name]
  /** Sends an event to all subscribers of a topic and returns their number. */
  emit<Topic extends keyof Events>(topic: Topic, event: Events[Topic]): number
  /** Loads the documents. Rejects if a scenario has results or errors that are not in them. */
  ready(): Promise<void>
  /** Clears all calls, their effects and configured responses: back to the scenario. Subscriptions end. */
  reset(): void
}
