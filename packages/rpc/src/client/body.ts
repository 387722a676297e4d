import { HttpError, ProtocolError } from '../errors.ts'
import type { TransportResponse } from './types.ts'

/** Parses a body that should be JSON whatever it says. */
export function parseBody(
  { status, body }: TransportResponse,
  parse: (text: string) => unknown = JSON.parse,
): unknown {
  try {
    return parse(body)
  } catch (cause) {
    if (status < 200 || status > 299) throw new HttpError(status, body)
    throw new ProtocolError('The answer is not JSON', { data: body.slice(0, 1000), cause })
  }
}
