import type { ErrorObject } from '../json-rpc.ts'
import type { Dialect, HttpDialect } from './dialect.ts'
import { acceptsEvents } from './event-stream.ts'
import type { Dispatcher, Route } from './types.ts'

/** Options that all HTTP adapters share. */
export interface HttpRules {
  /**
   * Host names that the `Host` header may contain; IP addresses are always allowed. Blocks pages whose host
   * name resolves to this machine (DNS rebinding). `*` or undefined allows any name.
   */
  readonly allowedHosts?: readonly string[]
  /**
   * Origins whose pages may call the server; `*` for all origins, and `http://localhost:*` for all ports of a host. By
   * default, no origin is allowed.
   */
  readonly cors?: readonly string[]
  /**
   * Headers sent with every response, or a function that returns them. The function is called when the result is known,
   * just before the response is sent; for an event stream or a WebSocket, when it is opened. It must not throw.
   */
  readonly headers?: Readonly<Record<string, string>> | (() => Readonly<Record<string, string>>)
}

/** Returns the headers for a response that is about to be sent. */
export function responseHeaders({ headers = {} }: HttpRules): Readonly<Record<string, string>> {
  return typeof headers === 'function' ? headers() : headers
}

/** Returns a header of a request; undefined if the request does not have it. */
export type HeaderOf = (name: string) => string | undefined

/** The request line and headers, which are checked before the body is read. */
export interface RequestHead {
  readonly verb: string
  readonly path: string
  readonly host: string | undefined
  readonly header: HeaderOf
}

export interface Reply {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
}

/**
 * Processing of a request. `reply`: send the reply without reading the body. `rest`: run a GET route. `call`:
 * read the body and handle it. `listen`: open an event stream, or resume the one of `lastEventId`. `unknown`: the server does
 * not serve the path; send the reply, or call the fallback of the adapter.
 */
export type Plan =
  | { readonly kind: 'reply'; readonly reply: Reply }
  | { readonly kind: 'rest' }
  | { readonly kind: 'call'; readonly route: Route }
  | {
      readonly kind: 'listen'
      readonly route: Route
      readonly lastEventId: string | undefined
    }
  | { readonly kind: 'unknown'; readonly reply: Reply }

/** Error message for a host that is not allowed. It begins like the message of geth. */
export const hostRefused =
  'invalid host specified: it is not one of the allowed hosts of the server (in code `allowedHosts`, on a command line `--http-allowed-hosts`)'

const textHeaders = { 'content-type': 'text/plain; charset=utf-8' }

/**
 * Returns the plan for a request before its body is read. Checks host, preflight, path, HTTP method, media
 * type and size, in the order of this list.
 */
export function planFor(dispatcher: Dispatcher, rules: HttpRules, head: RequestHead): Plan {
  if (!isAllowedHost(head.host, rules)) return refuse(403, hostRefused)
  if (head.verb === 'OPTIONS' && head.header('access-control-request-method'))
    return { kind: 'reply', reply: preflightReply(dispatcher) }
  const route = dispatcher.route(head.path, 'http')
  return route && head.verb === 'POST'
    ? planForCall(dispatcher, route, head)
    : planWithoutCall(dispatcher, rules, { head, route })
}

function planWithoutCall(
  dispatcher: Dispatcher,
  rules: HttpRules,
  {
    head: { path, verb, host, header },
    route,
  }: { readonly head: RequestHead; readonly route: Route | undefined },
): Plan {
  const isRest = dispatcher.isRest(path)
  // The path `/` refers to all groups. It only accepts POST, for `rpc.discover`.
  const isRoot = route !== undefined && !dispatcher.groups.includes(route.group)
  if (isRoot || (!route && !isRest)) {
    return { kind: 'unknown', reply: replyOf(404, '404 page not found') }
  }
  if (isRest && isRestVerb(verb, dispatcher, route !== undefined)) return { kind: 'rest' }
  if (!route) return refuse(405, `GET method required, received ${verb}`, { allow: 'GET, HEAD' })
  const { connected, limits } = dispatcher
  const lastEventId = header('last-event-id')
  const isOffered = lastEventId === undefined ? connected : limits.resumeMs > 0
  if (verb === 'GET' && isOffered && acceptsEvents(header('accept'))) {
    if (!isAllowedOrigin(rules, { origin: header('origin'), host }))
      return refuse(403, 'origin not allowed')
    return { kind: 'listen', route, lastEventId }
  }
  if (route.dialect.http.emptyGet && verb === 'GET') return refuse(200, '')
  const allow = isRest ? 'GET, HEAD, POST' : 'POST'
  return refuse(405, `rpc: POST method required, received ${verb}`, { allow })
}

function planForCall(dispatcher: Dispatcher, route: Route, { header }: RequestHead): Plan {
  // Compressed bodies are rejected, since a small body may expand to a very large one.
  const [coding, type] = [header('content-encoding'), header('content-type')]
  if (coding !== undefined && coding.toLowerCase() !== 'identity') {
    const text = `rpc: unsupported Content-Encoding: ${coding.slice(0, 100)}; send the body uncompressed`
    return refuse(415, text, { 'accept-encoding': 'identity' })
  }
  if (!isJson(type, route.dialect)) {
    const expected = route.dialect.http.contentTypes.join(' or ')
    const given = (type ?? '').slice(0, 100)
    return refuse(415, `rpc: unrecognized Content-Type: ${given}; expected ${expected}`)
  }
  if (isMoreThan(dispatcher.limits.bodyBytes, header('content-length'))) {
    return { kind: 'reply', reply: bodyTooLarge(dispatcher) }
  }
  return { kind: 'call', route }
}

