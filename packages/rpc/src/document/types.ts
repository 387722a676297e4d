import type { Effect, GroupDescriptor, PaginationDescriptor, RestRoute } from '../descriptor.ts'
import type { Json, JsonObject } from '../json-rpc.ts'
import type { Resolve } from '@rpcloom/schema'
import type { EnabledBy, Reach } from '../server/types.ts'

/** The members of a JSON object that was not validated. */
export type Members = Readonly<Record<string, unknown>>

export type TransportName = 'http' | 'ws'

/** Returns the target of a reference object, and any other value unchanged. */
export type Deref = (value: unknown) => unknown

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
export interface OpenRpcGroup extends Pick<
  GroupDescriptor,
  'chainPath' | 'chain' | 'wsPath' | 'chainWsPath' | 'batch'
> {
  readonly key?: string
  readonly path?: string
  /** Transports of the group; empty if the document does not list them. */
  readonly transports: readonly TransportName[]
  readonly availability: OpenRpcAvailability
  readonly enabledBy?: EnabledBy
}

/** `x-availability` by transport; absent for a transport that the document does not mention. */
export type OpenRpcAvailability = Readonly<Partial<Record<TransportName, Reach>>>

/** A method of a document, with references resolved. */
export interface OpenRpcMethod {
  readonly name: string
  /** The original method object, for other extensions. */
  readonly json: Members
  readonly params: readonly OpenRpcParam[]
  readonly structure: 'by-name' | 'by-position' | 'either'
  /** The result; absent for a notification. */
  readonly result?: { readonly schema: unknown }
  readonly errors: readonly OpenRpcError[]
  readonly pairings: readonly ExamplePairing[]
  readonly availability: OpenRpcAvailability
  readonly enabledBy?: EnabledBy
  readonly effect: Effect
  readonly deprecation?: { readonly replacedBy?: string; readonly reason?: string }
  readonly routes: readonly RestRoute[]
  readonly pagination?: Omit<PaginationDescriptor, 'end'> & { readonly count?: string }
  readonly subscription?: OpenRpcSubscription
}

/** An example pairing of a document, with params by name. */
export interface ExamplePairing {
  /** Name of the pairing; the number of the pairing if it has no name. */
  readonly name: string
  readonly params: Readonly<Record<string, Json>>
  /** Result of the example; absent if the pairing has no result. */
  readonly result?: { readonly value: Json }
}

/** A content descriptor of `params`. */
export interface OpenRpcParam {
  readonly name: string
  /** The original content descriptor, for other extensions. */
  readonly json: Members
  readonly required: boolean
  readonly schema: unknown
}

export interface OpenRpcError {
  readonly code: number
  readonly message: string
  /** Symbolic name of the error (`x-reason`). */
  readonly reason?: string
  /** The original error object, for other extensions. */
  readonly json: Members
}

/** The subscriptions of a method (`x-subscription`). */
export interface OpenRpcSubscription {
  /** Name of the notification with the events. */
  readonly notification: string
  /** Set if the document does not name the notification. */
  readonly inferred?: true
  /** Members of the notification's params that contain the subscription ID and the event. */
  readonly idParam: string
  readonly payloadParam: string
  /** Set if the method has a single topic. Requests then do not name the topic. */
  readonly single?: true
  /**
   * Name of the method that ends a subscription; absent for a notification that the server sends without a
   * subscription.
   */
  readonly unsubscribe?: string
  readonly topics: readonly OpenRpcTopic[]
}

/** A topic of a subscription (`x-subscription.kinds`). */
export interface OpenRpcTopic {
  /** Value of the method's first param that selects the topic. */
  readonly name: string
  /** The original topic object, for other extensions. */
  readonly json: Members
  /** Params of the topic. They follow the param that names the topic. */
  readonly params: readonly OpenRpcParam[]
  /** Schema of an event. */
  readonly payload: unknown
}
