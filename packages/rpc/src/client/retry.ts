import { isBusy, isRepeatable, isUnreachable } from './availability.ts'
import type { MethodDescriptor } from '../descriptor.ts'
import type { Transport, TransportRequest, TransportResponse } from './types.ts'

export interface RetryOptions {
  /** Attempts after the first: 3 unless given. */
  readonly retries?: number
  /** Longest wait before the first of them; it doubles from one to the next. 100 unless given. */
  readonly baseMs?: number
  /** Longest wait of all; a node that asks for a longer one is not asked again. 10 seconds unless given. */
  readonly maxMs?: number
  /** Between 0 and 1; `Math.random` unless given. */
  readonly random?: () => number
  /** Further methods that may be sent twice, such as one that sends a transaction with an ID of its own. */
  readonly also?: (method: MethodDescriptor) => boolean
}

/**
 * Sends calls that only read again when nothing answered, or the answer was 429, 502, 503 or 504:
 * after the time that the node asks for (Retry-After), else after a random part of a growing one.
 * Around `coalesce` it repeats the reads of a batch each for itself; inside, a batch as a whole where
 * all of its calls only read.
 */
export function retry(transport: Transport, options: RetryOptions = {}): Transport {
  const { retries = 3, baseMs = 100, maxMs = 10_000, random = Math.random, also } = options
  return async (request) => {
    for (let attempt = 0; ; attempt++) {
      const mayRepeat = isRepeatable(request) || (request.call && also?.(request.call))
      const isLast = attempt >= retries || !mayRepeat
      const response = await attempted(transport, request, isLast)
      if (response && (isLast || !isBusy(request, response))) return response
      const own = random() * Math.min(maxMs, baseMs * 2 ** attempt)
      const wait = waitOf(response?.headers?.get('retry-after')) ?? own
      if (response && wait > maxMs) return response
      await delay(wait, request.signal)
    }
  }
}

/** The answer; undefined where none came and another attempt is due. */
async function attempted(
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

/** Milliseconds of a Retry-After header: seconds, or a date. Anything else says nothing. */
function waitOf(header: string | null | undefined): number | undefined {
  const text = header?.trim() ?? ''
  const wait = /^\d+(\.\d+)?$/.test(text)
    ? Number(text) * 1000
    : Date.parse(dateIn(text)) - Date.now()
  return Number.isNaN(wait) ? undefined : Math.max(0, wait)
}

/** A date of HTTP begins with a day: `Date.parse` alone takes `-5` for one, too. */
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
