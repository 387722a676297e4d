import type { JsonCodec, MethodDescriptor } from '../descriptor.ts'

export type { Effect, GroupDescriptor, MethodDescriptor } from '../descriptor.ts'

/** One request on its way to a node. */
export interface TransportRequest {
  /** Path and query below the base address. */
  readonly path: string
  /** Sent by POST; without one the request is a GET. */
  readonly body?: string
  readonly headers?: Readonly<Record<string, string>>
  readonly signal?: AbortSignal
  readonly timeoutMs?: number
  /** Method of the call, for interceptors that batch, retry, trace or route; absent for a batch. */
  readonly call?: MethodDescriptor
  /** Params of that call as they are sent. */
  readonly params?: unknown
  /** Of that call; absent for a notification and a GET route. */
  readonly id?: number
  /** The calls of a batch. */
  readonly batch?: readonly TransportRequest[]
  /** ID or alias of the chain that the path leads to, where it is not the default one. */
  readonly chain?: string
  /** Receives the events of the subscription that the call starts. */
  readonly events?: EventSink
  /** Present where the params contain a password: a transport calls it with the address that they are about to go to. */
  readonly guard?: (address: string) => void
}

/** Receives the events of a subscription; a transport that supports them calls it. */
export interface EventSink {
  /** Name of the notification that carries the events. */
  readonly notification: string
  /** Name of the method that ends the subscription. */
  readonly unsubscribe: string
  /** Aborted when no further event is wanted. */
  readonly stop: AbortSignal
  /** Parses events that may hold JSON numbers above 2^53. */
  readonly json?: JsonCodec
  /** Called when a transport accepts the subscription, with the size of its buffer. */
  start(buffer: EventBuffer): void
  event(payload: unknown): void
  /** No further event arrives, for this reason. */
  end(error: unknown): void
}

/** Events that wait for a slow reader. */
export interface EventBuffer {
  /** How many: 1000 unless given. */
  readonly size?: number
  /**
   * What happens to one more: `fail` (unless given) ends the subscription with an `OverflowError`
   * behind those that wait; the others drop an event, the oldest that waits or the new one.
   */
  readonly overflow?: 'fail' | 'dropOldest' | 'dropNewest'
}

export interface TransportResponse {
  readonly status: number
  readonly body: string
  /** The body already parsed, by a transport that had to: one entry of a batch, a socket message. */
  readonly message?: unknown
  readonly headers?: { get(name: string): string | null }
  /** Errors by which an interceptor refuses responses, by the id of their call. */
  readonly refused?: ReadonlyMap<unknown, Error>
  /** Names an error of a method by code and message, where the node does not: see `withReasons`. */
  readonly reason?: (method: string, code: number, message: string) => string | undefined
}

/** Carries requests to a node. Rejects with `TransportError`, `TimeoutError` or the reason of the signal. */
export type Transport = (request: TransportRequest) => Promise<TransportResponse>

/** Options of single calls: the last argument of a call, or bound by `withOptions` or `client.with`. */
export interface CallOptions {
  readonly signal?: AbortSignal
  readonly timeoutMs?: number
  readonly headers?: Readonly<Record<string, string>>
}

/** A standalone method: its first argument is the transport, and `CallOptions` may follow its own arguments. */
export type Standalone<Args extends readonly unknown[], Result> = (
  transport: Transport,
  ...args: Args
) => Promise<Result>
