import type { Json } from '@rpcloom/rpc'
import type { Resolve } from '@rpcloom/rpc/internal'

/** What carries the cases. */
export type ContractTransport = 'http' | 'ws'

/** What a document promises about one endpoint, in the form that cases are made from. */
export interface Contract {
  /** Over what the endpoint is asked: paths and reach are those of this transport. */
  readonly transport: ContractTransport
  /** Key of the group (`x-group`), else the title of the document. */
  readonly group: string
  /** Path of the endpoint: by `x-group`, else that of the first server of the transport, else `/`. */
  readonly path: string
  /** The path is not said by `x-group`: an address that has a path of its own stands for itself. */
  readonly pathIsDefault: boolean
  readonly batch: { readonly allowed: boolean; readonly maxPublic?: number }
  readonly methods: readonly ContractMethod[]
  /** Follows references inside the document. */
  readonly resolve: Resolve
}

export interface ContractMethod {
  /** Name on the wire. */
  readonly wire: string
  /** Where its own servers lead, if they lead elsewhere than the document's. */
  readonly path?: string
  readonly params: readonly ContractParam[]
  readonly structure: 'by-name' | 'by-position' | 'either'
  /** Absent for what is only ever notified. */
  readonly result?: { readonly schema: unknown }
  /** Codes of the errors that the document lists. */
  readonly errorCodes: ReadonlySet<number>
  readonly pairings: readonly ContractPairing[]
  readonly effect: 'read' | 'write' | 'admin'
  /** How far the transport carries it. */
  readonly reach: 'public' | 'node-local' | 'absent'
  /** The setting that turns it on, where it is off by default. */
  readonly offUnless?: string
  readonly deprecation?: { readonly replacedBy?: string; readonly reason?: string }
  readonly routes: readonly ContractRoute[]
  /** It opens or ends a subscription, which HTTP cannot carry. */
  readonly isSubscription: boolean
  /** What it opens (`x-subscription`). */
  readonly subscription?: ContractSubscription
}

/** What a method that opens subscriptions promises about them. */
export interface ContractSubscription {
  /** Wire name of the notification that carries events. */
  readonly notification: string
  /** The document does not name the notification. */
  readonly inferred?: true
  /** Members of the notification's params with the ID and the event. */
  readonly idParam: string
  readonly payloadParam: string
  /** The method has one topic, which no param names. */
  readonly single?: true
  readonly end: SubscriptionEnd
  readonly kinds: readonly ContractKind[]
}

/** How events are sent. */
export type EventForm = Pick<
  ContractSubscription,
  'notification' | 'inferred' | 'idParam' | 'payloadParam'
>

/** How a subscription is ended. */
export interface SubscriptionEnd {
  /** Wire name of the method. */
  readonly method: string
  /** The name under which it takes the subscription's id; by position where there is none. */
  readonly param?: string
}

/** One kind of event. */
export interface ContractKind {
  /** What the first param of the method says. */
  readonly name: string
  /** Params behind the first. */
  readonly params: readonly ContractParam[]
  readonly payload: unknown
}

export interface ContractParam {
  readonly name: string
  readonly required: boolean
  readonly schema: unknown
}

/** An example of the document: params by name. */
export interface ContractPairing {
  readonly name: string
  readonly params: Readonly<Record<string, Json>>
  readonly result?: { readonly value: Json }
}

/** A GET route that answers with a method's result (`x-rest`). */
export interface ContractRoute {
  readonly paths: readonly string[]
  readonly query: readonly {
    readonly name: string
    readonly param: string
    readonly repeated: boolean
  }[]
  readonly status: { readonly member: string; readonly ok: number; readonly fail: number }
}

/** A call as it goes over the wire; a notification where it has no id. */
export interface CallMessage {
  readonly jsonrpc: '2.0'
  readonly id?: string | number
  readonly method: string
  readonly params?: Json
}

export type CaseRequest =
  | {
      readonly kind: 'call'
      readonly path: string
      readonly call: CallMessage
      /** It may leave behind what nobody can end: a connection is given up after it. */
      readonly isLast?: true
    }
  | { readonly kind: 'batch'; readonly path: string; readonly calls: readonly CallMessage[] }
  /** Text that is no request, or not a whole one. */
  | { readonly kind: 'text'; readonly path: string; readonly text: string }
  | { readonly kind: 'get'; readonly path: string }
  /** A subscription from its beginning to its end. */
  | {
      readonly kind: 'subscription'
      readonly path: string
      readonly call: CallMessage
      readonly end: SubscriptionEnd
    }

/** What one call has to be answered with. */
export type Want =
  | {
      readonly kind: 'result'
      readonly method: string
      /** The values were made up and not given by the document, so that they may be refused as well. */
      readonly mayRefuse: boolean
      /** Result of the example. */
      readonly example?: { readonly value: Json }
    }
  | {
      readonly kind: 'refusal'
      readonly method: string
      /** The param that does not fit, and in which way. */
      readonly param: string
      readonly why: 'missing' | 'wrong type' | 'out of range'
    }
  | { readonly kind: 'error'; readonly codes: readonly number[] }

