import type { Json } from '@rpcloom/rpc'
import type { Effect, RestRoute } from '@rpcloom/rpc/codegen'
import type { findingMeanings } from './finding-meanings.ts'
import type { OpenRpcMethod, OpenRpcSubscription } from '@rpcloom/rpc/internal'
import type { Resolve } from '@rpcloom/schema/internal'

/** Transport over which cases are sent. */
export type ContractTransport = 'http' | 'ws'

/** An endpoint as its document describes it, for generating cases. */
export interface Contract {
  /** The transport to which paths and availability refer. */
  readonly transport: ContractTransport
  /** Key of the group (`x-group`), or else the title of the document. */
  readonly group: string
  /**
   * Path of the endpoint: the path of `x-group`, or else of the first server for the transport, or else `/`.
   */
  readonly path: string
  /**
   * Whether `path` was not declared by `x-group`. An undeclared path is not appended to an address that
   * already has a path.
   */
  readonly pathIsDefault: boolean
  readonly batch: { readonly allowed: boolean; readonly maxPublic?: number }
  readonly methods: readonly ContractMethod[]
  /** Names of the notifications that the server may send at any time. */
  readonly notifications: ReadonlySet<string>
  /** Resolves references inside the document. */
  readonly resolve: Resolve
}

/** A method of the contract. */
export interface ContractMethod extends OpenRpcMethod {
  /** The effect by `x-effect`, or else by the name. */
  readonly effect: Effect
  /** Path of the method's own servers, if it differs from the path of the document. */
  readonly path?: string
  /** Availability of the method over the transport. */
  readonly reach: 'public' | 'node-local' | 'absent'
  /** Name of the server setting that enables the method, if it is off by default. */
  readonly requiredSetting?: string
  /** Whether the method opens or ends a subscription, which HTTP does not support. */
  readonly isSubscription: boolean
}

/** Notification that carries events, with the names of its params. */
export type EventForm = Pick<
  OpenRpcSubscription,
  'notification' | 'inferred' | 'idParam' | 'payloadParam'
>

/** The call that ends a subscription. */
export interface SubscriptionEnd {
  /** Name of the method that ends the subscription. */
  readonly method: string
  /** Name of the param for the subscription ID. If absent, the ID is sent by position. */
  readonly param?: string
}

/** A call as sent; a notification has no ID. */
export interface CallMessage {
  readonly jsonrpc: '2.0'
  readonly id?: string | number
  readonly method: string
  readonly params?: Json
}

/** The request of a case: a call, a batch, a subscription, raw text, or a GET. */
export type CaseRequest =
  | {
      readonly kind: 'call'
      readonly path: string
      readonly call: CallMessage
      /** Set if the call may leave a subscription open. The connection is closed after the call. */
      readonly closeAfter?: true
    }
  | { readonly kind: 'batch'; readonly path: string; readonly calls: readonly CallMessage[] }
  /** Text that is not a valid request. */
  | { readonly kind: 'text'; readonly path: string; readonly text: string }
  | { readonly kind: 'get'; readonly path: string }
  /** A subscription from start to end. */
  | {
      readonly kind: 'subscription'
      readonly path: string
      readonly call: CallMessage
      readonly end: SubscriptionEnd
    }

/** How a param of a request is invalid on purpose. */
export type Misuse = 'missing' | 'wrong type' | 'out of range'

/** The required response to a call. */
export type ExpectedResponse =
  | {
      readonly kind: 'result'
      readonly method: string
      /** Whether the server may reject the params, because they were generated. */
      readonly mayReject: boolean
      /** Result of the example. */
      readonly example?: { readonly value: Json }
    }
  | {
      readonly kind: 'rejection'
      readonly method: string
      /** Name of the invalid param. `misuse` describes the mistake. */
      readonly param: string
      readonly misuse: Misuse
    }
  | { readonly kind: 'error'; readonly codes: readonly number[] }

