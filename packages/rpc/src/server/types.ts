import type { JsonObject, RequestId } from '../json-rpc.ts'
import type { GroupDescriptor, MethodDescriptor, TopicDescriptor } from '../descriptor.ts'
import type { Dialect, DialectOf } from './dialect.ts'

/** Where an element may be used: `absent` where that transport does not carry it at all. */
export type Reach = 'public' | 'node-local' | 'absent'
export interface Availability {
  readonly http: Reach
  readonly ws: Reach
}

/** `x-enabled-by`: node setting that turns an element on. */
export interface EnabledBy {
  readonly setting: string
  readonly default: boolean
}

export type LogLevel = 'debug' | 'info' | 'warn' | 'error'
export type Log = (
  level: LogLevel,
  message: string,
  fields?: Readonly<Record<string, unknown>>,
) => void

/** What a handler knows of the call beside its params. */
export interface Context {
  /** Aborted when the caller goes away or the time limit passes. */
  readonly signal: AbortSignal
  readonly group: string
  readonly method: string
  /** Absent for a notification and a GET route. */
  readonly id: RequestId | undefined
  /** The chain that the path names, as `resolveChain` gives it; else the group's own. */
  readonly chain: string | undefined
  readonly transport: 'http' | 'ws' | 'memory'
  readonly headers: Readonly<Record<string, string | readonly string[] | undefined>>
  /** Address of the caller. */
  readonly remote: string | undefined
  /** Whatever the adapter's `authenticate` found out. */
  readonly auth: unknown
  readonly log: Log
}

export type Awaitable<T> = T | Promise<T>

/** What a subscription's handler gives: usually an `async *` method, which is ended when the caller goes. */
export type Events<T> = Awaitable<AsyncIterable<T> | Iterable<T>>

/** Params of a method that takes none. */
export type NoParams = Readonly<Record<string, never>>

/** A handler as the dispatcher sees it: params by name in, a value to encode out. */
export type Handler = (params: never, ctx: Context) => unknown
/** `{ member: handler }`, or `{ namespace: { member: handler } }` for a group with several namespaces. */
export type Handlers = object

/** A method and its handler: the descriptor of the types package, and what a server alone knows. */
export interface ServerMethod extends Omit<MethodDescriptor, 'group'> {
  /** Absent in a group with one namespace. */
  readonly namespace?: string | undefined
  /** Name of the handler. */
  readonly member: string
  /** Whether the params, by name and as received, are valid; the reason is found out separately. */
  readonly check?: (params: Record<string, unknown>) => boolean
  /** Names of the required params; absent where all are optional. */
  readonly required?: readonly string[]
  /** Absent: that of the group. */
  readonly availability?: Availability
  readonly enabledBy?: EnabledBy
  /** The topics of the subscription that the method starts; they have handlers instead of it. */
  readonly kinds?: readonly SubscriptionKind[]
}

/** A topic; its handler returns an iterable of events. */
export interface SubscriptionKind extends TopicDescriptor {
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
  /** Paths beside that of the group. */
  readonly paths?: readonly string[]
  readonly availability: Availability
  readonly enabledBy?: EnabledBy
  readonly methods: readonly ServerMethod[]
  /**
   * The document with every outside reference pulled in: what `rpc.discover` answers. Loaded when first
   * needed: it is by far the largest part of a group, and most processes never look into it.
   */
  readonly document: () => Awaitable<JsonObject>
}

export interface Limits {
  /** Of one HTTP body or socket message. */
  readonly bodyBytes: number
  /** Calls in one batch. */
  readonly batch: number
  /** Calls of one batch whose handlers run at the same time; the others wait. */
  readonly batchConcurrency: number
  /**
   * Bytes of one result, and of all responses to one batch. What exceeds it is replaced by the error -32003,
   * and the remaining calls of a batch are not made.
   */
  readonly responseBytes: number
  /** Nesting of the JSON. */
  readonly depth: number
  /** Calls whose handlers have not settled yet. */
  readonly concurrency: number
  /** For one handler; 0 for no limit, not Infinity, which no timer takes. */
  readonly timeoutMs: number
  /** Messages of one socket that are not answered yet; further ones wait, unread where that can be. */
  readonly messages: number
  /** Subscriptions of one socket. */
  readonly subscriptions: number
  /** Bytes that one socket's reader may lag behind before nothing new is done for it. */
  readonly bufferedBytes: number
  /** How long a reader may lag behind by as much; then its socket is closed (1013). */
  readonly stallMs: number
}

/** Other names for paths, namespaces and methods: each key is answered as if it were its value. */
export interface Aliases {
  readonly paths?: Readonly<Record<string, string>>
  readonly namespaces?: Readonly<Record<string, string>>
  readonly methods?: Readonly<Record<string, string>>
}

/** A call of a method that has no handler. */
export interface MissingCall {
  readonly group: ServerGroup
  readonly method: ServerMethod
  /** By name, as they came. */
  readonly params: Record<string, unknown>
  readonly ctx: Context
  /** Of a subscription that a socket asks for: an iterable then stands for its events, as on the wire. */
  readonly kind?: SubscriptionKind
}

/** A call on its way to its handler. */
export interface ServedCall {
  readonly group: ServerGroup
  readonly method: ServerMethod
  readonly ctx: Context
  /** As they came, secrets included. */
  readonly params: unknown
}

/**
 * Stands around every call of a known method: limits, meters, logs, traces. `next` checks the params and
 * calls the handler; what it returns or throws is the middleware's to pass on. To refuse, throw an
 * `RpcError` instead of calling it.
 */
export type Middleware = (call: ServedCall, next: () => unknown) => unknown