export type Expectation =
  /** One answer with that id. */
  | { readonly kind: 'answer'; readonly id: string | number | null; readonly want: Want }
  /** One answer for each id, in any order. */
  | {
      readonly kind: 'answers'
      readonly answers: readonly { readonly id: string | number; readonly want: Want }[]
    }
  /** A list of that many errors whose id is null. */
  | { readonly kind: 'errors'; readonly count: number; readonly code: number }
  | { readonly kind: 'silence' }
  | { readonly kind: 'report'; readonly method: string; readonly status: ContractRoute['status'] }
  /** An answer with that id, and behind it events of one kind, if any come. */
  | {
      readonly kind: 'events'
      readonly id: string | number
      readonly want: Want
      readonly subscription: EventForm
      /** Wire name of the method that ends it. */
      readonly end: string
      readonly payload: unknown
    }

/**
 * Dialect of a server: `spec` keeps to JSON-RPC 2.0, `public` as nodes of the public network do,
 * where any error will do for what cannot be answered, and few endpoints take batches.
 */
export type Dialect = 'spec' | 'public'

/** One question to a server, and what its document promises about the answer. */
export interface ContractCase {
  readonly group: string
  /** Wire name; empty where the endpoint as a whole is asked. */
  readonly method: string
  /** Unique among the cases of the method. */
  readonly name: string
  readonly request: CaseRequest
  readonly expects: Expectation
  /** Why it is not to be run. */
  readonly skip?: string
  /** The case of the method that sends the same params by position. */
  readonly sameByPosition?: string
}

/** What came back. */
export type Exchange = Heard | SubscriptionHeard

/** What came back to one request. */
export type Heard =
  | {
      readonly kind: 'answer'
      readonly status: number
      readonly contentType: string
      readonly body: string
      /** The bytes of the body are no UTF-8 text. */
      readonly isGarbled?: boolean
    }
  | { readonly kind: 'timeout'; readonly milliseconds: number }
  | {
      readonly kind: 'failed'
      readonly reason: string
      /** What came is the reason: a message that is bytes, or a text that is not UTF-8. */
      readonly fault?: 'binary' | 'not-text'
    }
  /** Over a connection: each message that came for the request, of which there should be one or none. */
  | { readonly kind: 'messages'; readonly texts: readonly string[] }

/** What came of a subscription. */
export interface SubscriptionHeard {
  readonly kind: 'subscription'
  /** What the call that opens it was answered with. */
  readonly opened: Heard
  /** What came while it was open, and how long was waited for it. */
  readonly events: readonly string[]
  readonly milliseconds: number
  /** Why nothing more could come while it was open. */
  readonly broken?: Heard
  /** Where it was opened: what the call that ends it was answered with, and the same call again. */
  readonly ended?: Heard
  readonly endedAgain?: Heard
  /** What came behind the end. */
  readonly late: readonly string[]
}

/** A message that was owed to no request that was open. */
export interface Stray {
  readonly text: string
  /** The request that it has to do with, as far as it says; else the last one before it. */
  readonly request: CaseRequest
}

/** Something that is not as the document says. */
export interface ContractFinding {
  readonly code: FindingCode
  /** A warning is something to know that breaks no promise. */
  readonly severity: 'error' | 'warning'
  /** Who has to change: `unclear` where the document promises too little to say, or the case may not suit the server. */
  readonly fault: 'server' | 'document' | 'unclear'
  readonly group: string
  readonly method: string
  readonly case: string
  /** JSON pointer into the answer; for a GET route into the report. */
  readonly pointer: string
  readonly expected: string
  readonly got: string
  /** The body that was sent, without secrets; cut where it is long. */
  readonly request?: string
}

export type FindingCode =
  | 'accepted'
  | 'answered'
  | 'batch-duplicate'
  | 'batch-missing'
  | 'batch-unknown-id'
  | 'binary'
  | 'by-name'
  | 'connection'
  | 'content-type'
  | 'deprecated'
  | 'duplicate-member'
  | 'error-and-result'
  | 'error-code'
  | 'error-shape'
  | 'error-unlisted'
  | 'event'
  | 'event-after-end'
  | 'http-status'
  | 'id'
  | 'id-type'
  | 'internal-error'
  | 'json'
  | 'jsonrpc'
  | 'neither'
  | 'not-a-batch'
  | 'not-a-response'
  | 'not-implemented'
  | 'not-text'
  | 'payload'
  | 'precision'
  | 'report-status'
  | 'request'
  | 'result'
  | 'secret'
  | 'split'
  | 'stray'
  | 'timeout'
  | 'trailing'
  | 'truncated'
  | 'undocumented'
  | 'unknown-field'
  | 'unknown-member'

/** What became of one case. */
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
      /** The server says that it has no such method. */
      readonly isMissing: boolean
    }
