import { NodeError } from '../errors.ts'
import type { TransportResponse } from './types.ts'

/** The error for an answer that is none to `asked`; by its status it is HTTP's or the node's fault. */
export const noAnswer = (asked: string, { status, body }: TransportResponse): Error =>
  new NodeError(
    `No answer to ${asked}`,
    { status, body: body.slice(0, 1000) },
    status > 299 ? 'Http' : 'Protocol',
  )

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
