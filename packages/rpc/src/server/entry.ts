import type { RequestId } from '../json-rpc.ts'
import type { Dialect } from './dialect.ts'
import type { HandlerOwner } from './handler-owner.ts'
import type { Scope, ServerGroup, ServerMethod, SubscriptionTopic } from './types.ts'

/** A method of this server with its handler. */
export interface MethodEntry {
  readonly group: ServerGroup
  readonly method: ServerMethod
  readonly dialect: Dialect
  /** The object whose member is the handler; undefined if the fallback handler is used. */
  readonly owner: HandlerOwner | undefined
  /** For a subscription: the entries of its topics, by the value of the first param. */
  readonly topics?: ReadonlyMap<string, MethodEntry>
  /** Set if the method starts or ends subscriptions. */
  readonly subscribes?: true
  /** Set if the entry is that of a topic. */
  readonly topic?: SubscriptionTopic
  /** For a notification that each connection receives without a call: the entry that opens its stream. */
  readonly pushed?: MethodEntry
}

/** A call of a method that exists. Its params are not validated yet. */
export interface Call {
  readonly entry: MethodEntry
  readonly params: unknown
  /** The params with integers that a double cannot represent as strings; undefined if there are none. */
  readonly exactParams: unknown
  readonly id: RequestId | undefined
  /** The ID as JSON text; absent for a notification and for a GET route. */
  readonly idJson: string | undefined
  readonly chain: string | undefined
  readonly scope: Scope
  readonly dialect: Dialect
}
