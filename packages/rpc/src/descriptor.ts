import type { Shape } from './shape/types.ts'

/**
 * The effect of a method. It determines retries and contract tests: only read-only methods may be sent twice.
 */
export type Effect = 'read' | 'write' | 'admin'

/** Converts messages to and from JSON text. */
export interface JsonCodec {
  parse(text: string): unknown
  stringify(value: unknown): string
}

/** Params of a method or of a subscription topic. */
export interface ParamsDescriptor {
  /** All param names in the order of the document. */
  readonly order: readonly string[]
  /**
   * Codecs of the params by name; absent if no param needs a codec. Params without a codec are sent
   * unchanged.
   */
  readonly params?: Shape
  /** Set if params may contain JSON numbers above 2^53, which must keep all digits. */
  readonly lossless?: true
}

/** Properties of a method that client and server share. Generated once, in the types package. */
export interface MethodDescriptor extends ParamsDescriptor {
  /** Method name as sent, such as `platform.getHeight`. */
  readonly name: string
  readonly group: GroupDescriptor
  /** Path of the method's own server. The default is the path of the group. */
  readonly path?: string
  /** Form of the params; `by-name` if absent. For `either`, clients send params by position. */
  readonly structure?: 'by-position' | 'either'
  /** Set if all params have one schema (`x-params`). Handlers take them as they are sent. */
  readonly whole?: true
  /** Codec of the result; absent if the result is sent unchanged. */
  readonly result?: Shape
  /** Codec of the data of errors; absent if no listed error needs a codec. */
  readonly errorData?: ErrorDataCodec | undefined
  /** Parses and serializes messages with JSON numbers above 2^53; `JSON` if absent. */
  readonly json?: JsonCodec
  /**
   * `notification`: there is no response. `empty`: the result is exactly `{}`, and calls resolve to
   * `undefined`. `optional`: the result may be absent or null, and calls then resolve to `undefined`.
   */
  readonly returns?: 'notification' | 'empty' | 'optional'
  /** Effect of the method; `read` if absent. */
  readonly effect?: Effect
  /** Name of the scheme by which callers authenticate (`x-auth`). The params contain the credentials. */
  readonly auth?: string
  /** Names of params that must not be logged. */
  readonly secrets?: readonly string[]
  readonly pagination?: PaginationDescriptor
  readonly subscription?: SubscriptionDescriptor
  /** GET routes by name of the client member. */
  readonly routes?: Readonly<Record<string, RestRoute>>
}

/**
 * The methods of a document by their names in clients, servers and mocks. Each namespace of a document with
 * several namespaces is a nested table.
 */
export interface MethodTable {
  readonly [name: string]: MethodDescriptor | MethodTable
}

/** Converts the data of a method's errors. */
export interface ErrorDataCodec {
  decode(code: number, data: unknown, reason: string | undefined): unknown
  encode(code: number, data: unknown, reason: string | undefined): unknown
}

/** Pagination of a method (`x-pagination`). */
export interface PaginationDescriptor {
  readonly cursor: { readonly param: string; readonly result: string }
  readonly limit?: { readonly param: string; readonly default: number; readonly cap?: number }
  /** Member of the result that contains the items. The value `null` means an empty page. */
  readonly items: string
  /**
   * Criterion for the last page. `short-page`: the page has fewer items than the limit. `empty-page`: the
   * page has no items.
   */
  readonly end: 'short-page' | 'empty-page'
}

/**
 * Subscriptions of a method (`x-subscription`). The first param names the topic if the method has several
 * topics.
 */
export interface SubscriptionDescriptor {
  /** Name of the notification that carries the events. */
  readonly notification: string
  /**
   * Set if the document does not name the notification. Clients accept every notification with the
   * subscription ID.
   */
  readonly inferred?: true
  /** Member of the notification's params that contains the subscription ID; `subscription` if absent. */
  readonly idParam?: string
  /** Member of the notification's params that contains the event; `result` if absent. */
  readonly payloadParam?: string
  /** Set if the method has a single topic. Requests then do not name the topic. */
  readonly single?: true
  /** Name of the method that ends a subscription. */
  readonly unsubscribe?: string
  /** Topics by the value of the first param, or a single topic by its name. */
  readonly topics: Readonly<Record<string, TopicDescriptor>>
}

/** A topic. The topic's params follow the param that names the topic, if there is such a param. */
export interface TopicDescriptor extends ParamsDescriptor {
  /** Codec of an event; absent if events are sent unchanged. */
  readonly event?: Shape
  /** Parses events. Set if events contain JSON numbers above 2^53, which `JSON` would round. */
  readonly json?: JsonCodec
  readonly resume?: ResumeDescriptor
}

/** How a subscription continues over another connection (`resume` of a topic in `x-subscription`). */
export interface ResumeDescriptor {
  /** Name of the param that says after which event to continue. */
  readonly param: string
  /** JSON pointer to the value for it in an event, or such pointers by the names of its members. */
  readonly event: string | Readonly<Record<string, string>>
}

/** A GET route that returns a method's result (`x-rest`). */
export interface RestRoute {
  readonly paths: readonly string[]
  /** Maps query parameters to params. */
  readonly query: readonly {
    readonly name: string
    readonly param: string
    readonly repeated: boolean
  }[]
  /** HTTP status of the response: `ok` if the boolean `member` of the result is true, otherwise `fail`. */
  readonly status: { readonly member: string; readonly ok: number; readonly fail: number }
}

/** Addresses of the methods of one document (`x-group`). */
export interface GroupDescriptor {
  /** Name of the group in clients, servers and mocks, such as `pChain`. */
  readonly key: string
  /** Path relative to the address of a server. */
  readonly path: string
  /** Path with variables, such as `/wallet/{wallet}`, for calls with other values than those in `path`. */
  readonly at?: string
  /** Paths for WebSockets, if they differ from `path` and `at`. */
  readonly wsPath?: string
  readonly wsAt?: string
  readonly transports: readonly ('http' | 'ws')[]
  /** Whether batches are accepted, and their maximum size on public servers. */
  readonly batch: { readonly allowed: boolean; readonly maxPublic?: number }
}

/** An error that a document lists (`errors`, `x-reason`). */
export interface ErrorDescriptor {
  readonly code: number
  readonly message: string
  /**
   * Symbolic name of the error. Absent if it equals the error's key, `null` if the document declares no
   * symbolic name.
   */
  readonly reason?: string | null
  /** Regular expression for messages of the error. Identifies errors of servers that do not send the reason. */
  readonly pattern?: string
}

/** A version of a document that packages were generated from. */
export interface DocumentVersion {
  readonly title: string
  /** `info.version` of the document. */
  readonly version: string
  /** First 32 hexadecimal digits of the SHA-256 hash of the document in canonical form. */
  readonly hash: string
  /** Path of the document's endpoint. */
  readonly path: string
}
