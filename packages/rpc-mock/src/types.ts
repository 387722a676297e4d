import type { Transport } from '@rpcloom/rpc/client'
import type { RequestId, RpcError } from '@rpcloom/rpc'
import type { ErrorTable, ListedNames, NameInGroup } from '@rpcloom/rpc/internal'
import type { ListenOptions, Listening } from '@rpcloom/rpc/node'
import type { Channel } from '@rpcloom/rpc/channels'
import type { Attached, AttachOptions, Awaitable, Context, Dispatcher } from '@rpcloom/rpc/server'

/** A call to a mocked method, with valid params. */
export interface MockCall<Params = Readonly<Record<string, unknown>>> {
  /** Method name. */
  readonly method: string
  /** Key of the group. */
  readonly group: string
  /** Params by name, decoded as for a handler. */
  readonly params: Params
  /** Values of the variables in the path. */
  readonly at: Context['at']
  readonly transport: Context['transport']
  /** ID of the request; absent for notifications and GET routes. */
  readonly id: RequestId | undefined
}

/**
 * Ways to make a response invalid: truncated text, an HTML page, the response to another request, or
 * arbitrary text. The kind `status` only changes the HTTP status; the body stays valid.
 */
export type Malformed =
  | 'truncated'
  | 'html'
  | 'wrong-id'
  | { readonly kind: 'status'; readonly status: number }
  | { readonly kind: 'html'; readonly status: number }
  | { readonly kind: 'body'; readonly body: string }

/**
 * Configures the responses of one method. Configured responses take precedence over the mock's handlers,
 * state, examples and generated values, until `reset`. Responses for single calls (functions with `Once`, and
 * `sequence`) are used before a permanent response. Functions that configure a response return the same
 * object for chaining.
 *
 * `Failure` and `Code` are the names and codes of the errors that the document lists for the method.
 */
export interface MethodMock<
  Params,
  Result,
  Failure extends string = never,
  Code extends number = never,
> {
  /** Returns this value from every call. */
  returns(value: Result): this
  /** Returns this value from one call. */
  once(value: Result): this
  /** Returns one value per call. The last value is returned from all further calls. */
  sequence(values: readonly [Result, ...(readonly Result[])]): this
  /** Responds to every call with the result of a function. The function may return a promise. */
  responds(handler: (params: Params, ctx: Context) => Awaitable<Result>): this
  /** Responds to one call with the result of a function. The function may return a promise. */
  respondsOnce(handler: (params: Params, ctx: Context) => Awaitable<Result>): this
  /** Fails every call with an error that the document lists for the method, or with any other error. */
  fails(failure: Failure | Code | RpcError, data?: unknown): this
  /** Fails one call. */
  failsOnce(failure: Failure | Code | RpcError, data?: unknown): this
  /** Breaks the connection instead of responding to each call. */
  drop(): this
  /** Breaks the connection once instead of responding to a call. */
  dropOnce(): this
  /** Injects a fault into every response. */
  malformed(how: Malformed): this
  /** Injects a fault into one response. */
  malformedOnce(how: Malformed): this
  /**
   * Delays every response, including responses that are not configured. In addition, waits for a random time
   * up to `jitter` milliseconds, determined by the seed.
   */
  delay(milliseconds: number, jitter?: number): this
  /**
   * Throws a `MockAssertionError` unless the method was called this many times, or at least once if `times`
   * is omitted.
   */
  assertCalled(times?: number): this
  /**
   * Throws a `MockAssertionError` unless the method was called with these params, given by name and in
   * decoded form. Additional params of the call are ignored.
   */
  assertCalledWith(params: Partial<Params>): this
  /** Removes the configured responses. Recorded calls are kept. */
  reset(): this
  /** The calls so far, oldest first. */
  readonly calls: readonly MockCall<Params>[]
}

/**
 * Type of a handler's params. If the server has no handler for the member, as for subscriptions, the type
 * allows any params.
 */
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

/** The mock of one method, given its member in `Names`. */
type MockOf<Handlers, Member, Errors extends ErrorTable, Listed> = MethodMock<
  ParamsOf<Handlers, Member>,
  ResultOf<Handlers, Member>,
  NameInGroup<Listed & string>,
  Errors[Listed & keyof Errors]['code']
>

type NameOf<Names, Member> = Member extends keyof Names ? Names[Member] & string : never

/**
 * Mocks of the methods of a group or namespace. `Handlers` is the type of the server's handlers, `Names` maps
 * members to method names, and `Lists` contains the names of the errors of each method.
 */
export type MocksOf<Handlers, Names, Errors extends ErrorTable, Lists> = {
  // Maps the members of the handlers, because this keeps their doc comments.
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

/** A dispatcher that can listen, as created by generated packages. */
export interface MockServer extends Dispatcher {
  listen(options?: ListenOptions): Promise<Listening>
}

/**
 * Members that every mock has, in addition to its groups. `Calls` maps method names to calls, `Events` maps
 * topics to payloads.
 */
export interface MockBase<
  Calls = Readonly<Record<string, readonly MockCall[]>>,
  Events = Readonly<Record<string, unknown>>,
  Client = unknown,
> {
  /** Transport for a client in the same process. */
  readonly transport: Transport
  /** Answers the calls of the other end of a channel. */
  connect(channel: Channel, options?: AttachOptions): Attached<Client>
  /** Calls the other end of the channel that was connected last. */
  readonly client: Client
  /** The underlying server, for adapters. */
  readonly server: Dispatcher
  /** Handles the JSON of a request or batch. Rejects if a fault is injected into the response. */
  readonly handle: Dispatcher['handle']
  /** Handles a web `Request`. Rejects with a `TypeError` if the connection breaks. */
  readonly fetch: Dispatcher['fetch']
  /** Serves HTTP and WebSocket; Node only. */
  readonly listen: MockServer['listen']
  /** Returns the latest 10,000 calls, oldest first. */
  calls(): readonly MockCall[]
  /** Returns the calls of one method. */
  calls<Name extends keyof Calls>(method: Name): Calls[Name]
  /** Sends an event to all subscribers of a topic and returns their number. */
  emit<Topic extends keyof Events>(topic: Topic, event: Events[Topic]): number
  /** Loads the documents. Rejects if a scenario contains results or errors that do not match the documents. */
  ready(): Promise<void>
  /**
   * Removes all recorded calls, their effects and the configured responses. The scenario starts again from
   * its first step. Subscriptions end.
   */
  reset(): void
}
