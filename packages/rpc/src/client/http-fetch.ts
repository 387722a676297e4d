import { deadline } from '#deadline'
import { TimeoutError, TransportError } from '../errors.ts'
import { addressOf, type HttpOptions } from './http-options.ts'
import type { Transport } from './types.ts'

export type { HttpOptions } from './http-options.ts'

/** Requests over `fetch`, the platform's or an injected one. */
export function http(baseUrl: string, options: HttpOptions = {}): Transport {
  return async ({
    path,
    body,
    headers,
    signal,
    guard,
    timeoutMs = options.timeoutMs ?? 30_000,
  }) => {
    guard?.(baseUrl)
    const late = deadline(timeoutMs)
    try {
      const response = await (options.fetch ?? fetch)(addressOf(baseUrl, path), {
        // Without a body a request is a GET.
        ...(body && { method: 'POST', body }),
        headers: { 'content-type': 'application/json', ...options.headers, ...headers },
        signal: signal ? AbortSignal.any([late, signal]) : late,
      })
      return { status: response.status, headers: response.headers, body: await response.text() }
    } catch (cause) {
      if (signal?.aborted) throw signal.reason
      const Kind = late.aborted ? TimeoutError : TransportError
      throw new Kind(`No response from ${baseUrl.split('?')[0]}`, { cause })
    }
  }
}
