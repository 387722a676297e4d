import type { JsonObject, RequestId } from '../json-rpc.ts'
import type { GroupDescriptor, MethodDescriptor, TopicDescriptor } from '../descriptor.ts'
import type { Dialect, DialectOf } from './dialect.ts'

/** Availability of an element: `absent` if the transport does not offer it at all. */
export type Reach = 'public' | 'node-local' | 'absent'

/** Availability over HTTP and over WebSocket (`x-availability`). */
export interface Availability {
  readonly http: Reach
  readonly ws: Reach
}

/** `x-enabled-by`: node setting that enables an element. */
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

/** Information about a call for its handler, besides its params. */
export interface Context {
  /** Aborts when the caller disconnects, the time limit passes, or the result is serialized. */
  readonly signal: AbortSignal
  readonly group: string
  readonly method: string
  /** Absent for a notification and a GET route. */
  readonly id: RequestId | undefined
  /** The chain in the path, as returned by `resolveChain`; else the group's own. */
  readonly chain: string | undefined
  readonly transport: 'http' | 'ws' | 'memory'
  readonly headers: Readonly<Record<string, string | readonly string[] | undefined>>
  /** Address of the caller. */
  readonly remote: string | undefined
  /** The value returned by the adapter's `authenticate`. */
  readonly auth: unknown
  readonly log: Log
}

/** A value or a promise of it. */
export type Awaitable<T> = T | Promise<T>

/**
 * Return value of a subscription's handler: usually an `async *` method, which ends when the caller
 * disconnects.
 */
export type Events<T> = Awaitable<AsyncIterable<T> | Iterable<T>>

/** Params of a method without params. */
export type NoParams = Readonly<Record<string, never>>

/** `{ member: handler }`, or `{ namespace: { member: handler } }` for a group with several namespaces. */
export type Handlers = object

/** A method with its handler: the descriptor of the types package, and what only the server needs. */
export interface ServerMethod extends Omit<MethodDescriptor, 'group'> {
  /** Absent in a group with a single namespace. */
  readonly namespace?: string | undefined
  /** Name of the handler. */
  readonly member: string
  /** Whether the params, by name and as received, are valid; the reasons are determined separately. */
  readonly check?: (params: Record<string, unknown>) => boolean
  /** Names of the required params; absent if all are optional. */
  readonly required?: readonly string[]
  /** If absent, the availability of the group applies. */
  readonly availability?: Availability
  readonly enabledBy?: EnabledBy
  /** The topics of the subscription that the method starts; they have handlers instead of the method. */
  readonly topics?: readonly SubscriptionTopic[]
}

/** A topic; its handler returns an iterable of events. */
export interface SubscriptionTopic extends TopicDescriptor {
  /** Value of the first param. */
  readonly name: string
  /** Name of the handler. */
  readonly member: string
  readonly check?: ServerMethod['check']
  readonly required?: ServerMethod['required']
}

/** A group of methods that a server offers. */
export interface ServerGroup extends GroupDescriptor {
  readonly slug: string
  /** Further paths of the group. */
  readonly paths?: readonly string[]
  readonly availability: Availability
  readonly enabledBy?: EnabledBy
  readonly methods: readonly ServerMethod[]
  /**
   * Returns the self-contained document for `rpc.discover`. Called on first use: it is by far the largest part
   * of a group, and most processes never need it.
   */
  readonly document: () => Awaitable<JsonObject>
  /** The document that `rpc.discover` returns in public mode, if it differs: node-local methods are not mentioned. */
  readonly publicDocument?: () => Awaitable<JsonObject>
}

