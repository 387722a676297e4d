import { INTERNAL_ERROR, type RequestId } from './json-rpc.ts'

/** What an error knows beside its message. */
export interface ErrorFields {
  readonly cause?: unknown
  readonly data?: unknown
  readonly code?: number
  readonly status?: number
  readonly body?: string
}

/** Whatever can go wrong between a caller and a node; the base of every error of this package. */
export class NodeError extends Error {
  override readonly name: string = 'NodeError'
  /** The number that the node answered, or a word for what failed on the way. */
  declare readonly code: number | string
  /** What the node says beside the message; checked against no schema. */
  declare readonly data: unknown

  constructor(message: string, fields?: ErrorFields) {
    super(message)
    Object.assign(this, fields)
  }
}

/** The node could not be reached, or the connection broke. `cause` is the error of the platform. */
export class TransportError extends NodeError {
  override readonly name: string = 'TransportError'
  override readonly code: string = 'transport'
}

/**
 * The answer did not come in time. The outcome is unknown: the node may have done what it was asked
 * for, so look up what a call was to change before it is made again.
 */
export class TimeoutError extends NodeError {
  override readonly name: string = 'TimeoutError'
  override readonly code: string = 'timeout'
}

/** Events of a subscription came faster than they were read, and none was to be dropped. */
export class OverflowError extends NodeError {
  override readonly name: string = 'OverflowError'
  override readonly code: string = 'overflow'

  constructor(size: number) {
    super(`More than ${size} events wait for their reader`)
  }
}

/** An HTTP status that tells of a failure, without a JSON-RPC answer in the body. */
export class HttpError extends NodeError {
  override readonly name: string = 'HttpError'
  override readonly code: string = 'http'
  declare readonly status: number
  /** The first part of the body: at most 1000 characters. */
  declare readonly body: string
}

/** An answer that is no JSON-RPC answer to the request. */
export class ProtocolError extends NodeError {
  override readonly name: string = 'ProtocolError'
  override readonly code: string = 'protocol'
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
export class RpcError extends NodeError {
  override readonly name: string = 'RpcError'
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
  // A code that is no integer is nobody's answer, whatever the error is called.
  if (isRpcError(thrown) && Number.isInteger(thrown.code)) return thrown
  return new RpcError(INTERNAL_ERROR, 'Internal error', { cause: thrown })
}
