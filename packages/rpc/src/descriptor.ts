import type { ObjectShape, Shape } from './shape/types.ts'

/** Drives retries and contract tests: only a method that reads may be sent twice. */
export type Effect = 'read' | 'write' | 'admin'

/** Converts messages to and from JSON text. */
export interface JsonCodec {
  parse(text: string): unknown
  stringify(value: unknown): string
}

/** Params of a method or of a topic of a subscription. */
export interface ParamsDescriptor {
  /** All param names in the order of the document. */
  readonly order: readonly string[]
  /** Codecs of the params by name; those that are sent as they are have none. Absent: all of them. */
  readonly params?: ObjectShape
  /** The params may hold JSON numbers above 2^53, of which no digit may be lost. */
  readonly lossless?: true
}

/** Everything that client and server both know about a method; generated once, in the types package. */
export interface MethodDescriptor extends ParamsDescriptor {
  /** Name as sent: `platform.getHeight`. */
  readonly name: string
  readonly group: GroupDescriptor
  /** Path of the method's own server, where it has one; else that of the group. */
  readonly path?: string
  /** How params are sent; absent: `by-name`. A client sends `either` by position. */
  readonly structure?: 'by-position' | 'either'
  /** Codec of the result; absent where it is sent as it is. */
  readonly result?: Shape
  /** Parses and writes messages whose params or result may hold JSON numbers above 2^53; absent: `JSON` does. */
  readonly json?: JsonCodec
  /** `notification`: no response; `empty`: the result is exactly `{}`, and a call resolves to nothing. */
  readonly returns?: 'notification' | 'empty'
  /** Absent: `read`. */
  readonly effect?: Effect
  /** `keystore`: user name and password are among the params. */
  readonly auth?: 'keystore'
  /** Names of the params that no log may show. */
  readonly secrets?: readonly string[]
  readonly pagination?: PaginationDescriptor
  readonly subscription?: SubscriptionDescriptor
  /** GET routes by the name that clients call them by. */
  readonly routes?: Readonly<Record<string, RouteDescriptor>>
}

/** How a method pages (`x-pagination`). */
export interface PaginationDescriptor {
  readonly cursor: { readonly param: string; readonly result: string }
  readonly limit?: { readonly param: string; readonly default: number; readonly cap?: number }
  /** Result member with the items; `null` is an empty page. */
  readonly items: string
  /** `short-page`: a page with fewer items than the limit is the last; `empty-page`: only an empty one is. */
  readonly end: 'short-page' | 'empty-page'
}

/** How a method starts subscriptions (`x-subscription`): its first param names the topic, or it has one topic. */
export interface SubscriptionDescriptor {
  /** Name of the notification that carries the events. */
  readonly notification: string
  /** The document does not name the notification: clients take any that has the ID of the subscription. */
  readonly inferred?: true
  /** Member of the notification's params with the ID of the subscription; absent: `subscription`. */
  readonly idParam?: string
  /** Member of the notification's params with the event; absent: `result`. */
  readonly payloadParam?: string
  /** The method has one topic, and no param names it. */
  readonly single?: true
  /** Name of the method that ends a subscription. */
  readonly unsubscribe: string
  /** By the value of the first param; of a method with one topic, by its name. */
  readonly topics: Readonly<Record<string, TopicDescriptor>>
}

/** One topic; its params follow the one that names it, if any. */
export interface TopicDescriptor extends ParamsDescriptor {
  /** Codec of an event; absent where it is sent as it is. */
  readonly event?: Shape
  /** Parses events that may hold JSON numbers above 2^53. */
  readonly json?: JsonCodec
}

/** A GET route that responds with a method's result (`x-rest`). */
export interface RouteDescriptor {
  readonly paths: readonly string[]
  /** Query parameters, and the params of the method that they are. */
  readonly query: readonly {
    readonly name: string
    readonly param: string
    readonly repeated: boolean
  }[]
  /** The HTTP status is `ok` where this boolean member of the result is true, else `fail`. */
  readonly status: { readonly member: string; readonly ok: number; readonly fail: number }
}

/** Addresses of the methods of one document (`x-group`). */
export interface GroupDescriptor {
  /** Name of the group in clients, servers and mocks: `pChain`. */
  readonly key: string
  /** Path below the address of a node. */
  readonly path: string
  /** Path for another chain, with `{chain}`. */
  readonly chainPath?: string
  /** Alias of the chain that `path` belongs to. */
  readonly chain?: string
  /** Path for WebSocket connections, where it is another one; and the same for another chain. */
  readonly wsPath?: string
  readonly chainWsPath?: string
  readonly transports: readonly ('http' | 'ws')[]
  /** Whether one request may hold several calls, and how many a public node takes. */
  readonly batch: { readonly allowed: boolean; readonly maxPublic?: number }
}

/** An error that a document lists (`errors`, `x-reason`). */
export interface ErrorDescriptor {
  readonly code: number
  readonly message: string
  /** Symbolic name. */
  readonly reason?: string
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
