import { stringify } from '../shape/stringify.ts'
import {
  INVALID_PARAMS,
  INVALID_REQUEST,
  isRecord,
  METHOD_NOT_FOUND,
  PARSE_ERROR,
  type ErrorObject,
  type Json,
} from '../json-rpc.ts'
import type { SchemaIssue } from '../schema/types.ts'
import type { ServerGroup } from './types.ts'

/** A way to speak JSON-RPC: what is read from a message, and how responses are written. */
export interface Dialect {
  readonly name: string
  /** Whether an array is a batch. */
  readonly batches: boolean
  /** Whether `rpc.discover` returns the document. */
  readonly discovers: boolean
  /** Whether `{}` stands for no params where they are given by position. */
  readonly emptyObject: boolean
  /** Whether a call whose id is `null` gets no response, like a notification. */
  readonly silentNull: boolean
  /** Whether bytes after the first JSON value are ignored. */
  readonly ignoresRest: boolean
  /** Whether an empty body is valid, and gets no response. */
  readonly silentEmpty: boolean
  /** What HTTP requests other than calls get, and which bytes are text. */
  readonly http: HttpDialect
  /** Reads the call that a message asks for; a tolerant server accepts more. */
  read(message: unknown, isTolerant: boolean): RequestedCall | InvalidMessage
  /** Both take the id, and `result` the value, as JSON text. */
  result(id: string, result: string): string
  error(id: string, error: ErrorObject): string
  /** The error for a failure of each kind. */
  readonly errors: DialectErrors
}

/** The HTTP side of a dialect. */
export interface HttpDialect {
  /** Media types that a body may have. */
  readonly contentTypes: readonly string[]
  /** Headers of every response. */
  readonly headers: Readonly<Record<string, string>>
  /** Whether a body has to be valid UTF-8. */
  readonly strictText: boolean
  /** Status of a response without a body, such as that to a notification. */
  readonly emptyStatus: 200 | 204
  /** Whether GET at the path of calls is answered with 200 and nothing. */
  readonly emptyGet: boolean
  /** Whether a GET route takes every verb where its path takes no calls. */
  readonly anyVerb: boolean
}

/** Errors of a dialect by what failed. */
export interface DialectErrors {
  parse(text: string): ErrorObject
  batch(): ErrorObject
  method(wire: string): ErrorObject
  params(issues: readonly SchemaIssue[]): ErrorObject
  /** Turns the error of a handler, or of a limit, into what the caller gets. */
  handled(error: ErrorObject): ErrorObject
}

/** The dialect of a group; of paths that lead nowhere where there is none. */
export type DialectOf = (group: ServerGroup | undefined) => Dialect

/** The call that a message asks for, whether or not the method exists. */
export interface RequestedCall {
  readonly method: string
  readonly params?: unknown
  /** Absent for a notification. */
  readonly id?: unknown
}

/** A message that asks for no call. */
export class InvalidMessage {
  /** Absent where nothing is sent back. */
  readonly error: ErrorObject | undefined
  /** The id to respond with. */
  readonly id: unknown

  constructor(error?: ErrorObject, id?: unknown) {
    this.error = error
    this.id = id
  }
}

const parseError: ErrorObject = { code: PARSE_ERROR, message: 'Parse error' }
const invalidRequest: ErrorObject = { code: INVALID_REQUEST, message: 'Invalid Request' }
const methodNotFound: ErrorObject = { code: METHOD_NOT_FOUND, message: 'Method not found' }

/** JSON-RPC 2.0 exactly. */
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

/** A tolerant server takes params of `null` for none. */
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

/** JSON text of an error object; without its data where JSON cannot hold that. */
export function errorText(error: ErrorObject): string {
  const { code, message, data } = error
  try {
    return stringify(data === undefined ? { code, message } : { code, message, data })
  } catch {
    return JSON.stringify({ code, message })
  }
}

/** The first issue as the end of a sentence, for those who show messages only. */
export function summaryOf([first]: readonly SchemaIssue[]): string {
  return first ? `: ${first.pointer || 'params'} ${first.message}` : ''
}

function publicIssue({ pointer, message, expected }: SchemaIssue): Json {
  return expected === undefined ? { pointer, message } : { pointer, message, expected }
}
