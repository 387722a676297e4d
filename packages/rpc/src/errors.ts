import { INTERNAL_ERROR, type RequestId } from './json-rpc.ts'

/**
 * Key of the property that contains the kind of an error. `Symbol.for` returns the same symbol in all copies
 * of the package.
 */
const KIND: unique symbol = Symbol.for('rpcloom.error.kind')

/** Details of an error besides its message. */
export interface ErrorDetails {
  readonly data?: unknown
  readonly cause?: unknown
  /** HTTP status of the response. */
  readonly status?: number
  /** The first 1000 characters of the response. */
  readonly body?: string
}

/**
 * Base class of every error that a client throws. `instanceof` also works for errors of another copy of this
 * package, since it compares a brand that all copies share.
 */
export class NodeError extends Error {
  /** Brand of the class. Subclasses outside of this package inherit the brand. */
  static readonly kind: string = 'Node'
  /** Name of the class. */
  declare readonly name: string
  /**
   * Code of the JSON-RPC error, or a word for the kind of failure: `transport`, `timeout`, `http`,
   * `protocol`.
   */
  declare readonly code: number | string
  /**
   * Details that the server sent in addition to the message. Decoded if they match the document, but not
   * validated.
   */
  declare readonly data: unknown

  /**
   * Compares brands. Subclasses outside of this package have no own brand and are compared by prototype, as
   * usual.
   */
  static override [Symbol.hasInstance](value: unknown): boolean {
    if (!Object.hasOwn(this, 'kind')) return super[Symbol.hasInstance](value)
    const { [KIND]: kind } = Object(value) as { readonly [KIND]?: string }
    return this.kind === 'Node' ? !!kind : this.kind === kind
  }

  /** Copies every detail to a property of the error. */
  constructor(message: string, details?: ErrorDetails & { readonly code?: number }) {
    super(message)
    const { kind } = new.target
    Object.assign(this, { name: `${kind}Error`, code: kind.toLowerCase() }, details)
    Object.defineProperty(this, KIND, { value: kind })
  }
}

/** The server could not be reached, or the connection broke. `cause` is the error of the platform. */
export class TransportError extends NodeError {
  static override readonly kind: string = 'Transport'
  declare readonly code: string
}

/**
 * There was no response within the time limit of the transport or call. The outcome is unknown: the server
 * may have executed the call, so check the outcome before you repeat a write. A timeout of your own
 * `AbortSignal` does not throw this error: its reason is passed on unchanged.
 */
export class TimeoutError extends NodeError {
  static override readonly kind: string = 'Timeout'
  declare readonly code: string
}

/** Events of a subscription arrived faster than they were read, and the buffer was full. */
export class OverflowError extends NodeError {
  static override readonly kind: string = 'Overflow'
  declare readonly code: string

  constructor(size: number) {
    super(`More than ${size} unread events`)
  }
}

/** Details of an `HttpError`. */
export interface HttpErrorDetails extends ErrorDetails {
  readonly status: number
  readonly body: string
}

/** The response has an HTTP status of 300 or above, and its body is not a JSON-RPC response. */
export class HttpError extends NodeError {
  static override readonly kind: string = 'Http'
  declare readonly code: string
  declare readonly status: number
  /** The first 1000 characters of the body. */
  declare readonly body: string
}

/** The response does not match the request, or is not JSON-RPC. */
export class ProtocolError extends NodeError {
  static override readonly kind: string = 'Protocol'
  declare readonly code: string
  /** HTTP status of the response; undefined if the transport has no status. */
  declare readonly status: number | undefined
  /** The first 1000 characters of the invalid response; undefined if there was no response. */
  declare readonly body: string | undefined
}

/** Details of an `RpcError` besides code and message. */
export interface RpcErrorDetails extends ErrorDetails {
  /** Symbolic name from the document (`x-reason`). */
  readonly reason?: string | undefined
  readonly method?: string | undefined
  readonly id?: RequestId | undefined
}

/**
 * The error object of a JSON-RPC response. Handlers of a server throw an `RpcError` to respond with the
 * error.
 */
export class RpcError extends NodeError {
  static override readonly kind: string = 'Rpc'
  declare readonly code: number
  declare readonly reason: string | undefined
  declare readonly method: string | undefined
  declare readonly id: RequestId | undefined

  constructor(code: number, message: string, details?: RpcErrorDetails) {
    super(message, { ...details, code })
  }
}

/** Whether an error is an error response of the server, optionally for a certain method or reason. */
export function isRpcError(error: unknown, method?: string, reason?: string): error is RpcError {
  return (
    error instanceof RpcError &&
    (!method || error.method === method) &&
    (!reason || error.reason === reason)
  )
}

/** Converts a thrown value to the error of a response. Unexpected values become internal errors. */
export function toRpcError(thrown: unknown): RpcError {
  return isResponse(thrown)
    ? thrown
    : new RpcError(INTERNAL_ERROR, 'Internal error', { cause: thrown })
}

/** Whether a value is an `RpcError` with valid code and message, since programs can overwrite both. */
function isResponse(thrown: unknown): thrown is RpcError {
  try {
    return isRpcError(thrown) && Number.isInteger(thrown.code) && typeof thrown.message === 'string'
  } catch {
    // A proxy or getter threw an exception, so the value is treated as an unexpected value.
    return false
  }
}
