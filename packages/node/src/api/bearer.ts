import { createHash, timingSafeEqual } from 'node:crypto'
import type { RequestListener } from 'node:http'

/** Refuses requests at a path that lack `Authorization: Bearer <token>`. Without a token, nothing is refused. */
export function bearerListener(
  path: string,
  token: string | undefined,
  next: RequestListener,
): RequestListener {
  if (token === undefined) return next
  return (request, response) => {
    const { url = '', headers } = request
    if (url.split('?', 1)[0] !== path || isSame(tokenIn(headers.authorization), token))
      return next(request, response)
    response.writeHead(401, { 'www-authenticate': 'Bearer' }).end()
  }
}

function tokenIn(authorization = ''): string {
  return /^bearer +(.*)$/i.exec(authorization)?.[1] ?? ''
}

/** Compares in a time that does not depend on the texts. */
function isSame(one: string, other: string): boolean {
  const digest = (text: string): Buffer => createHash('sha256').update(text).digest()
  return timingSafeEqual(digest(one), digest(other))
}
