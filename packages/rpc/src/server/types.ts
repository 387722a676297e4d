import type { ErrorObject, JsonObject, RequestId } from '../json-rpc.ts'
import type { GroupDescriptor, MethodDescriptor, TopicDescriptor } from '../descriptor.ts'
import type { Channel } from '../channel/channel.ts'
import type { PathValues } from '../path-template.ts'
import type { ClientTable } from '../client/client.ts'
import type { Protocol } from '../peer/protocol.ts'
import type { Dialect } from './dialect.ts'

/** The callers of a group or method over a transport: anyone, only the node's operator, or nobody. */
export type Reach = 'public' | 'node-local' | 'absent'

/** Availability over HTTP and over WebSocket (`x-availability`). */
export interface Availability {
  readonly http: Reach
  readonly ws: Reach
}

/** The node setting that enables a group or method (`x-enabled-by`). */
export interface EnabledBy {
  readonly setting: string
  readonly default: boolean
}

/** Severity of a log entry. */
export type LogLevel = 'debug' | 'info' | 'warn' | 'error'

/** Writes a log entry. `fields` are plain values, or errors. */
export type Log = (
  level: LogLevel,
  message: string,
  fields?: Readonly<Record<string, unknown>>,
) => void

/** How a message was received. `channel` stands for every channel that is not a WebSocket. */
export type TransportName = 'http' | 'ws' | 'memory' | 'channel'

/** The second argument of handlers. `Client` is the interface of the methods that the caller implements. */
export interface Context<Client = unknown> {
  /** Aborts when the caller disconnects, the time limit expires, or the result is serialized. */
  readonly signal: AbortSignal
  readonly group: string
  readonly method: string
  /** ID of the request; absent for notifications and GET routes. */
  readonly id: RequestId | undefined
  /** Values of the variables in the path, as returned by `resolveAt`. */
  readonly at: PathValues
  readonly transport: TransportName
  readonly headers: Readonly<Record<string, string | readonly string[] | undefined>>
  /** Address of the caller. */
  readonly remote: string | undefined
  /** The value returned by the adapter's `authenticate`. */
  readonly auth: unknown
  readonly log: Log
  /**
   * Calls the methods of the caller over its connection. Without a connection, as over plain HTTP, each call rejects
   * with a `TransportError`.
   */
  readonly client: Client
  /** Reports the progress of the call, if the caller asked for it (`x-progress`). */
  progress(value: unknown): void
}

export type Awaitable<T> = T | Promise<T>

/**
 * Return value of a subscription's handler. The handler is usually an `async *` method, which ends when the
 * caller disconnects.
 */
export type Events<T> = Awaitable<AsyncIterable<T> | Iterable<T>>

/** Params of a method without params. */
export type NoParams = Readonly<Record<string, never>>

/**
 * Handlers of a group: `{ member: handler }`, or `{ namespace: { member: handler } }` for a group with
 * several namespaces.
 */
export type Handlers = object

/** A method of a server: the descriptor of the types package, extended by properties that only servers use. */
export interface ServerMethod extends Omit<MethodDescriptor, 'group'> {
  /** Namespace of the method, such as `eth` or `device.port`; absent for direct members of the group. */
  readonly namespace?: string | undefined
  /** Name of the handler. */
  readonly member: string
  /** Availability of the method. If absent, the availability of the group applies. */
  readonly availability?: Availability
  readonly enabledBy?: EnabledBy
  /** Points that a call takes of a rate limit (`x-cost`); 1 if absent. */
  readonly cost?: number
  /**
   * The topics of the subscription that the method starts. Each topic has a handler, so the method has no
   * handler.
   */
  readonly topics?: readonly SubscriptionTopic[]
}

/** A topic. Its handler returns an iterable of events. */
export interface SubscriptionTopic extends TopicDescriptor {
  /** Value of the first param that selects the topic. */
  readonly name: string
  /** Name of the handler. */
  readonly member: string
}

/** A group of methods that a server offers. */
export interface ServerGroup extends GroupDescriptor {
  readonly slug: string
  /** `client`: the methods that clients implement, which a peer offers to the server. */
  readonly side?: 'client'
  /** Additional paths of the group. */
  readonly paths?: readonly string[]
  readonly availability: Availability
  readonly enabledBy?: EnabledBy
  readonly methods: readonly ServerMethod[]
  /**
   * Returns the self-contained document, for validation and `rpc.discover`. It is loaded with the first call of
   * the group.
   */
  readonly document: () => Awaitable<JsonObject>
  /**
   * Returns the document for `rpc.discover` in public mode, which omits node-local methods. Absent if public
   * mode uses the same document.
   */
  readonly publicDocument?: () => Awaitable<JsonObject>
}

