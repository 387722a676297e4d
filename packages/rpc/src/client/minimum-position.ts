import { joinHeaders } from '../headers.ts'
import type { Transport } from './types.ts'

/** Names of the headers of servers that follow one log. */
export interface PositionHeaders {
  /** Header of responses with the position of the server, a decimal number. */
  readonly response: string
  /** Header of requests with the lowest position at which a server may respond. */
  readonly request: string
}

/**
 * Lets a client read its own writes behind a load balancer: remembers the highest position in the log that any response
 * had, and sends it with every request, so that no server responds with an older state. Wrap it in `coalesce` rather than the
 * reverse, since requests with headers of their own are not collected. Transports without headers, such as WebSockets, are
 * not affected.
 */
export function minimumPosition(transport: Transport, headers: PositionHeaders): Transport {
  let highest = 0n
  return async (request) => {
    const minimum = highest === 0n ? undefined : { [headers.request]: String(highest) }
    const response = await transport({ ...request, headers: joinHeaders(minimum, request.headers) })
    const position = positionIn(response.headers?.get(headers.response))
    if (position > highest) highest = position
    return response
  }
}

/** Returns the position in a header; 0 without one. */
function positionIn(text: string | null | undefined): bigint {
  return /^\d{1,19}$/.test(text ?? '') ? BigInt(text ?? 0) : 0n
}
