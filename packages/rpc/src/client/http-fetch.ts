import { ProtocolError, TimeoutError, TransportError } from '../errors.ts'
import { joinHeaders } from '../headers.ts'
import { separateCredentials } from '../url-credentials.ts'
import { warnInClear } from './credentials.ts'
import { addressOf, DEFAULT_MAX_RESPONSE_BYTES, type HttpOptions } from './http-options.ts'
import { requestText, responseOf } from './message.ts'
import type { Transport } from './types.ts'

export type { HttpOptions } from './http-options.ts'

/** Sends requests with the platform's `fetch` or an injected one. */
export function http(baseUrl: string, options: HttpOptions = {}): Transport {
  const { maxBytes = DEFAULT_MAX_RESPONSE_BYTES } = options
  const { url, authorization } = separateCredentials(baseUrl)
  return async (request) => {
    const { path, headers, signal, timeoutMs = options.timeoutMs ?? 30_000 } = request
    const body = requestText(request)
    if (request.containsCredentials) warnInClear(url)
    // 0 and limits above the maximum delay of timers mean no limit: the longest timeout. Node accepts only positive integers.
    const late = AbortSignal.timeout(Math.min(Math.max(timeoutMs || 2e9, 1), 2e9) | 0)
    try {
      const response = await (options.fetch ?? fetch)(addressOf(url, path), {
        // A request without a body is a GET.
        ...(body && { method: 'POST', body }),
        // The target of a redirect must not get the params and headers. Workers do not know `error`.
        redirect: 'manual',
        headers: joinHeaders(
          { 'content-type': 'application/json' },
          authorization,
          options.headers,
          headers,
        ),
        signal: signal ? AbortSignal.any([late, signal]) : late,
      })
      let left = maxBytes
      const limit = new TransformStream({
        transform(chunk: Uint8Array, output) {
          left -= chunk.length
          if (left < 0) throw new ProtocolError(`The response exceeds ${maxBytes} bytes`)
          output.enqueue(chunk)
        },
      })
      // Some platforms, such as React Native, have no streams.
      const limited = response.body ? new Response(response.body.pipeThrough(limit)) : response
      return responseOf(request, await limited.text(), response)
    } catch (cause) {
      if (signal?.aborted) throw signal.reason
      if (cause instanceof ProtocolError) throw cause
      // Only the origin is shown, which may end in an IPv6 address: keys are often in the path or the query.
      throw new (late.aborted ? TimeoutError : TransportError)(
        `No response from ${url.split(/(\b|])[/?#]/)[0]}`,
        { cause },
      )
    }
  }
}
