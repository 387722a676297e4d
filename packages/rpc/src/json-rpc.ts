/** Messages and reserved codes of JSON-RPC 2.0. */

import { isRecord } from '@rpcloom/schema/json'

export { isRecord }

/** A JSON value. Integers that a double cannot represent are bigints. */
export type Json = string | number | bigint | boolean | null | readonly Json[] | JsonObject

/** A JSON object. */
export interface JsonObject {
  readonly [key: string]: Json
}

/** ID of a request; `null` in the response to a request with an unreadable ID. */
export type RequestId = string | number | null

/** The `error` member of a response (JSON-RPC 2.0, section 5.1). */
export interface ErrorObject {
  readonly code: number
  readonly message: string
  readonly data?: Json
}

/** Whether a message, or an entry of a batch, is a response. */
export function isResponse(message: unknown): boolean {
  return isRecord(message) && !('method' in message) && ('result' in message || 'error' in message)
}

/** The body is not JSON. */
export const PARSE_ERROR: -32700 = -32700
/** The JSON is not a request. */
export const INVALID_REQUEST: -32600 = -32600
/** The method does not exist or is not available over the endpoint. */
export const METHOD_NOT_FOUND: -32601 = -32601
/** The params are not valid for the method. */
export const INVALID_PARAMS: -32602 = -32602
/** The server failed internally. */
export const INTERNAL_ERROR: -32603 = -32603
/** First code of the range for implementation-defined server errors (-32099 to -32000). */
export const SERVER_ERROR: -32000 = -32000
