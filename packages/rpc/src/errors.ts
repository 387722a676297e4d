import { INTERNAL_ERROR, type RequestId } from './json-rpc.ts'

interface Origin {
  readonly cause?: unknown
}

/** Whatever can go wrong between a caller and a node; the base of every error of this package. */
export class NodeError extends Error {
  override readonly name: string = 'NodeError'
  /** The number that the node answered, or a word for what failed on the way. */
  readonly code: number | string
  /** What the node says beside the message; checked against no schema. */
  readonly data: unknown

  constructor(code: number | string, message: string, data?: unknown, origin?: Origin) {
    super(message, origin)
    this.code = code
    this.data = data
  }
}

/** The node could not be reached, or the connection broke. `cause` is the error of the platform. */
export class TransportError extends NodeError {
  override readonly name: string = 'TransportError'
  constructor(message: string, origin?: Origin) {
    super('transport', message, undefined, origin)
  }
}

/** The answer did not come in time. */
export class TimeoutError extends NodeError {
  override readonly name: string = 'TimeoutError'
  constructor(message: string, origin?: Origin) {
    super('timeout', message, undefined, origin)
  }
}

/** An HTTP status that tells of a failure, without a JSON-RPC answer in the body. */
export class HttpError extends NodeError {
  override readonly name: string = 'HttpError'
  readonly status: number
  /** The first part of the body: at most 1000 characters. */
  readonly body: string
  constructor(status: number, body: string) {
    super('http', `HTTP status ${status}`)
    this.status = status
    this.body = body.slice(0, 1000)
  }
}

/** An answer that is no JSON-RPC answer to the request. */
export class ProtocolError extends NodeError {
  override readonly name: string = 'ProtocolError'
  constructor(message: string, data?: unknown, origin?: Origin) {
    super('protocol', message, data, origin)
  }
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
  readonly reason: string | undefined
  readonly method: string | undefined
  readonly id: RequestId | undefined
  constructor(code: number, message: string, details: RpcErrorDetails = {}) {
    super(code, message, details.data, 'cause' in details ? { cause: details.cause } : undefined)
    this.reason = details.reason
    this.method = details.method
    this.id = details.id
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
  if (isRpcError(thrown)) return thrown
  return new RpcError(INTERNAL_ERROR, 'Internal error', { cause: thrown })
}
