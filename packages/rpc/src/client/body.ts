import { HttpError, ProtocolError } from '../errors.ts'
import type { TransportResponse } from './types.ts'

/** Error for a response that does not match the request for `asked`. */
export function noAnswer(asked: string, { status, body }: TransportResponse): Error {
  const Kind = status > 299 ? HttpError : ProtocolError
  return new Kind(`No response to ${asked}`, { status, body: body.slice(0, 1000) })
}

/** Parses a body that should be JSON whatever it says. */
export function parseBody(
  asked: string,
  response: TransportResponse,
  parse: (text: string) => unknown = JSON.parse,
): unknown {
  try {
    return parse(response.body)
  } catch {
    // The error shows the body, which says more than where the parser stopped.
    throw noAnswer(asked, response)
  }
}
