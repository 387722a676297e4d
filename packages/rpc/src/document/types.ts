import type { Effect, GroupDescriptor, PaginationDescriptor, RestRoute } from '../descriptor.ts'
import type { JsonObject } from '../json-rpc.ts'
import type { Resolve } from '../schema/types.ts'
import type { EnabledBy, Reach } from '../server/types.ts'
import type { ExamplePairing } from './example-pairing.ts'

/** The members of a JSON object that is not validated yet. */
export type Members = Readonly<Record<string, unknown>>

/** A transport that a group can offer. */
export type TransportName = 'http' | 'ws'

/** An OpenRPC document, read once. Malformed parts count as absent. */
export interface OpenRpcDocument {
  readonly json: JsonObject
  readonly resolve: Resolve
  readonly group: OpenRpcGroup
  /** By name, in the order of the document; the first of several methods with the same name counts. */
  readonly methods: ReadonlyMap<string, OpenRpcMethod>
  /** Methods that clients call: all but the notifications of subscriptions. */
  readonly callable: readonly OpenRpcMethod[]
}

/** `x-group` and other extensions of the document. */
export interface OpenRpcGroup extends Pick<
  GroupDescriptor,
  'chainPath' | 'chain' | 'wsPath' | 'chainWsPath' | 'batch'
> {
  readonly key?: string
  readonly path?: string
  /** Empty if the document does not list them. */
  readonly transports: readonly TransportName[]
  readonly availability: OpenRpcAvailability
  readonly enabledBy?: EnabledBy
}

/** `x-availability`: by transport, as far as declared. */
export type OpenRpcAvailability = Readonly<Partial<Record<TransportName, Reach>>>

/** A method of a document, with references resolved. */
export interface OpenRpcMethod {
  readonly name: string
  /** The method object, for other extensions. */
  readonly json: Members
  readonly params: readonly OpenRpcParam[]
  readonly structure: 'by-name' | 'by-position' | 'either'
  /** Absent for a notification. */
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

/** A content descriptor of `params`. */
export interface OpenRpcParam {
  readonly name: string
  /** The content descriptor, for other extensions. */
  readonly json: Members
  readonly required: boolean
  readonly schema: unknown
}

/** An error that a method lists. */
export interface OpenRpcError {
  readonly code: number
  readonly message: string
  /** The `x-reason`. */
  readonly reason?: string
  /** The error object, for other extensions. */
  readonly json: Members
}

/** `x-subscription`. */
export interface OpenRpcSubscription {
  /** Name of the notification with the events. */
  readonly notification: string
  /** The document does not name the notification. */
  readonly inferred?: true
  /** Members of the notification's params with the ID and the event. */
  readonly idParam: string
  readonly payloadParam: string
  /** The method has a single topic, which is not a param. */
  readonly single?: true
  /** Name of the method that ends a subscription; absent if the method is itself the notification. */
  readonly unsubscribe?: string
  readonly topics: readonly OpenRpcTopic[]
}

/** A topic of a subscription (`x-subscription.kinds`). */
export interface OpenRpcTopic {
  /** Value of the method's first param. */
  readonly name: string
  /** The topic object, for other extensions. */
  readonly json: Members
  /** Params after the first; all of them for a single topic. */
  readonly params: readonly OpenRpcParam[]
  /** Schema of an event. */
  readonly payload: unknown
}
