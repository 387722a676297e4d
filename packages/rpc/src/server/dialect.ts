import { stringify } from '@rpcloom/schema/json'
import {
  INTERNAL_ERROR,
  INVALID_PARAMS,
  INVALID_REQUEST,
  isRecord,
  METHOD_NOT_FOUND,
  PARSE_ERROR,
  type ErrorObject,
  type Json,
} from '../json-rpc.ts'
import type { SchemaIssue } from '@rpcloom/schema'

/** A dialect of JSON-RPC: rules for reading messages and writing responses. */
export interface Dialect {
  readonly name: string
  /** Set if messages have no member `jsonrpc`. */
  readonly unversioned?: true
  /** Whether an array is a batch. */
  readonly batches: boolean
  /** Whether `rpc.discover` returns the document. */
  readonly discovers: boolean
  /** Whether a method with positional params accepts `{}` instead of omitted params. */
  readonly emptyObject: boolean
  /** Whether a call with the ID `null` gets no response, like a notification. */
  readonly silentNull: boolean
  /** Whether bytes after the first JSON value are ignored. */
  readonly ignoresRest: boolean
  /** Whether an empty body is valid and gets no response. */
  readonly silentEmpty: boolean
  /** Rules for the bodies of calls, and for HTTP requests without a call. */
  readonly http: HttpDialect
  /** Reads the request in a message. A tolerant server accepts additional forms of params. */
  read(message: unknown, isTolerant: boolean): RequestedCall | InvalidMessage
  /** Returns the JSON of a response. The ID and the result are passed as JSON. */
  result(id: string, result: string): string
  error(id: string, error: ErrorObject): string
  /** Errors of the dialect, by the kind of failure. */
  readonly errors: DialectErrors
}

/** The HTTP part of a dialect. */
export interface HttpDialect {
  /** Accepted media types of a body. */
  readonly contentTypes: readonly string[]
  /** Headers of every response. */
  readonly headers: Readonly<Record<string, string>>
  /** Whether a body must be valid UTF-8. */
  readonly strictText: boolean
  /** Status of a response without a body, for example for a notification: 202 in MCP. */
  readonly emptyStatus: 200 | 202 | 204
  /**
   * Returns the status of a response with a single error: 200 by default; 404 for an unknown method in MCP 2026-07-28.
   * Batches and event streams always have status 200.
   */
  errorStatus?(error: ErrorObject): number
  /** Whether GET at a path for calls returns 200 with an empty body. */
  readonly emptyGet: boolean
  /** Whether a GET route accepts every HTTP method. Does not apply to paths that also accept calls. */
  readonly anyVerb: boolean
}

/** Errors of a dialect by the kind of failure. */
export interface DialectErrors {
  parse(text: string): ErrorObject
  batch(): ErrorObject
  method(name: string): ErrorObject
  params(issues: readonly SchemaIssue[]): ErrorObject
  /** Converts the error of a handler or a limit to the error that is sent to the caller. */
  handled(error: ErrorObject): ErrorObject
}

/** The request in a message. Its method may be unknown. */
export interface RequestedCall {
  readonly method: string
  readonly params?: unknown
  /** ID of the request; absent for a notification. */
  readonly id?: unknown
}

/** A message that is not a valid request. */
export class InvalidMessage {
  /** The error to respond with; undefined if no response is sent. */
  readonly error: ErrorObject | undefined
  /** The ID of the response. */
  readonly id: unknown

  constructor(error?: ErrorObject, id?: unknown) {
    this.error = error
    this.id = id
  }
}

const parseError: ErrorObject = { code: PARSE_ERROR, message: 'Parse error' }
const invalidRequest: ErrorObject = { code: INVALID_REQUEST, message: 'Invalid Request' }
const methodNotFound: ErrorObject = { code: METHOD_NOT_FOUND, message: 'Method not found' }
/** The error of a handler that fails unexpectedly. */
export const internalError: ErrorObject = { code: INTERNAL_ERROR, message: 'Internal error' }

/** JSON-RPC 2.0 exactly as specified. */
export const specDialect: Dialect = {
  name: 'spec',
  batches: true,
  discovers: true,
  emptyObject: true,
  silentNull: false,
  ignoresRest: false,
  silentEmpty: false,
  http: {
    contentTypes: ['application/json'],
    headers: { 'content-type': 'application/json' },
    strictText: true,
    emptyStatus: 204,
    emptyGet: false,
    anyVerb: false,
  },
  read: readBySpec,
  result: (id, result) => `{"jsonrpc":"2.0","id":${id},"result":${result}}`,
  error: (id, error) => `{"jsonrpc":"2.0","id":${id},"error":${errorText(error)}}`,
  errors: {
    parse: () => parseError,
    batch: () => invalidRequest,
    method: () => methodNotFound,
    params: (issues) => ({
      code: INVALID_PARAMS,
      message: `Invalid params${summaryOf(issues)}`,
      data: { reason: 'invalidParams', issues: issues.map(publicIssue) },
    }),
    handled: (error) => error,
  },
}

/** JSON-RPC 2.0 without the member `jsonrpc`, which requests may have and responses do not. */
export const unversionedDialect: Dialect = {
  ...specDialect,
  name: 'unversioned',
  unversioned: true,
  read: (message, isTolerant) =>
    readBySpec(isRecord(message) ? { ...message, jsonrpc: '2.0' } : message, isTolerant),
  result: (id, result) => `{"id":${id},"result":${result}}`,
  error: (id, error) => `{"id":${id},"error":${errorText(error)}}`,
}

/**
 * Reads a request as the specification defines it. A tolerant server also accepts `null` instead of omitted
 * params.
 */
function readBySpec(message: unknown, isTolerant: boolean): RequestedCall | InvalidMessage {
  if (!isRecord(message)) return new InvalidMessage(invalidRequest)
  const { jsonrpc, id, method, params } = message
  const isId = id === undefined || id === null || typeof id === 'string' || typeof id === 'number'
  const isList = typeof params === 'object' && (params !== null || isTolerant)
  if (jsonrpc === '2.0' && typeof method === 'string' && isId && (params === undefined || isList)) {
    return { method, params, id }
  }
  return new InvalidMessage(invalidRequest, isId ? id : undefined)
}

/** Returns the JSON text of an error object. Omits the data if JSON cannot represent the data. */
export function errorText(error: ErrorObject): string {
  const { code, message, data } = error
  try {
    return stringify(data === undefined ? { code, message } : { code, message, data })
  } catch {
    return JSON.stringify({ code, message })
  }
}

/**
 * Returns a summary of the first issue to append to an error message, for clients that show only the message.
 */
export function summaryOf([first]: readonly SchemaIssue[]): string {
  return first ? `: ${first.pointer || 'params'} ${first.message}` : ''
}

function publicIssue({ pointer, message, expected }: SchemaIssue): Json {
  return expected === undefined ? { pointer, message } : { pointer, message, expected }
}
