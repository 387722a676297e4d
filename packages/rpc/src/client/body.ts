import { HttpError, ProtocolError } from '../errors.ts'
import type { TransportResponse } from './types.ts'

/** The error for an answer that is none to `asked`; by its status it is HTTP's or the node's fault. */
export function noAnswer(asked: string, { status, body }: TransportResponse): Error {
  return new (status > 299 ? HttpError : ProtocolError)(`No answer to ${asked}`, {
    status,
    body: body.slice(0, 1000),
  })
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
