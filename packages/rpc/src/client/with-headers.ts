import { joinHeaders } from '../headers.ts'
import { abortable } from './abort.ts'
import type { Transport } from './types.ts'

type Headers = Readonly<Record<string, string>>

/**
 * Sends the headers that a function returns with every request, such as the credentials in a cookie file or a token
 * that expires. The function runs before the first request, and again after a response with status 401; the request is
 * then sent once more, whatever its effect, because a server that answers 401 did not run it. The signal and the time
 * limit of a call apply to the wait for its headers too.
 */
export function withHeaders(
  transport: Transport,
  headers: () => Headers | Promise<Headers>,
): Transport {
  let current: Promise<Headers> | undefined
  const read = (): Promise<Headers> => {
    const reading = Promise.resolve().then(headers)
    reading.catch(() => {
      if (current === reading) current = undefined
    })
    return reading
  }
  return async (request) => {
    const { timeoutMs } = request
    const send = async (own: Promise<Headers>) => {
      const startedAt = performance.now()
      const headers = joinHeaders(await abortable(() => own, request), request.headers)
      if (!timeoutMs) return transport({ ...request, headers })
      const left = Math.max(1, timeoutMs - (performance.now() - startedAt))
      return transport({ ...request, headers, timeoutMs: left })
    }
    const used = (current ??= read())
    const response = await send(used)
    if (response.status !== 401) return response
    // Requests that were refused together share the new headers.
    if (current === used) current = undefined
    return send((current ??= read()))
  }
}
