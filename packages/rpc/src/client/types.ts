/** Drives retries: only `read` may be sent twice. */
export type Effect = 'read' | 'write' | 'admin'

/** One request on its way to a node. */
export interface TransportRequest {
  /** Path and query below the base address. */
  readonly path: string
  /** Sent by POST; without one the request is a GET. */
  readonly body?: string
  readonly headers?: Readonly<Record<string, string>>
  readonly signal?: AbortSignal
  readonly timeoutMs?: number
  /** The call that the body holds, for wrappers that batch, retry, trace or route; absent where it holds several. */
  readonly call?: CallInfo
  /** Of that call; absent for a notification and a GET route. */
  readonly id?: number
  /** The calls that the body holds together, where it holds several. */
  readonly batch?: readonly TransportRequest[]
  /** ID or alias of the chain that the path leads to, where it is not the default one. */
  readonly chain?: string
  /** Takes the events of the subscription that the call starts. */
  readonly events?: EventSink
  /** Told the base address before anything goes there: what it carries is for no one else's eyes. */
  readonly guard?: Guard
}

/** Takes the events of a subscription; a transport that can carry them calls it. */
export interface EventSink {
  /** Wire name of the notification that carries the events. */
  readonly notification: string
  /** Wire name of the method that ends the subscription. */
  readonly unsubscribe: string
  /** Aborted when no event is wanted any more. */
  readonly stop: AbortSignal
  /** `parseLossless` where the events may hold a JSON number above 2^53. */
  readonly parse?: (text: string) => unknown
  /** A transport takes the subscription, which says how many events may wait for their reader. */
  start(buffer: EventBuffer): void
  event(payload: unknown): void
  /** No event comes any more, for this reason. */
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

/** Called with the address that a confidential request is about to go to. */
export type Guard = (address: string) => void

/** What wrappers may know of a call without reading its body. */
export type CallInfo = Pick<MethodSpec, 'wire' | 'group' | 'effect' | 'parse' | 'secrets'>

export interface TransportResponse {
  readonly status: number
  readonly body: string
  /** The body already parsed, by a transport that had to: one entry of a batch, a socket message. */
  readonly message?: unknown
  readonly headers?: { get(name: string): string | null }
  /** Names an error of a method by code and message, where the node does not: see `withReasons`. */
  readonly reason?: (wire: string, code: number, message: string) => string | undefined
}

/** Carries requests to a node. Rejects with `TransportError`, `TimeoutError` or the reason of the signal. */
export type Transport = (request: TransportRequest) => Promise<TransportResponse>

/** Address of the methods of one document. */
export interface ClientGroup {
  readonly path: string
  /** Path for any chain, holding `{chain}`. */
  readonly chainPath?: string
  /** Path for WebSocket connections, where it is another one; and the same for any chain. */
  readonly wsPath?: string
  readonly chainWsPath?: string
  /** `false` where the endpoint takes no batches, or how many calls it takes at once. */
  readonly batch?: false | number
}

/** What the client must know of one method. */
export interface MethodSpec {
  readonly wire: string
  readonly group: ClientGroup
  /** Absent: `read`. */
  readonly effect?: Effect
  /** Makes the params of the arguments: `named`, `positional`, `inOrder`. Absent: the only argument goes as it is. */
  readonly params?: (args: readonly unknown[]) => unknown
  /** Makes the result of what the node answers: `decoded`, `nothing`. Absent: it passes as it is. */
  readonly result?: (wire: unknown) => unknown
  /** `parseLossless` where the result may hold a JSON number above 2^53. */
  readonly parse?: (text: string) => unknown
  /** `stringify` where the params may hold a bigint that goes as a JSON number. */
  readonly stringify?: (value: unknown) => string
  /** Params that no log may show: names, or positions in params that go as a list. */
  readonly secrets?: readonly string[]
}

/** A GET route of a method (`x-rest`). */
export interface RouteSpec {
  readonly group: ClientGroup
  readonly method: string
  readonly path: string
  /** Makes the result of the body, as for a method. */
  readonly result?: (wire: unknown) => unknown
  readonly parse?: (text: string) => unknown
  /** Statuses that carry the result. */
  readonly statuses: readonly number[]
}

/** Options of single calls, bound by `withOptions` or `client.with`. */
export interface CallOptions {
  readonly signal?: AbortSignal
  readonly timeoutMs?: number
  readonly headers?: Readonly<Record<string, string>>
}

/** A method bound to nothing yet: the first argument says where to. */
export type Standalone<Args extends readonly unknown[], Result> = (
  transport: Transport,
  ...args: Args
) => Promise<Result>