/** A message that never became a call. */
export interface Refusal {
  readonly code: number
  readonly transport: 'http' | 'ws' | 'memory'
  readonly path: string | undefined
}

/** A user of the node, as a call with `x-auth: keystore` names itself. */
export interface Credentials {
  readonly username: string
  readonly password: string
}

export interface DispatcherOptions {
  readonly groups: readonly ServerGroup[]
  /** By group key. */
  readonly handlers: Readonly<Record<string, Handlers | undefined>>
  /** `public` hides what is node-local. */
  readonly mode?: 'local' | 'public'
  /** How messages are read and written; JSON-RPC 2.0 exactly unless given. */
  readonly dialect?: DialectOf
  /** Names in any case, `[{...}]` for an object, `null` for an optional param that is left out. */
  readonly tolerantParams?: boolean
  /** Says whether a node setting is on. */
  readonly enabled?: (setting: string, fallback: boolean) => boolean
  readonly limits?: Partial<Limits>
  readonly log?: Log
  /** What stands around every call, the first one outermost. */
  readonly around?: readonly Middleware[]
  /** Told of messages that are no call of a method that exists. */
  readonly refused?: (refusal: Refusal) => void
  /**
   * Checks the user of a call with `x-auth: keystore` before its handler, who finds what this returns as
   * `ctx.auth`. Throws an `RpcError` for a wrong password.
   */
  readonly authenticateUser?: (credentials: Credentials, ctx: Context) => unknown
  /**
   * Checks what handlers return against the document, for development: what does not fit is logged with
   * its place, and the caller gets an internal error.
   */
  readonly checkResults?: boolean
  /** Groups by key that are not served at all, whatever else is said of them. */
  readonly disabledGroups?: readonly string[]
  /** Answers methods without a handler, with a result as it stands on the wire. */
  readonly missing?: (call: MissingCall) => unknown
  readonly aliases?: Aliases
  /** Makes identifiers of subscriptions; 128 random bits in hex unless given. */
  readonly subscriptionId?: () => string
  /** From what stands in a path (ID or alias) to the alias that the groups carry in `chain`. */
  readonly resolveChain?: (idOrAlias: string) => string | undefined
}

/** What an adapter knows of a request. Everything is optional for a call in memory. */
export interface Scope {
  /** Where the request came to; without it the method's name finds its group. */
  readonly path?: string | undefined
  /** What `Dispatcher.route` found for the path, so that it need not be looked up again. */
  readonly route?: Route | undefined
  readonly transport?: 'http' | 'ws' | 'memory' | undefined
  readonly headers?: Context['headers'] | undefined
  readonly remote?: string | undefined
  readonly auth?: unknown
  /** A function is called only when a handler asks for its signal. */
  readonly signal?: AbortSignal | (() => AbortSignal) | undefined
  /** Where subscriptions are kept; without it there are none. */
  readonly subscriber?: Subscriber | undefined
}

/** A stream of events on its way to a subscriber. */
export interface Stream {
  readonly events: AsyncIterable<unknown> | Iterable<unknown>
  /** JSON text of the notification for an event. */
  notification(id: string, event: unknown): string
  /** JSON text of the notification that tells of a failure. */
  failure(id: string, thrown: unknown): string
  /** Tells the handler that nobody listens any more. */
  end(reason: unknown): void
}

/** One message of a connection, as far as subscriptions go. */
export interface Subscriber {
  /** Takes on a stream, whose events are sent once the message was answered; gives its identifier. */
  open(stream: Stream): string
  /** Ends a subscription of the connection; false where it has none of that identifier. */
  end(id: unknown): boolean
}

/** The other end of a socket, of whatever kind. */
export interface Peer {
  send(text: string): void
  /** Bytes that were sent but have not left yet. */
  readonly bufferedAmount: number
  /** Codes as RFC 6455 has them. */
  close(code: number, reason: string): void
  /** Stops and goes on reading, where the socket can. */
  pause?(): void
  resume?(): void
}

/** A caller that stays: calls in, answers and notifications out. */
export interface Connection {
  /** Answers one message through the peer; `undefined` for one that is no text. */
  receive(text: string | undefined): void
  /** To be called when the peer has room again; without it that is looked up from time to time. */
  drained(): void
  /** Takes no more messages; resolves when those under way are answered. */
  finish(): Promise<void>
  /** Ends subscriptions and aborts calls: the socket is closed. */
  close(reason?: unknown): void
}

export interface Route {
  readonly group: ServerGroup
  readonly chain: string | undefined
  readonly dialect: Dialect
}

/** Answer of a GET route. */
export interface RestAnswer {
  readonly status: number
  readonly body: string
}

export interface Dispatcher {
  /** Answers the text of one request or batch; `undefined` where nothing is to be sent. Never throws. */
  handle(text: string, scope?: Scope): string | undefined | Promise<string | undefined>
  /** Which group a path belongs to; hidden groups belong to none. */
  route(path: string, transport?: 'http' | 'ws' | 'memory'): Route | undefined
  /** Answers a GET route, where the path is one. */
  rest(
    path: string,
    query: URLSearchParams,
    scope?: Scope,
  ): RestAnswer | undefined | Promise<RestAnswer | undefined>
  /** Serves a caller that stays connected, subscriptions included: what WebSocket adapters are made of. */
  connect(peer: Peer, scope?: Scope): Connection
  /** Whether a path is a GET route. */
  isRest(path: string): boolean
  /** Web-standard adapter. */
  fetch(request: Request): Promise<Response>
  /** Wire names of the methods that have no handler. */
  readonly missing: readonly string[]
  readonly groups: readonly ServerGroup[]
  /** The dialect of paths that lead nowhere. */
  readonly dialect: Dialect
  readonly limits: Limits
}