/** Limits of a server. Sizes are in bytes, times in milliseconds. */
export interface Limits {
  /** Maximum size of an HTTP body or WebSocket message. */
  readonly bodyBytes: number
  /** Maximum number of calls in a batch. */
  readonly batch: number
  /** Maximum number of handlers of a batch that run concurrently. */
  readonly batchConcurrency: number
  /**
   * Maximum bytes of a result, and of all responses to a batch. A larger result is replaced with error -32003,
   * and the remaining calls of the batch are not made.
   */
  readonly responseBytes: number
  /** Maximum nesting of the JSON. */
  readonly depth: number
  /** Maximum number of calls whose handlers have not settled, those past their time limit included. */
  readonly concurrency: number
  /** Time limit of a handler; 0 for none (Infinity is not a valid timer delay). */
  readonly timeoutMs: number
  /** Maximum number of messages of a WebSocket in progress; further ones wait, unread if possible. */
  readonly messages: number
  /** Maximum number of subscriptions of a WebSocket. */
  readonly subscriptions: number
  /** Maximum bytes that a WebSocket's peer may lag behind before its new messages have to wait. */
  readonly bufferedBytes: number
  /** How long a peer may lag behind by that much before its WebSocket is closed (1013). */
  readonly stallMs: number
}

/** Aliases of paths, namespaces and methods: each key is treated like its value. */
export interface Aliases {
  readonly paths?: Readonly<Record<string, string>>
  readonly namespaces?: Readonly<Record<string, string>>
  readonly methods?: Readonly<Record<string, string>>
}

/** A call of a method without a handler. */
export interface MissingCall {
  readonly group: ServerGroup
  readonly method: ServerMethod
  /** By name, as received. */
  readonly params: Record<string, unknown>
  readonly ctx: Context
  /** The topic of a subscription over a connection: an iterable result contains its events in JSON form. */
  readonly topic?: SubscriptionTopic
}

/** A call before its handler runs. */
export interface ServedCall {
  readonly group: ServerGroup
  readonly method: ServerMethod
  readonly ctx: Context
  /** As received, secrets included. */
  readonly params: unknown
}

/**
 * Wraps every call of a known method: for limits, metrics, logs, traces. `next` validates the params and calls
 * the handler; the middleware passes on its result or error. To reject a call, throw an `RpcError` instead of
 * calling it.
 */
export type Middleware = (call: ServedCall, next: () => unknown) => unknown

/** A message that is not a valid call. */
export interface Refusal {
  readonly code: number
  readonly transport: 'http' | 'ws' | 'memory'
  readonly path: string | undefined
}

/** User name and password in the params of a call with `x-auth: keystore`. */
export interface Credentials {
  readonly username: string
  readonly password: string
}

/** Options of a dispatcher. */
export interface DispatcherOptions {
  readonly groups: readonly ServerGroup[]
  /** By group key. */
  readonly handlers: Readonly<Record<string, Handlers | undefined>>
  /** `public` hides node-local methods. */
  readonly mode?: 'local' | 'public'
  /** Reads messages and writes responses; JSON-RPC 2.0 exactly by default. */
  readonly dialect?: DialectOf
  /** Accepts names in any case, `[{...}]` for an object, and `null` for an omitted optional param. */
  readonly tolerantParams?: boolean
  /** Returns whether a node setting is enabled. */
  readonly enabled?: (setting: string, fallback: boolean) => boolean
  readonly limits?: Partial<Limits>
  readonly log?: Log
  /** Middleware for every call, the first one outermost. */
  readonly middleware?: readonly Middleware[]
  /** Called with messages that are no call of an existing method. */
  readonly refused?: (refusal: Refusal) => void
  /**
   * Authenticates the user of a call with `x-auth: keystore` before its handler, which receives the result as
   * `ctx.auth`. Throws an `RpcError` for a wrong password.
   */
  readonly authenticateUser?: (credentials: Credentials, ctx: Context) => unknown
  /**
   * Validates results of handlers against the document, for development: invalid ones are logged with their
   * place, and the caller gets an internal error.
   */
  readonly checkResults?: boolean
  /** Keys of groups that are not served, whatever other options say. */
  readonly disabledGroups?: readonly string[]
  /** Handles methods without a handler; returns a result in JSON form. */
  readonly fallbackHandler?: (call: MissingCall) => unknown
  readonly aliases?: Aliases
  /** Creates subscription IDs; 128 random bits in hexadecimal by default. */
  readonly subscriptionId?: () => string
  /** Converts an ID or alias in a path to the alias in `chain` of the groups. */
  readonly resolveChain?: (idOrAlias: string) => string | undefined
}

