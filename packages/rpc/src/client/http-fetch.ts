import { TimeoutError, TransportError } from '../errors.ts'
import { addressOf, type HttpOptions } from './http-options.ts'
import type { Transport } from './types.ts'

export type { HttpOptions } from './http-options.ts'

/** Requests over `fetch`, the platform's or an injected one. */
export function http(baseUrl: string, options: HttpOptions = {}): Transport {
  return async ({ verb, path, body, headers, signal, timeoutMs = options.timeoutMs ?? 30_000 }) => {
    signal?.throwIfAborted()
    const abort = new AbortController()
    const stop = (): void => abort.abort()
    const timer = timeoutMs && setTimeout(stop, timeoutMs)
    signal?.addEventListener('abort', stop)
    try {
      const response = await (options.fetch ?? fetch)(addressOf(baseUrl, path), {
        method: verb,
        headers: { 'content-type': 'application/json', ...options.headers, ...headers },
        body: body ?? null,
        signal: abort.signal,
      })
      return {
        status: response.status,
        body: await response.text(),
        header: (name) => response.headers.get(name),
      }
    } catch (cause) {
      signal?.throwIfAborted()
      throw abort.signal.aborted
        ? new TimeoutError(`No answer within ${timeoutMs} ms`, { cause })
        : new TransportError(`${baseUrl} cannot be reached`, { cause })
    } finally {
      clearTimeout(timer)
      signal?.removeEventListener('abort', stop)
    }
  }
}
