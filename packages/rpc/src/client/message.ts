import { HttpError, ProtocolError } from '../errors.ts'
import type { TransportRequest, TransportResponse } from './types.ts'

/** Whether a request is for a GET route, which is called without a JSON-RPC message. */
export function isRoute({ method, batch }: TransportRequest): boolean {
  return method === undefined && !batch
}

/** JSON text of a request; undefined for a GET route. */
export function requestText(request: TransportRequest): string | undefined {
  const { method, params, id, batch, json = JSON } = request
  if (batch) return `[${String(batch.map(requestText))}]`
  return method && json.stringify({ jsonrpc: '2.0', id, method, params })
}

export function responseOf(
  { json = JSON }: TransportRequest,
  text: string,
  { status, headers }: Pick<TransportResponse, 'status' | 'headers'>,
): TransportResponse {
  const response: TransportResponse & { message?: unknown } = {
    status,
    headers,
    excerpt: text.slice(0, 1000),
  }
  try {
    response.message = json.parse(text)
  } catch {
    // The body is not valid JSON, so `message` stays undefined. Callers report the excerpt of the body.
  }
  return response
}

/** Error for a response that does not match the request, with the HTTP status. */
export function unexpected(request: string, { status, excerpt = '' }: TransportResponse): Error {
  return new (status > 299 ? HttpError : ProtocolError)(
    `No response to ${request}, status ${status}`,
    { status, body: excerpt },
  )
}
