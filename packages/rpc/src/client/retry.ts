import { delay } from './abort.ts'
import { isBusy, isRepeatable, isUnreachable } from './repeatable.ts'
import type { MethodDescriptor } from '../descriptor.ts'
import type { Transport, TransportRequest, TransportResponse } from './types.ts'

/** Options of `retry`. Times are in milliseconds. */
export interface RetryOptions {
  /** Number of attempts after the first: 3 by default. */
  readonly retries?: number
  /** Maximum delay before the first retry: 100 by default. It doubles with each further retry. */
  readonly baseMs?: number
  /** Maximum delay: 10 seconds by default. A call is not retried if the server asks for a longer delay. */
  readonly maxMs?: number
  /** Returns a number between 0 and 1; `Math.random` by default. */
  readonly random?: () => number
  /**
   * Returns whether calls of a method may be retried although the method is not read-only. This is safe for a
   * method that sends a signed transaction: a transaction sent twice has the same ID, so it is only executed
   * once.
   */
  readonly also?: (method: MethodDescriptor) => boolean
}

/**
 * Retries read-only calls that received no response, or a response with status 429, 502, 503 or 504. The
 * delay is the delay that the server asks for (Retry-After), or else a random part of a growing maximum. If
 * `retry` wraps `coalesce`, each read of a batch is retried separately. If `coalesce` wraps `retry`, a batch
 * is retried as a whole, provided that all its calls are read-only.
 */
export function retry(transport: Transport, options: RetryOptions = {}): Transport {
  const { retries = 3, baseMs = 100, maxMs = 10_000, random = Math.random, also } = options
  return async (request) => {
    for (let count = 0; ; count++) {
      const isRetryable = isRepeatable(request) || (request.call && also?.(request.call))
      const isLast = count >= retries || !isRetryable
      const response = await attempt(transport, request, isLast)
      if (response && (isLast || !isBusy(request, response))) return response
      const randomDelay = random() * Math.min(maxMs, baseMs * 2 ** count)
      const wait = waitOf(response?.headers?.get('retry-after')) ?? randomDelay
      if (response && wait > maxMs) return response
      await delay(wait, request.signal)
    }
  }
}

/** Returns the response; undefined if the request may be retried because the server was unreachable. */
async function attempt(
  transport: Transport,
  request: TransportRequest,
  isLast: boolean,
): Promise<TransportResponse | undefined> {
  try {
    return await transport(request)
  } catch (error) {
    if (isLast || !isUnreachable(request, error)) throw error
    return undefined
  }
}

/**
 * Returns the delay of a Retry-After header in milliseconds; undefined if the header contains neither seconds
 * nor a date.
 */
function waitOf(header: string | null | undefined): number | undefined {
  const text = header?.trim() ?? ''
  const wait = /^\d+(\.\d+)?$/.test(text)
    ? Number(text) * 1000
    : Date.parse(dateIn(text)) - Date.now()
  return Number.isNaN(wait) ? undefined : Math.max(0, wait)
}

/**
 * Returns the text if it is an HTTP date, or else an empty string. An HTTP date begins with a weekday, while
 * `Date.parse` also accepts `-5`.
 */
function dateIn(text: string): string {
  return /^[a-z]{3,}, ?/i.test(text) ? text : ''
}
