import type { JsonCodec, MethodDescriptor } from '../descriptor.ts'
import type { PathValues } from '../path-template.ts'

export type { Effect, GroupDescriptor, MethodDescriptor } from '../descriptor.ts'

/** A request to a server, before a transport serializes it. */
export interface TransportRequest {
  /** Path and query relative to the base address. */
  readonly path: string
  /** Method name as sent. Absent for a batch, and for a GET route, which has no message. */
  readonly method?: string
  /** Params as sent. */
  readonly params?: unknown
  /** ID of the request; absent for a notification. */
  readonly id?: number
  /** The calls of a batch. */
  readonly batch?: readonly TransportRequest[]
  readonly headers?: Readonly<Record<string, string>>
  readonly signal?: AbortSignal
  readonly timeoutMs?: number
  /** Descriptor of the method, for interceptors that batch, retry, trace or route; absent for a batch. */
  readonly call?: MethodDescriptor
  /** Values of the variables in the path that the caller has chosen: see `at`. */
  readonly at?: PathValues
  /** Path for WebSockets, if the path has other values than the default path of the group; absent for a batch. */
  readonly wsPath?: string
  /** Called when the other end reports the progress of the call. */
  readonly onProgress?: (value: unknown) => void
  /** Receives the events of the subscription that the call starts. */
  readonly events?: EventSink
  /** Serializes the request and parses the response; `JSON` by default. */
  readonly json?: JsonCodec | undefined
  /** Whether the params contain a user name and a password. If so, transports without TLS warn. */
  readonly containsCredentials?: boolean
}

/** Receives the events of a subscription. A transport that supports subscriptions calls its functions. */
export interface EventSink {
  /** Name of the notification that carries the events. */
  readonly notification: string
  /**
   * Set if the document does not name the notification. Every notification with the subscription ID is
   * accepted.
   */
  readonly inferred?: true
  /**
   * Members of the notification's params that contain the subscription ID and the event; `subscription` and
   * `result` by default.
   */
  readonly idParam?: string
  readonly payloadParam?: string
  /** Name of the method that ends the subscription. */
  readonly unsubscribe?: string
  /** Aborts when the subscriber wants no further events. */
  readonly stop: AbortSignal
  /** Parses events. Set if events contain JSON numbers above 2^53, which `JSON` would round. */
  readonly json?: JsonCodec | undefined
  /** Called when a transport accepts the subscription. Receives the settings of the event buffer. */
  start(buffer: EventBuffer): void
  event(payload: unknown): void
  /**
   * Called with the error of a server that rejects the request after reconnecting. Returns true if the request now has its original params, so that it is
   * repeated.
   */
  restart?(error: unknown): boolean
  /** Called when no further events will arrive, with the reason. */
  end(error: unknown): void
}

/** Buffer for events that the program has not read yet. */
export interface EventBuffer {
  /** Maximum number of events: 1000 by default. */
  readonly size?: number
  /**
   * Behaviour when the buffer is full. `fail` (the default) ends the subscription with an `OverflowError`
   * after the buffered events. `dropOldest` and `dropNewest` drop an event and continue.
   */
  readonly overflow?: 'fail' | 'dropOldest' | 'dropNewest'
}

/** The response of a server; `message` is the parsed body. */
export interface TransportResponse {
  /** HTTP status; 200 for other transports. */
  readonly status: number
  /**
   * The response message: an array for a batch, or the result of a GET route. Undefined if the body is not
   * JSON.
   */
  readonly message?: unknown
  readonly headers?: { get(name: string): string | null } | undefined
  /** First 1000 characters of the body, for error messages. */
  readonly excerpt?: string
  /** Throws an error if the result of the call must be rejected. */
  readonly check?: (call: MethodDescriptor, result: unknown) => void
  /**
   * Returns the name of a method's error for a code and message, if the server sent no reason: see
   * `withReasons`.
   */
  readonly reason?: (method: string, code: number, message: string) => string | undefined
}

/** Sends requests to a server. Rejects with `TransportError`, `TimeoutError` or the reason of the signal. */
export type Transport = (request: TransportRequest) => Promise<TransportResponse>

/** Options of a call. They are passed as the last argument, or applied by `withOptions` or `client.with`. */
export interface CallOptions {
  /** Aborts the call, which rejects with the signal's reason. */
  readonly signal?: AbortSignal
  /**
   * Time limit of an attempt in milliseconds, which overrides the transport's limit; 0 for no limit. The call
   * rejects with a `TimeoutError`. Each attempt of `retry` and each server of `fallback` has the full time.
   */
  readonly timeoutMs?: number
  /** Headers of the HTTP request, in addition to the headers of the transport. */
  readonly headers?: Readonly<Record<string, string>>
  /**
   * Called when the other end reports the progress of the call. Each report restarts the time limit. Only peers support
   * it, if the document declares how progress is reported (`x-progress`).
   */
  readonly onProgress?: (value: unknown) => void
}

/**
 * The standalone function for a member of a client, such as `PChain['getHeight']`. Its first param is the
 * transport.
 */
export type Standalone<Member> = Member extends (...args: infer Args) => infer Result
  ? (transport: Transport, ...args: Args) => Result
  : never
