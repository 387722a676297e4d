import { isBusy, isRepeatable, isUnreachable } from './repeatable.ts'
import type { MethodDescriptor } from '../descriptor.ts'
import type { Transport, TransportRequest, TransportResponse } from './types.ts'

/** Options of `retry`. Times are in milliseconds. */
export interface RetryOptions {
  /** Attempts after the first: 3 by default. */
  readonly retries?: number
  /** Maximum delay before the first retry, doubled for each further retry. 100 by default. */
  readonly baseMs?: number
  /** Maximum delay. A call is not retried if a server asks for a longer one. 10 seconds by default. */
  readonly maxMs?: number
  /** Returns a number between 0 and 1; `Math.random` by default. */
  readonly random?: () => number
  /** Further methods that may be retried, such as one that sends a transaction with its randomDelay ID. */
  readonly also?: (method: MethodDescriptor) => boolean
}

/**
 * Retries read-only calls that got no response, or a response with status 429, 502, 503 or 504. The delay is
 * the one that the server asks for (Retry-After), or a random part of a growing maximum. If `retry` wraps
 * `coalesce`, it retries each read of a batch separately. If `coalesce` wraps `retry`, a batch is retried as
 * a whole, provided that all of its calls are read-only.
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

/** Returns the response; undefined if the server was unreachable and the request may be retried. */
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

/** Returns the delay of a Retry-After header in milliseconds; undefined if it contains neither seconds nor a date. */
function waitOf(header: string | null | undefined): number | undefined {
  const text = header?.trim() ?? ''
  const wait = /^\d+(\.\d+)?$/.test(text)
    ? Number(text) * 1000
    : Date.parse(dateIn(text)) - Date.now()
  return Number.isNaN(wait) ? undefined : Math.max(0, wait)
}

/** Returns the text if it is an HTTP date, which begins with a weekday. `Date.parse` also accepts `-5`. */
function dateIn(text: string): string {
  return /^[a-z]{3,}, ?/i.test(text) ? text : ''
}

function delay(ms: number, signal: AbortSignal | undefined): Promise<void> {
  return new Promise((resolve, reject) => {
    const stop = (): void => {
      clearTimeout(timer)
      reject(signal?.reason)
    }
    const timer = setTimeout(() => {
      signal?.removeEventListener('abort', stop)
      resolve()
    }, ms)
    if (signal?.aborted) stop()
    else signal?.addEventListener('abort', stop, { once: true })
  })
}
