import type { ObjectShape, Shape } from './shape/types.ts'

/** Determines retries and contract tests: only read-only methods may be sent twice. */
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
  /** Codecs of the params by name; params without one are sent unchanged. Absent if there are none. */
  readonly params?: ObjectShape
  /** The params may contain JSON numbers above 2^53, which must keep all digits. */
  readonly lossless?: true
}

/** Everything that client and server share about a method; generated once, in the types package. */
export interface MethodDescriptor extends ParamsDescriptor {
  /** Name as sent: `platform.getHeight`. */
  readonly name: string
  readonly group: GroupDescriptor
  /** Path of the method's own server; by default that of the group. */
  readonly path?: string
  /** How params are sent; `by-name` if absent. Clients send `either` by position. */
  readonly structure?: 'by-position' | 'either'
  /** Codec of the result; absent if it is sent unchanged. */
  readonly result?: Shape
  /** Codec of the data of errors; absent if none of the listed errors needs one. */
  readonly errorData?: ErrorDataCodec | undefined
  /** Parses and serializes messages with JSON numbers above 2^53; `JSON` if absent. */
  readonly json?: JsonCodec
  /** `notification`: no response; `empty`: the result is exactly `{}`, and calls resolve to nothing. */
  readonly returns?: 'notification' | 'empty'
  /** `read` if absent. */
  readonly effect?: Effect
  /** `keystore`: user name and password are params. */
  readonly auth?: 'keystore'
  /** Names of params that must not be logged. */
  readonly secrets?: readonly string[]
  readonly pagination?: PaginationDescriptor
  readonly subscription?: SubscriptionDescriptor
  /** GET routes by client member name. */
  readonly routes?: Readonly<Record<string, RestRoute>>
}

/** The methods of a document by the names that clients, servers and mocks give them: in namespaces, if it has several. */
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
  /** Member of the result with the items; `null` is an empty page. */
  readonly items: string
  /** `short-page`: a page with fewer items than the limit is the last; `empty-page`: only an empty one is. */
  readonly end: 'short-page' | 'empty-page'
}

/** Subscriptions of a method (`x-subscription`): its first param is the topic, or it has a single topic. */
export interface SubscriptionDescriptor {
  /** Name of the notification that carries the events. */
  readonly notification: string
  /** The document does not name the notification: clients accept any with the subscription ID. */
  readonly inferred?: true
  /** Member of the notification's params with the subscription ID; `subscription` if absent. */
  readonly idParam?: string
  /** Member of the notification's params with the event; `result` if absent. */
  readonly payloadParam?: string
  /** The method has a single topic, which is not a param. */
  readonly single?: true
  /** Name of the method that ends a subscription; absent for a notification that the server sends without one. */
  readonly unsubscribe?: string
  /** By value of the first param, or by name for a single topic. */
  readonly topics: Readonly<Record<string, TopicDescriptor>>
}

/** A topic; its params follow the one for the topic, if any. */
export interface TopicDescriptor extends ParamsDescriptor {
  /** Codec of an event; absent if it is sent unchanged. */
  readonly event?: Shape
  /** Parses events with JSON numbers above 2^53. */
  readonly json?: JsonCodec
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
  /** The HTTP status is `ok` if this boolean member of the result is true, else `fail`. */
  readonly status: { readonly member: string; readonly ok: number; readonly fail: number }
}

/** Addresses of the methods of one document (`x-group`). */
export interface GroupDescriptor {
  /** Name of the group in clients, servers and mocks: `pChain`. */
  readonly key: string
  /** Path relative to the address of a node. */
  readonly path: string
  /** Path for another chain, with `{chain}`. */
  readonly chainPath?: string
  /** Alias of the chain that `path` belongs to. */
  readonly chain?: string
  /** Path for WebSockets, if it differs, and the same for another chain. */
  readonly wsPath?: string
  readonly chainWsPath?: string
  readonly transports: readonly ('http' | 'ws')[]
  /** Whether batches are accepted, and their maximum size on public nodes. */
  readonly batch: { readonly allowed: boolean; readonly maxPublic?: number }
}

/** An error that a document lists (`errors`, `x-reason`). */
export interface ErrorDescriptor {
  readonly code: number
  readonly message: string
  /** Symbolic name; absent if it is the name of the error, `null` if the document gives none. */
  readonly reason?: string | null
  /** Regular expression that recognizes the error in the message of a node that does not send the reason. */
  readonly pattern?: string
}

/** A version of a document that packages were generated from. */
export interface DocumentVersion {
  readonly title: string
  /** `info.version` of the document. */
  readonly version: string
  /** SHA-256 of the document in canonical form, its first 32 hexadecimal digits. */
  readonly hash: string
  /** Path of its endpoint. */
  readonly path: string
}