/** Returns the dialect of a group. For `undefined`, returns the dialect of unknown paths. */
export type DialectOf = (group: ServerGroup | undefined) => Dialect

/** Limits of a server. Sizes are in bytes, times in milliseconds. */
export interface Limits {
  /** Maximum size of an HTTP body, or of a message with calls. */
  readonly bodyBytes: number
  /** Maximum number of calls in a batch. */
  readonly batch: number
  /** Maximum number of handlers of a batch that run concurrently. */
  readonly batchConcurrency: number
  /**
   * Time limit of a whole batch in milliseconds; 0 for no limit. Calls without a result by then have error
   * -32002 with the reason `batchTimedOut`, and the signals of their handlers abort.
   */
  readonly batchTimeoutMs: number
  /**
   * Maximum size of a result, and of all responses to a batch together. A larger result is replaced by error
   * -32003. In a batch, the remaining calls are then not made. WebSockets of `listen` accept responses of callers up to this
   * size; other channels have a limit of their own.
   */
  readonly responseBytes: number
  /** Maximum nesting of the JSON of a message. */
  readonly depth: number
  /** Maximum number of values in the JSON of a message: items of arrays and members of objects. */
  readonly values: number
  /** Maximum number of calls with running handlers, including handlers that have exceeded their time limit. */
  readonly concurrency: number
  /** Time limit of a handler; 0 for no limit (Infinity is not a valid timer delay). */
  readonly timeoutMs: number
  /**
   * Maximum number of messages with calls that a connection processes at the same time. Further messages wait, up to
   * `bodyBytes` together. What exceeds it is refused with error -32005.
   */
  readonly messages: number
  /** Maximum number of subscriptions of a WebSocket. */
  readonly subscriptions: number
  /**
   * Maximum number of unsent bytes of a connection. If it is exceeded, new calls of the other end have to wait.
   */
  readonly bufferedBytes: number
  /**
   * Maximum time that a connection may exceed `bufferedBytes` while calls wait. After this time, the WebSocket is closed with
   * code 1013.
   */
  readonly stallMs: number
  /**
   * Maximum number of unsent bytes of all HTTP and WebSocket connections of `listen` together. If it is
   * exceeded, the connections whose peers have stopped reading for the longest time are closed.
   */
  readonly unsentBytes: number
  /**
   * Maximum number of bytes of the HTTP bodies and WebSocket messages together that `listen` is receiving. If it is
   * exceeded, the connections that have been sending for the longest time are closed.
   */
  readonly receivingBytes: number
  /**
   * Maximum time in milliseconds for which an event stream whose connection was lost can be resumed: 0 by default, so that
   * the loss ends its call.
   */
  readonly resumeMs: number
}

/**
 * Aliases of paths, namespaces and methods. Each key is an alias, and its value is the original path,
 * namespace or method name.
 */
export interface Aliases {
  readonly paths?: Readonly<Record<string, string>>
  readonly namespaces?: Readonly<Record<string, string>>
  readonly methods?: Readonly<Record<string, string>>
}

/** A call of a method without a handler, as passed to `fallbackHandler`. */
export interface MissingCall {
  readonly group: ServerGroup
  readonly method: ServerMethod
  /** Params by name, as received. */
  readonly params: Record<string, unknown>
  readonly ctx: Context
  /**
   * The topic, if the call opens a subscription over a connection. The fallback handler returns an iterable
   * of the topic's events in JSON form.
   */
  readonly topic?: SubscriptionTopic
}

/** A call as passed to middleware. */
export interface ServedCall {
  readonly group: ServerGroup
  readonly method: ServerMethod
  readonly ctx: Context
  /** Params as received, including secrets. */
  readonly params: unknown
  /** Whether the method has a handler. Without one, its result is that of `fallbackHandler`, in JSON form. */
  readonly isImplemented: boolean
}

/**
 * Wraps every call of a known method, for limits, metrics, logs and traces. `next` validates the params and
 * calls the handler. Return the result of `next`, or throw its error. To reject a call, throw an `RpcError`
 * instead of calling `next`.
 */
export type Middleware = (call: ServedCall, next: () => unknown) => unknown

/** A message that is not a valid call. */
export interface Refusal {
  readonly code: number
  readonly transport: TransportName
  readonly path: string | undefined
}

/** A call whose caller has to be authenticated. */
export interface Authentication {
  /** Name of the scheme (`x-auth`). */
  readonly scheme: string
  /** The params of the call, which contain the credentials. */
  readonly params: Readonly<Record<string, unknown>>
}

