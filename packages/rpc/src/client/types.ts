import type { Shape } from '../shape/types.ts'

/** Drives retries: only `read` may be sent twice. */
export type Effect = 'read' | 'write' | 'admin'

/** One request on its way to a node. */
export interface TransportRequest {
  readonly verb: 'POST' | 'GET'
  /** Path and query below the base address. */
  readonly path: string
  readonly body?: string
  readonly headers?: Readonly<Record<string, string>>
  readonly signal?: AbortSignal
  readonly timeoutMs?: number
  /** The call that the body holds, for wrappers that batch, retry, trace or route; absent in a batch. */
  readonly call?: CallInfo
  /** Of that call; absent for a notification and a GET route. */
  readonly id?: number | undefined
}

/** What wrappers may know of a call without reading its body. */
export type CallInfo = Pick<MethodSpec, 'wire' | 'group' | 'effect' | 'parse'>

export interface TransportResponse {
  readonly status: number
  readonly body: string
  /** The body already parsed, by a transport that had to: one entry of a batch, a socket message. */
  readonly message?: unknown
  header?(name: string): string | null
}

/** Carries requests to a node. Rejects with `TransportError`, `TimeoutError` or the reason of the signal. */
export type Transport = (request: TransportRequest) => Promise<TransportResponse>

/** Address of the methods of one document. */
export interface ClientGroup {
  readonly key: string
  readonly path: string
  /** Path for any chain, holding `{chain}`. */
  readonly chainPath?: string
  /** `false` where the endpoint takes no batches, or how many calls it takes at once. */
  readonly batch?: false | number
}

/** What the client must know of one method. */
export interface MethodSpec {
  readonly wire: string
  readonly group: ClientGroup
  readonly effect: Effect
  /** Param names in wire order, for params that go as an array; absent where they go as one object. */
  readonly order?: readonly string[]
  /** An object shape by param name, also for methods with `order`. */
  readonly params?: Shape
  readonly result?: Shape
  /** `parseLossless` where the result may hold a JSON number above 2^53. */
  readonly parse?: (text: string) => unknown
  /** `stringify` where the params may hold a bigint that goes as a JSON number. */
  readonly stringify?: (value: unknown) => string
  /** Names an error of the document: the value of `reasons(...)`. */
  readonly reason?: (code: number, message: string) => string | undefined
  /** No answer comes. */
  readonly notification?: true
  /** The result is exactly `{}`: the call returns nothing. */
  readonly empty?: true
}

/** A GET route of a method (`x-rest`). */
export interface RouteSpec {
  readonly group: ClientGroup
  readonly method: string
  readonly path: string
  readonly result?: Shape
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
