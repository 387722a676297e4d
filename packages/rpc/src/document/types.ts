import type {
  GroupDescriptor,
  PaginationDescriptor,
  RestRoute,
  ResumeDescriptor,
  SubscriptionDescriptor,
} from '../descriptor.ts'
import type { Json, JsonObject } from '../json-rpc.ts'
import type { Resolve } from '@rpcloom/schema'
import type { EnabledBy, Reach } from '../server/types.ts'
import type { DocumentElement } from './elements.ts'

/** The members of a JSON object that was not validated. */
export type Members = Readonly<Record<string, unknown>>

export type TransportName = 'http' | 'ws'

/** A parsed OpenRPC document. Malformed members are treated as absent. */
export interface OpenRpcDocument {
  readonly json: JsonObject
  readonly resolve: Resolve
  readonly group: OpenRpcGroup
  /**
   * Methods by name, in the order of the document. Of several methods with the same name, the first is used.
   */
  readonly methods: ReadonlyMap<string, OpenRpcMethod>
  /** Methods that clients can call. Notifications of subscriptions are excluded. */
  readonly callable: readonly OpenRpcMethod[]
}

/** `x-group` and other extensions of the document. */
export interface OpenRpcGroup extends Pick<GroupDescriptor, 'batch'> {
  readonly key?: string
  /** Path of the group, which may have variables, as `wsPath`. */
  readonly path?: string
  readonly wsPath?: string
  /** Transports of the group; empty if the document does not list them. */
  readonly transports: readonly TransportName[]
  readonly availability: OpenRpcAvailability
  readonly enabledBy?: EnabledBy
}

/** `x-availability` by transport; absent for a transport that the document does not mention. */
export type OpenRpcAvailability = Readonly<Partial<Record<TransportName, Reach>>>

/** A method of a document, with references resolved and `json` for other extensions. */
export type OpenRpcMethod<One extends DocumentElement = DocumentElement> = One & {
  readonly name: string
  readonly params: readonly OpenRpcParam<One>[]
  /** Form of the params. `whole`: the only item of `params` describes all params together (`x-params`). */
  readonly structure: 'by-name' | 'by-position' | 'either' | 'whole'
  /** The result; absent for a notification. */
  readonly result?: One & { readonly schema: Json }
  readonly errors: readonly OpenRpcError<One>[]
  readonly pairings: readonly ExamplePairing<One>[]
  readonly availability: OpenRpcAvailability
  readonly enabledBy?: EnabledBy
  /** Points of a rate limit (`x-cost`): a positive integer. */
  readonly cost?: number
  readonly deprecation?: {
    readonly since?: string
    readonly replacedBy?: string
    readonly reason?: string
  }
  readonly routes: readonly OpenRpcRoute[]
  readonly pagination?: PaginationDescriptor & { readonly count?: string }
  readonly subscription?: OpenRpcSubscription<One>
}

/** An example pairing of a document, with params by name. */
export type ExamplePairing<One extends DocumentElement = DocumentElement> = One & {
  /** Name of the pairing; the number of the pairing if it has no name. */
  readonly name: string
  readonly params: Readonly<Record<string, Json>>
  /** Values in the order of the example. */
  readonly positional: readonly Json[]
  /** Result of the example; absent if the pairing has no result. */
  readonly result?: { readonly value: Json }
}

/** A content descriptor of `params`. */
export type OpenRpcParam<One extends DocumentElement = DocumentElement> = One & {
  readonly name: string
  readonly required: boolean
  readonly schema: Json
}

export type OpenRpcError<One extends DocumentElement = DocumentElement> = One & {
  readonly code: number
  readonly message: string
  /** Symbolic name of the error (`x-reason`). */
  readonly reason?: string
}

/** A GET route that returns a method's result (`x-rest`). */
export interface OpenRpcRoute extends RestRoute {
  readonly name?: string
  readonly summary?: string
}

/** The subscriptions of a method (`x-subscription`). */
export interface OpenRpcSubscription<One extends DocumentElement = DocumentElement> extends Omit<
  SubscriptionDescriptor,
  'topics' | 'unsubscribe'
> {
  readonly unsubscribe: string
  readonly topics: readonly OpenRpcTopic<One>[]
}

/** A topic of a subscription (`x-subscription.kinds`). */
export type OpenRpcTopic<One extends DocumentElement = DocumentElement> = One & {
  /** Value of the method's first param that selects the topic. */
  readonly name: string
  /** Params of the topic. They follow the param that names the topic. */
  readonly params: readonly OpenRpcParam<One>[]
  /** Schema of an event. */
  readonly payload: Json
  readonly resume?: ResumeDescriptor
}
