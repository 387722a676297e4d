import type { IncomingMessage } from 'node:http'
import { isAllowedHost, isAllowedOrigin, type HttpRules } from '../http-rules.ts'
import type { RequestTarget } from '../request-target.ts'
import type { Dispatcher } from '../types.ts'

/** Fixed by RFC 6455, section 1.3. */
const GUID = '258EAFA5-E914-47DA-95CA-C5AB0DC85B11'

/** Why a request is not upgraded: an HTTP status with its text and headers. */
export interface Refusal {
  readonly status: number
  readonly text: string
  readonly headers?: Readonly<Record<string, string>>
}

/** Checks a request to be upgraded, the same rules of hosts and pages as for calls included. */
export function refusalOf(
  request: IncomingMessage,
  target: RequestTarget,
  { dispatcher, rules }: { readonly dispatcher: Dispatcher; readonly rules: HttpRules },
): Refusal | undefined {
  const { headers, method } = request
  const host = target.host ?? headers.host
  if (!isAllowedHost(host, rules)) return { status: 403, text: 'invalid host specified' }
  if (!dispatcher.route(target.path, 'ws')) return { status: 404, text: '404 page not found' }
  if (method !== 'GET')
    return { status: 405, text: 'GET method required', headers: { allow: 'GET' } }
  if (headers.upgrade?.toLowerCase() !== 'websocket') {
    return { status: 426, text: 'only WebSocket is spoken here', headers: { upgrade: 'websocket' } }
  }
  if (headers['sec-websocket-version'] !== '13') {
    return {
      status: 426,
      text: 'unsupported WebSocket version',
      headers: { 'sec-websocket-version': '13' },
    }
  }
  if (!/^[+/0-9A-Za-z]{22}==$/.test(headers['sec-websocket-key'] ?? '')) {
    return { status: 400, text: 'invalid Sec-WebSocket-Key' }
  }
  // Pages are not kept from sockets by CORS, so the same list is applied here.
  if (!isAllowedOrigin(rules, { origin: headers.origin, host }))
    return { status: 403, text: 'origin not allowed' }
  return undefined
}

/** The answer that makes a connection a WebSocket; no subprotocol and no extension is agreed on. */
export function acceptance(
  { headers }: IncomingMessage,
  further: Readonly<Record<string, string>> = {},
): string {
  const key = headers['sec-websocket-key'] ?? ''
  // Loaded by the first socket: a server of calls alone starts without it.
  const accept = process
    .getBuiltinModule('node:crypto')
    .createHash('sha1')
    .update(key + GUID)
    .digest('base64')
  return head('101 Switching Protocols', {
    upgrade: 'websocket',
    connection: 'Upgrade',
    'sec-websocket-accept': accept,
    ...further,
  })
}

/** A response in place of the upgrade, with which the connection ends. */
export function refusalText({ status, text, headers }: Refusal): string {
  return (
    head(`${status} ${phrases.get(status) ?? 'Error'}`, {
      connection: 'close',
      'content-type': 'text/plain; charset=utf-8',
      'content-length': String(Buffer.byteLength(text)),
      ...headers,
    }) + text
  )
}

const phrases: ReadonlyMap<number, string> = new Map([
  [400, 'Bad Request'],
  [401, 'Unauthorized'],
  [403, 'Forbidden'],
  [404, 'Not Found'],
  [405, 'Method Not Allowed'],
  [426, 'Upgrade Required'],
  [429, 'Too Many Requests'],
  [500, 'Internal Server Error'],
  [503, 'Service Unavailable'],
])

function head(status: string, headers: Readonly<Record<string, string>>): string {
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}`)
  return [`HTTP/1.1 ${status}`, ...lines, '', ''].join('\r\n')
}