/** The response that the server must send. */
export type Expectation =
  /** One response with the given ID. */
  | {
      readonly kind: 'response'
      readonly id: string | number | null
      readonly response: ExpectedResponse
    }
  /** One response per given ID, in any order. */
  | {
      readonly kind: 'responses'
      readonly responses: readonly {
        readonly id: string | number
        readonly response: ExpectedResponse
      }[]
    }
  /** A list of `count` errors with a null ID. */
  | { readonly kind: 'errors'; readonly count: number; readonly code: number }
  | { readonly kind: 'silence' }
  | { readonly kind: 'report'; readonly method: string; readonly status: RestRoute['status'] }
  /** A response with the given ID, possibly followed by events of a topic. */
  | {
      readonly kind: 'events'
      readonly id: string | number
      readonly response: ExpectedResponse
      readonly subscription: EventForm
      /** Name of the method that ends the subscription. */
      readonly end: string
      readonly payload: unknown
    }

/**
 * Dialect of a server. `spec` is JSON-RPC 2.0. `public` is the dialect of the public network's nodes, which
 * return any error for invalid requests and rarely accept batches.
 */
export type Dialect = 'spec' | 'public'

/** A request and the response that the document requires. */
export interface ContractCase {
  readonly group: string
  /** Method name; empty for the endpoint as a whole. */
  readonly method: string
  /** Name of the case, unique among the cases of the method. */
  readonly name: string
  readonly request: CaseRequest
  readonly expects: Expectation
  /** Reason to skip the case. */
  readonly skip?: string
  /** Name of the case of this method that sends the same params by position. */
  readonly sameByPosition?: string
}

/** The messages received for a request or a subscription. */
export type Exchange = CallExchange | SubscriptionExchange

/** The response to a request, or the reason for a missing response. */
export type CallExchange =
  | {
      readonly kind: 'response'
      readonly status: number
      readonly contentType: string
      readonly body: string
      /** Set if the body is not valid UTF-8. */
      readonly isInvalidUtf8?: boolean
    }
  | { readonly kind: 'timeout'; readonly milliseconds: number }
  | {
      readonly kind: 'failed'
      readonly reason: string
      /** Set if an invalid message was the reason: a binary message, or a message that is not UTF-8. */
      readonly fault?: 'binary' | 'not-text'
    }
  /** All messages received over a connection for the request. At most one message is expected. */
  | { readonly kind: 'messages'; readonly texts: readonly string[] }

/** The responses and events of a subscription. */
export interface SubscriptionExchange {
  readonly kind: 'subscription'
  /** Response to the call that opens the subscription. */
  readonly opened: CallExchange
  /** Events received while the subscription was open. */
  readonly events: readonly string[]
  readonly milliseconds: number
  /** The failure that broke the connection while the subscription was open. */
  readonly broken?: CallExchange
  /**
   * Responses to the call that ends the subscription and to a repetition of the same call. Absent if the
   * subscription was not opened.
   */
  readonly unsubscribed?: CallExchange
  readonly unsubscribedAgain?: CallExchange
  /** Messages received after the end of the subscription. */
  readonly late: readonly string[]
}

/** A message that no open request expects. */
export interface Stray {
  readonly text: string
  /** The request that the message relates to, if known; otherwise the last request before it. */
  readonly request: CaseRequest
}

/** A deviation from the document. */
export interface ContractFinding {
  readonly code: FindingCode
  /** A warning does not violate the document, but may point to a mistake. */
  readonly severity: 'error' | 'warning'
  /**
   * Who has to fix the deviation. `unclear` if the document is not specific enough, or if the case may not
   * suit the server.
   */
  readonly fault: 'server' | 'document' | 'unclear'
  readonly group: string
  readonly method: string
  readonly case: string
  /** JSON pointer into the response or, for a GET route, into the result. */
  readonly pointer: string
  readonly expected: string
  readonly got: string
  /** Deliberate mistake of the request; absent if the request was valid. */
  readonly misuse?: Misuse
  /** The received error, if the finding is about an error. */
  readonly error?: { readonly code: number; readonly message: string }
  /** The sent body without secrets. Truncated if it is long. */
  readonly request?: string
}

/** Identifies the kind of deviation. `docs/conform.md` explains each code. */
export type FindingCode = keyof typeof findingMeanings

/** The outcome of a case. */
export type Outcome =
  | {
      readonly kind: 'passed' | 'failed'
      readonly case: ContractCase
      readonly findings: readonly ContractFinding[]
      readonly milliseconds: number
    }
  | {
      readonly kind: 'skipped'
      readonly case: Pick<ContractCase, 'group' | 'method' | 'name'>
      readonly reason: string
      /** The server does not have the method. */
      readonly isMissing: boolean
    }