/** Whether a decimal number exceeds the limit. A number with fewer digits than the limit is not converted. */
function isMoreThan(limit: number, digits = ''): boolean {
  return digits.length >= `${limit}`.length && Number(digits) > limit
}

/**
 * Whether an HTTP method may be used for a GET route. HEAD is allowed too. Public nodes accept any HTTP
 * method for GET routes at paths that do not accept calls.
 */
function isRestVerb(verb: string, { dialect }: Dispatcher, takesCalls: boolean): boolean {
  if (verb === 'GET') return true
  return dialect.http.anyVerb ? !takesCalls : verb === 'HEAD'
}

function isJson(type: string | undefined, { http }: Dialect): boolean {
  const { contentTypes } = http
  if (type === undefined) return false
  if (contentTypes.includes(type)) return true
  return contentTypes.includes(type.split(';')[0]?.trim().toLowerCase() ?? '')
}

export const alreadyRead =
  'The request body was already read, but the JSON-RPC adapter needs its text. Mount the adapter before any body parser.'

export function bodyTooLarge({ limits }: Dispatcher): Reply {
  return replyOf(413, `content length too large: the limit is ${limits.bodyBytes} bytes`)
}

/** The response to a caller that wants to resume a stream of which the server no longer knows the next events. */
export const unknownStream: Reply = replyOf(404, 'unknown event stream')

/**
 * Returns the response to a body that is not UTF-8. Replacing the invalid bytes could change params silently.
 */
export function unreadable({ error, errors }: Dialect): string {
  return error('null', errors.parse(''))
}

/**
 * Returns the headers that allow a page of another origin to read the response. For a preflight, the headers
 * allow the page to send its request.
 */
export function corsHeaders(
  { cors = [] }: HttpRules,
  header: HeaderOf,
): Readonly<Record<string, string>> | undefined {
  const origin = header('origin')
  if (cors.length === 0 || !origin) return undefined
  if (!isListed(cors, origin)) return { vary: 'Origin' }
  const headers = header('access-control-request-headers')
  const privateNetwork = header('access-control-request-private-network')
  return {
    'access-control-allow-origin': origin,
    'access-control-allow-credentials': 'true',
    'access-control-allow-methods': 'GET, POST, HEAD',
    // Pages may send any header names, for authentication and tracing. This is safe, since the server ignores
    // headers that it does not use.
    'access-control-allow-headers': areNames(headers)
      ? headers
      : 'Origin, Accept, Content-Type, X-Requested-With, Authorization',
    ...(privateNetwork === 'true' && { 'access-control-allow-private-network': 'true' }),
    vary: 'Origin',
  }
}

/**
 * Whether a list contains only valid header names (RFC 9110). An invalid list is not copied to the response.
 */
function areNames(headers: string | undefined): headers is string {
  return headers !== undefined && /^[\w!#$%&'*+.^`|~, -]{1,1000}$/.test(headers)
}

/** Whether a list contains an origin, `*`, or the origin with the port `*`. */
function isListed(cors: readonly string[], origin: string): boolean {
  const anyPort = `${origin.replace(/:\d+$/, '')}:*`
  return cors.includes('*') || cors.includes(origin) || cors.includes(anyPort)
}

/** Whether a page may open a WebSocket: its origin must be listed, or have the host of the server. */
export function isAllowedOrigin(
  { cors = [] }: HttpRules,
  { origin, host }: { readonly origin?: string | undefined; readonly host?: string | undefined },
): boolean {
  if (origin === undefined || isListed(cors, origin)) return true
  return host !== undefined && origin.replace(/^https?:\/\//, '') === host
}

/** Returns the response to a call. Without a body, the call was a notification. */
export function callReply({ http }: Dialect, body: string | undefined): Reply {
  if (body === undefined) return { status: http.emptyStatus, headers: {}, body: '' }
  return { status: http.errorStatus ? statusOf(body, http) : 200, headers: http.headers, body }
}

function statusOf(body: string, { errorStatus }: HttpDialect): number {
  const { error } = JSON.parse(body) as { readonly error?: ErrorObject }
  return (error && errorStatus?.(error)) ?? 200
}

function preflightReply({ dialect }: Dispatcher): Reply {
  return { status: dialect.http.emptyStatus, headers: {}, body: '' }
}

function refuse(status: number, text: string, headers?: Readonly<Record<string, string>>): Plan {
  const reply = replyOf(status, text)
  return { kind: 'reply', reply: { ...reply, headers: { ...reply.headers, ...headers } } }
}

function replyOf(status: number, body: string): Reply {
  return { status, headers: textHeaders, body }
}

export function isAllowedHost(host: string | undefined, { allowedHosts }: HttpRules): boolean {
  if (!allowedHosts || !host) return true
  return allowedHosts.includes('*') || isAddress(host) || isNamed(host, allowedHosts)
}

function isAddress(host: string): boolean {
  return /^\[[\da-fA-F:.]+\](:\d*)?$/.test(host) || /^\d{1,3}(\.\d{1,3}){3}(:\d*)?$/.test(host)
}

function isNamed(host: string, names: readonly string[]): boolean {
  const name = host.replace(/:\d*$/, '').toLowerCase()
  return !host.startsWith('[') && names.some((one) => one.toLowerCase() === name)
}
