import { INTERNAL_ERROR, type RequestId } from './json-rpc.ts'

/** What an error knows beside its message. */
export interface ErrorFields extends RpcErrorDetails {
  readonly code?: number
  readonly status?: number
  readonly body?: string
}

/** What kinds of errors there are; the class of each is its kind and `Error`. */
export type ErrorKind = 'Node' | 'Transport' | 'Timeout' | 'Overflow' | 'Http' | 'Protocol' | 'Rpc'

/**
 * Whatever can go wrong between a caller and a node; the base of every error of this package. The client
 * makes each of its errors by kind, so that a program carries only those classes that it names.
 */
export class NodeError extends Error {
  /** The name of its class. */
  declare readonly name: string
  /** The number that the node answered, or a word for what failed on the way. */
  declare readonly code: number | string
  /** What the node says beside the message; checked against no schema. */
  declare readonly data: unknown

  constructor(message: string, fields?: ErrorFields, kind: ErrorKind = 'Node') {
    super(message)
    Object.assign(this, { name: kind + 'Error', code: kind.toLowerCase() }, fields)
  }
}

/** An error whose class is known by the name that it bears, also across two copies of this package. */
export class NamedError extends NodeError {
  /** Of each class of ours; what extends one of them has no kind of its own. */
  declare static readonly kind: ErrorKind

  /** `instanceof`: what extends one of our classes is told by its prototype, as ever. */
  static override [Symbol.hasInstance](value: unknown): boolean {
    return Object.hasOwn(this, 'kind')
      ? value instanceof Error && value.name === `${this.kind}Error`
      : Function.prototype[Symbol.hasInstance].call(this, value)
  }

  constructor(message: string, fields?: ErrorFields) {
    super(message, fields, new.target.kind)
  }
}

/** The node could not be reached, or the connection broke. `cause` is the error of the platform. */
export class TransportError extends NamedError {
  static override readonly kind: ErrorKind = 'Transport'
  declare readonly code: string
}

/**
 * The answer did not come in time. The outcome is unknown: the node may have done what it was asked
 * for, so look up what a call was to change before it is made again.
 */
export class TimeoutError extends NamedError {
  static override readonly kind: ErrorKind = 'Timeout'
  declare readonly code: string
}

/** Events of a subscription came faster than they were read, and none was to be dropped. */
export class OverflowError extends NamedError {
  static override readonly kind: ErrorKind = 'Overflow'
  declare readonly code: string

  constructor(size: number) {
    super(`More than ${size} events wait for their reader`)
  }
}

/** An HTTP status that tells of a failure, without a JSON-RPC answer in the body. */
export class HttpError extends NamedError {
  static override readonly kind: ErrorKind = 'Http'
  declare readonly code: string
  declare readonly status: number
  /** The first part of the body: at most 1000 characters. */
  declare readonly body: string
}

/** An answer that is no JSON-RPC answer to the request. */
export class ProtocolError extends NamedError {
  static override readonly kind: ErrorKind = 'Protocol'
  declare readonly code: string
  /** The first part of what came instead, where anything did. */
  declare readonly body: string | undefined
}

/** What an `RpcError` knows beside code and message. */
export interface RpcErrorDetails {
  readonly data?: unknown
  /** Symbolic name from the document (`x-reason`). */
  readonly reason?: string | undefined
  readonly method?: string | undefined
  readonly id?: RequestId | undefined
  readonly cause?: unknown
}

/** The error object of a JSON-RPC answer; servers throw it to answer with it. */
export class RpcError extends NamedError {
  static override readonly kind: ErrorKind = 'Rpc'
  declare readonly code: number
  declare readonly reason: string | undefined
  declare readonly method: string | undefined
  declare readonly id: RequestId | undefined
  constructor(code: number, message: string, details?: RpcErrorDetails) {
    super(message, { ...details, code })
  }
}

/** Whether a throwable is the node's own answer, optionally to one method or with one reason. */
export function isRpcError(error: unknown, method?: string, reason?: string): error is RpcError {
  // By name, so that it also holds where two copies of this package were installed.
  if (!(error instanceof Error) || error.name !== 'RpcError') return false
  const rpc = error as RpcError
  return (!method || rpc.method === method) && (!reason || rpc.reason === reason)
}

/** Turns any throwable into the error that a caller gets: everything unexpected is an internal error. */
export function toRpcError(thrown: unknown): RpcError {
  return isAnswer(thrown)
    ? thrown
    : new RpcError(INTERNAL_ERROR, 'Internal error', { cause: thrown })
}

/** Whether an error object can be made of it: without code and text it is nobody's answer, whatever it is called. */
function isAnswer(thrown: unknown): thrown is RpcError {
  try {
    return isRpcError(thrown) && Number.isInteger(thrown.code) && typeof thrown.message === 'string'
  } catch {
    // A proxy or a getter, which has no more to say.
    return false
  }
}