/** Options of a dispatcher. `Client` is the interface of the methods that callers implement. */
export interface DispatcherOptions<Client = unknown> extends Protocol {
  readonly groups: readonly ServerGroup[]
  /** The methods that callers implement, for `ctx.client`. */
  readonly client?: ClientTable
  /** Handlers by group key. */
  readonly handlers: Readonly<Record<string, Handlers | undefined>>
  /** `public` hides node-local methods. The default is `local`. */
  readonly mode?: 'local' | 'public'
  /**
   * Returns the dialect of a group: the rules for reading messages and writing responses. By default, exactly
   * JSON-RPC 2.0.
   */
  readonly dialect?: DialectOf
  /**
   * Accepts additional forms of params: names in any case, `[{...}]` instead of an object, and `null` for an
   * omitted optional param.
   */
  readonly tolerantParams?: boolean
  /** Returns whether a node setting is enabled. `fallback` is the default of the setting. */
  readonly enabled?: (setting: string, fallback: boolean) => boolean
  readonly limits?: Partial<Limits>
  readonly log?: Log
  /** Middleware for every call. The first middleware is outermost. */
  readonly middleware?: readonly Middleware[]
  /**
   * Called with each connection that a listener accepts and by which the server can call the caller at any time: a
   * WebSocket, or the event stream of a GET, as in the transport Streamable HTTP of MCP. Without this option, there are no
   * such streams.
   */
  connected?(this: void, connection: Attached<Client>, scope: Scope): void
  /** Called with every message that does not call an existing method. */
  readonly refused?: (refusal: Refusal) => void
  /**
   * Authenticates the user of a call with `x-auth` before its handler runs. The handler receives
   * the return value as `ctx.auth`. Throw an `RpcError` for a wrong password.
   */
  readonly authenticateUser?: (call: Authentication, ctx: Context) => unknown
  /**
   * Validates the results of handlers against the document, for development. The log contains the JSON pointers
   * of invalid values, and the caller gets an internal error.
   */
  readonly checkResults?: boolean
  /** Keys of groups that are never served, regardless of other options. */
  readonly disabledGroups?: readonly string[]
  /** Called for methods without a handler. Returns a result in JSON form. */
  readonly fallbackHandler?: (call: MissingCall) => unknown
  readonly aliases?: Aliases
  /** Creates subscription IDs; 128 random bits in hexadecimal by default. */
  readonly subscriptionId?: () => string
  /**
   * Returns what handlers see of the values of the variables in a path, or `undefined` if the group does not serve them.
   * `usual` are the values in the default path of the group; undefined if it has none.
   */
  readonly resolveAt?: (at: PathValues, usual: PathValues | undefined) => PathValues | undefined
}

/**
 * Information about a request, as passed by an adapter. All members are optional, since a call in the same
 * process has none of this information.
 */
export interface Scope {
  /** Path of the request. Without a path, the method name determines the group. */
  readonly path?: string | undefined
  /** Result of `Dispatcher.route` for the path. If passed, the route is not looked up again. */
  readonly route?: Route | undefined
  readonly transport?: TransportName | undefined
  readonly headers?: Context['headers'] | undefined
  readonly remote?: string | undefined
  readonly auth?: unknown
  /** Signal for the handler. A function is only called when a handler accesses the signal. */
  readonly signal?: AbortSignal | (() => AbortSignal) | undefined
  /** The subscriptions of the connection. If absent, calls cannot subscribe. */
  readonly subscriber?: Subscriber | undefined
  /** The other end of the connection. If absent, the caller cannot be called. */
  readonly caller?: Caller | undefined
  /** The calls of the connection that may be cancelled. */
  readonly running?: CancellableCalls | undefined
  /** The error of all calls of the message. If absent, their handlers are called. */
  readonly refusal?: ErrorObject | undefined
}

/** The calls of a connection by their IDs as JSON. */
export interface CancellableCalls {
  /** Adds a call. Returns false if it was cancelled before. */
  add(id: string, call: { abort(reason: unknown): void }): boolean
  /** Removes a call. A client may have used its ID for another call by mistake. */
  delete(id: string, call: { abort(reason: unknown): void }): void
}

/** The other end of a connection, which implements methods too. */
export interface Caller {
  /** Calls the methods of the other end. */
  readonly client: unknown
  /** Whether this end makes calls, so that it may receive responses. */
  readonly isCaller: boolean
  /** Number of calls of the other end's methods without a response. */
  readonly pending: number
  /** Reports the progress of a call with these params, if they ask for it. */
  progress(params: unknown, value: unknown): void
}

