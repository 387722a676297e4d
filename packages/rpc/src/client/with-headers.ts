import { joinHeaders } from '../headers.ts'
import type { Transport } from './types.ts'

type Headers = Readonly<Record<string, string>>

/**
 * Sends the headers that a function returns with every request, such as the credentials in a cookie file or a token
 * that expires. The function runs before the first request, and again after a response with status 401; the request is
 * then sent once more, whatever its effect, because a server that answers 401 did not run it.
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
    const send = async (own: Promise<Headers>) =>
      transport({ ...request, headers: joinHeaders(await own, request.headers) })
    const used = (current ??= read())
    const response = await send(used)
    if (response.status !== 401) return response
    // Requests that were refused together share the new headers.
    if (current === used) current = undefined
    return send((current ??= read()))
  }
}
