import { TimeoutError, TransportError } from '../errors.ts'
import { warnInClear } from './credentials.ts'
import { addressOf, type HttpOptions } from './http-options.ts'
import { requestText, responseOf } from './message.ts'
import type { Transport } from './types.ts'

export type { HttpOptions } from './http-options.ts'

/** Sends requests with the platform's `fetch` or an injected one. */
export function http(baseUrl: string, options: HttpOptions = {}): Transport {
  return async (request) => {
    const { path, headers, signal, timeoutMs = options.timeoutMs ?? 30_000 } = request
    const body = requestText(request)
    if (request.containsCredentials) warnInClear(baseUrl)
    // A limit of 0, or above the maximum delay of timers, means no limit: the longest timeout is used
    // instead. The value is rounded up, since Node only accepts positive integers.
    const late = AbortSignal.timeout(
      (timeoutMs < 2e9 && timeoutMs && Math.ceil(Math.max(timeoutMs, 1))) || 2e9,
    )
    try {
      const response = await (options.fetch ?? fetch)(addressOf(baseUrl, path), {
        // A request without a body is a GET.
        ...(body && { method: 'POST', body }),
        headers: { 'content-type': 'application/json', ...options.headers, ...headers },
        signal: signal ? AbortSignal.any([late, signal]) : late,
      })
      return responseOf(request, await response.text(), response)
    } catch (cause) {
      if (signal?.aborted) throw signal.reason
      const Kind = late.aborted ? TimeoutError : TransportError
      throw new Kind(`No response from ${baseUrl.split('?')[0]}`, { cause })
    }
  }
}