/** An adapter's information about a request. Everything is optional for a call in memory. */
export interface Scope {
  /** Path of the request; without it the method name determines the group. */
  readonly path?: string | undefined
  /** Result of `Dispatcher.route` for the path, to avoid another lookup. */
  readonly route?: Route | undefined
  readonly transport?: 'http' | 'ws' | 'memory' | undefined
  readonly headers?: Context['headers'] | undefined
  readonly remote?: string | undefined
  readonly auth?: unknown
  /** A function is only called if a handler uses its signal. */
  readonly signal?: AbortSignal | (() => AbortSignal) | undefined
  /** Holds the subscriptions; without it there are none. */
  readonly subscriber?: Subscriber | undefined
}

/** A stream of events for a subscriber. */
export interface Stream {
  readonly events: AsyncIterable<unknown> | Iterable<unknown>
  /** Returns the JSON text of the notification for an event. */
  notification(id: string, event: unknown): string
  /** Returns the JSON text of the notification for a failure; undefined if there is none. */
  failure(id: string, thrown: unknown): string | undefined
  /** Tells the handler that the subscription ended. */
  end(reason: unknown): void
}

/** The subscriptions part of a connection's message. */
export interface Subscriber {
  /** Adds a stream, whose events are sent after the message's response, and returns its ID. */
  open(stream: Stream): string
  /** Ends a subscription of the connection; false if there is none with this ID. */
  end(id: unknown): boolean
}

/** The other side of a connection of any kind. */
export interface Peer {
  send(text: string): void
  /** Bytes that were written but not transmitted yet. */
  readonly bufferedAmount: number
  /** Close codes of RFC 6455. */
  close(code: number, reason: string): void
  /** Pauses and resumes reading, if supported. */
  pause?(): void
  resume?(): void
}

/** A connected caller: receives calls, sends responses and notifications. */
export interface Connection {
  /** Processes a message and responds through the peer; `undefined` for a binary message. */
  receive(text: string | undefined): void
  /** Call this when the peer has room again; otherwise it is polled. */
  drained(): void
  /** Accepts no more messages; resolves when those in progress have their response. */
  finish(): Promise<void>
  /** Ends subscriptions and aborts calls, because the connection closed. */
  close(reason?: unknown): void
}

/** The group that serves a path, and the chain in the path. */
export interface Route {
  readonly group: ServerGroup
  readonly chain: string | undefined
  readonly dialect: Dialect
}

/** Response of a GET route. */
export interface RestResponse {
  readonly status: number
  readonly body: string
}

/** A JSON-RPC server without a port: handles requests as text, as web `Request` objects, and over WebSocket. */
export interface Dispatcher {
  /**
   * Handles the text of a request or batch and returns the response; `undefined` if there is none. Never
   * throws.
   */
  handle(text: string, scope?: Scope): string | undefined | Promise<string | undefined>
  /** Returns the group of a path; undefined for unknown paths and hidden groups. */
  route(path: string, transport?: 'http' | 'ws' | 'memory'): Route | undefined
  /** Handles a GET route, if the path is one. */
  rest(
    path: string,
    query: URLSearchParams,
    scope?: Scope,
  ): RestResponse | undefined | Promise<RestResponse | undefined>
  /**
   * Serves a connected caller including subscriptions; the basis of WebSocket adapters. `handle` replaces the
   * dispatcher's own for messages of the connection.
   */
  connect(peer: Peer, scope?: Scope, handle?: Dispatcher['handle']): Connection
  /** Whether a path is a GET route. */
  isRest(path: string): boolean
  /** The web-standard adapter. */
  fetch(request: Request): Promise<Response>
  /** Names of methods without a handler. */
  readonly unimplemented: readonly string[]
  readonly groups: readonly ServerGroup[]
  /** The dialect of unknown paths. */
  readonly dialect: Dialect
  readonly limits: Limits
}
