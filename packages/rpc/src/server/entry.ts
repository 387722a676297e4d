import type { RequestId } from '../json-rpc.ts'
import type { PathValues } from '../path-template.ts'
import type { Dialect } from './dialect.ts'
import type { HandlerOwner } from './handler-owner.ts'
import type { ParamsValidator } from './params-validator.ts'
import type { Scope, ServerGroup, ServerMethod, SubscriptionTopic } from './types.ts'

/** A method of this server with its handler. */
export interface MethodEntry {
  readonly group: ServerGroup
  readonly method: ServerMethod
  readonly dialect: Dialect
  /** Absent for a method that accepts every params object. */
  readonly validator?: ParamsValidator
  /** The object that has the handler as a member; undefined if the fallback handler is used. */
  readonly owner: HandlerOwner | undefined
  /** Entries of the topics, by the value of the first param. Set for a subscription. */
  readonly topics?: ReadonlyMap<string, MethodEntry>
  /** Set if the method starts or ends subscriptions. */
  readonly subscribes?: true
  /** The topic of the entry; absent if the entry is a method. */
  readonly topic?: SubscriptionTopic
}

/** A call of an existing method. Its params have not been validated yet. */
export interface Call {
  readonly entry: MethodEntry
  readonly params: unknown
  /**
   * The params, in which integers that a double cannot represent are strings; undefined if there are no such
   * integers.
   */
  readonly exactParams: unknown
  readonly id: RequestId | undefined
  /** The ID as JSON; absent for notifications and GET routes. */
  readonly idJson: string | undefined
  /** Values of the variables in the path; undefined for the default path of the group. */
  readonly at: PathValues | undefined
  readonly scope: Scope
  /** Aborts the handler. */
  readonly signal: Scope['signal']
  /** The calls of the caller that may be cancelled. */
  readonly running: Scope['running']
  readonly dialect: Dialect
}