/** A stream of events for a subscriber. */
export interface Stream {
  readonly events: AsyncIterable<unknown> | Iterable<unknown>
  /** Returns the JSON text of the notification for an event. */
  notification(id: string, event: unknown): string
  /** Returns the JSON text of the notification for a failed stream; undefined if no notification is sent. */
  failure(id: string, thrown: unknown): string | undefined
  /** Informs the handler that the subscription has ended. */
  end(reason: unknown): void
}

/** A message of a connection. It can open and end subscriptions. */
export interface Subscriber {
  /** The handlers of the connection that have not settled yet, by number. */
  readonly handlers: { open: number }
  /**
   * Adds a stream and returns its subscription ID. Events of the stream are sent after the response to the
   * message.
   */
  open(stream: Stream): string
  /** Ends a subscription of the connection. Returns false if the connection has no subscription with the ID. */
  end(id: unknown): boolean
  /** Calls a handler of the message. */
  handle<Result>(handler: () => Result): Result
}

/** Information about the other end of a channel. */
export interface AttachOptions extends Pick<
  Scope,
  'path' | 'route' | 'headers' | 'remote' | 'auth'
> {
  /** How the handlers see the connection: `channel` by default. */
  readonly transport?: 'ws' | 'channel' | undefined
}

/** A channel that is served. `Client` is the interface of the methods that the other end implements. */
export interface Attached<Client = unknown> {
  /** Calls the methods of the other end. */
  readonly client: Client
  /** Resolves with the reason when the channel has ended. */
  readonly closed: Promise<Error>
  /**
   * Refuses further calls, waits for those in progress, then closes the channel. After `withinMs` (10 seconds by default, 0
   * for no limit), those in progress are aborted. Called by a handler before its first `await`, it resolves at once, and the
   * channel is closed after the handler has returned.
   */
  close(code?: number, reason?: string, withinMs?: number): Promise<void>
}

/** The caller of one request, whose response may be an event stream. */
export interface CallStream {
  readonly caller: Caller
  /** Called when the request has ended. Calls in progress fail. */
  end(): void
}

/** The group that serves a path. */
export interface Route {
  readonly group: ServerGroup
  /** Values of the variables in the path; undefined for the default path of the group. */
  readonly at: PathValues | undefined
  readonly dialect: Dialect
}

/** The response of a GET route. */
export interface RestResponse {
  readonly status: number
  readonly body: string
}

/** A JSON-RPC server without a port: handles requests as text, as web `Request` objects, and over WebSocket. */
export interface Dispatcher<Client = unknown> {
  /**
   * Handles the JSON of a request or batch. Returns the JSON of the response, or `undefined` if there is no
   * response. Never throws. `parsed` is the parsed text, if it was parsed already.
   */
  handle(
    text: string,
    scope?: Scope,
    parsed?: unknown,
  ): string | undefined | Promise<string | undefined>
  /** Returns the group of a path; undefined for unknown paths and hidden groups. */
  route(path: string, transport?: TransportName): Route | undefined
  /** Calls the GET route of a path. Returns undefined if the path has no GET route. */
  rest(
    path: string,
    query: URLSearchParams,
    scope?: Scope,
  ): RestResponse | undefined | Promise<RestResponse | undefined>
  /**
   * Serves the other end of a channel, including its subscriptions. Without a path, it can call the methods of all
   * groups. `handle` replaces the dispatcher's own `handle` for its messages.
   */
  attach(channel: Channel, options?: AttachOptions, handle?: Dispatcher['handle']): Attached<Client>
  /**
   * Returns the caller of a request whose response may be an event stream, to which `send` adds a message. Returns undefined
   * if the document declares nothing that handlers could send.
   */
  stream(send: (text: string) => void): CallStream | undefined
  /** The option `connected`. */
  readonly connected: ((connection: Attached, scope: Scope) => void) | undefined
  /** Whether a path belongs to a GET route. */
  isRest(path: string): boolean
  /** Loads the documents and compiles the schemas of params, which otherwise happens at first calls. */
  compile(): Promise<void>
  /** Handles a web `Request` with the web-standard adapter. */
  fetch(request: Request): Promise<Response>
  /** Names of methods without a handler. */
  readonly unimplemented: readonly string[]
  readonly groups: readonly ServerGroup[]
  /** The dialect of unknown paths. */
  readonly dialect: Dialect
  readonly limits: Limits
  /** Maximum size of a message that a connection may receive. Responses to calls of handlers may be longer than calls. */
  readonly messageBytes: number
}
