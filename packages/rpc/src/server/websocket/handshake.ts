import { STATUS_CODES, type IncomingMessage } from 'node:http'
import { hostRefused, isAllowedHost, isAllowedOrigin, type HttpRules } from '../http-rules.ts'
import type { RequestTarget } from '../request-target.ts'
import type { Route } from '../types.ts'

/** The HTTP response to a rejected upgrade request. */
export interface RejectedUpgrade {
  readonly status: number
  readonly text: string
  readonly headers?: Readonly<Record<string, string>>
}

/**
 * Returns the rejection of an upgrade request; undefined if the request is accepted. Checks the host name and
 * the origin of the page by the rules for HTTP requests.
 */
export function refusalOf(
  request: IncomingMessage,
  target: RequestTarget,
  { route, rules }: { readonly route: Route | undefined; readonly rules: HttpRules },
): RejectedUpgrade | undefined {
  const { headers, method } = request
  const host = target.host ?? headers.host
  if (!isAllowedHost(host, rules)) return { status: 403, text: hostRefused }
  if (!route) return { status: 404, text: '404 page not found' }
  if (method !== 'GET')
    return { status: 405, text: 'GET method required', headers: { allow: 'GET' } }
  if (headers.upgrade?.toLowerCase() !== 'websocket') {
    return { status: 426, text: 'WebSocket upgrade required', headers: { upgrade: 'websocket' } }
  }
  if (headers['sec-websocket-version'] !== '13') {
    return {
      status: 426,
      text: 'unsupported WebSocket version; expected 13',
      headers: { 'sec-websocket-version': '13' },
    }
  }
  if (!/^[+/0-9A-Za-z]{22}==$/.test(headers['sec-websocket-key'] ?? '')) {
    return { status: 400, text: 'invalid Sec-WebSocket-Key; expected 16 bytes in base64' }
  }
  // CORS does not apply to WebSockets, so the list of origins is checked here.
  if (!isAllowedOrigin(rules, { origin: headers.origin, host }))
    return { status: 403, text: 'origin not allowed: the server does not list it in cors' }
  return undefined
}

/**
 * Returns the text of the HTTP response to a rejected upgrade request. The connection closes after the
 * response.
 */
export function refusalText({ status, text, headers }: RejectedUpgrade): string {
  const fields = {
    connection: 'close',
    'content-type': 'text/plain; charset=utf-8',
    'content-length': String(Buffer.byteLength(text)),
    ...headers,
  }
  const lines = Object.entries(fields).map(([name, value]) => `${name}: ${value}`)
  const phrase = STATUS_CODES[status] ?? 'Error'
  return [`HTTP/1.1 ${status} ${phrase}`, ...lines, '', text].join('\r\n')
}
