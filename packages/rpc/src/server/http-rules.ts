import { isRoot } from './registry.ts'
import type { Dialect } from './dialect.ts'
import type { Dispatcher, Route } from './types.ts'

/** What concerns web pages and host names, for every HTTP adapter. */
export interface HttpRules {
  /**
   * Names that a `Host` header may carry; an IP address always may, which keeps pages of other names
   * that resolve to this machine out (DNS rebinding). `*`, or nothing given: any name.
   */
  readonly allowedHosts?: readonly string[]
  /** Origins whose pages may call; `*` for all. None unless given. */
  readonly cors?: readonly string[]
  /** Sent with every response. */
  readonly headers?: Readonly<Record<string, string>>
}

/** The part of a request that decides before the body is read. */
export interface RequestHead {
  readonly verb: string
  readonly path: string
  readonly host: string | undefined
  readonly contentType: string | undefined
  readonly contentEncoding: string | undefined
  readonly contentLength: string | undefined
  /** Whether it asks for a method that a page wants to use. */
  readonly isPreflight: boolean
}

/** A whole HTTP response. */
export interface Reply {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
}

/** What to do with a request: answer at once, run a GET route, read a body and handle it, or not ours. */
export type Plan =
  | { readonly kind: 'reply'; readonly reply: Reply }
  | { readonly kind: 'rest' }
  | { readonly kind: 'call'; readonly route: Route }
  | { readonly kind: 'unknown'; readonly reply: Reply }

const textHeaders = { 'content-type': 'text/plain; charset=utf-8' }

/** Decides by the head alone; the order is host, preflight, path, verb, media type, size. */
export function planFor(dispatcher: Dispatcher, rules: HttpRules, head: RequestHead): Plan {
  if (!isAllowedHost(head.host, rules)) return refuse(403, 'invalid host specified')
  if (head.verb === 'OPTIONS' && head.isPreflight)
    return { kind: 'reply', reply: preflightReply(dispatcher) }
  const route = dispatcher.route(head.path, 'http')
  return route && head.verb === 'POST'
    ? planForCall(dispatcher, route, head)
    : planForPage(dispatcher, route, head)
}

/** Of a request that carries no call, or cannot. */
function planForPage(dispatcher: Dispatcher, route: Route | undefined, head: RequestHead): Plan {
  const { path, verb } = head
  const isRest = dispatcher.isRest(path)
  const isPage = route !== undefined && isRoot(route.group)
  if (isPage || (!route && !isRest)) {
    return { kind: 'unknown', reply: replyOf(404, '404 page not found') }
  }
  if (isRest && isRestVerb(verb, dispatcher, route !== undefined)) return { kind: 'rest' }
  if (!route) return refuse(405, `GET method required, received ${verb}`, { allow: 'GET, HEAD' })
  if (route.dialect.http.emptyGet && verb === 'GET') return refuse(200, '')
  const allow = isRest ? 'GET, HEAD, POST' : 'POST'
  return refuse(405, `rpc: POST method required, received ${verb}`, { allow })
}

function planForCall(dispatcher: Dispatcher, route: Route, head: RequestHead): Plan {
  // Packed bodies are not unpacked: a small one may hold a large one.
  const { contentEncoding: coding, contentType: type } = head
  if (coding !== undefined && coding.toLowerCase() !== 'identity') {
    const text = `rpc: unsupported Content-Encoding: ${coding.slice(0, 100)}`
    return refuse(415, text, { 'accept-encoding': 'identity' })
  }
  if (!isJson(type, route.dialect)) {
    return refuse(415, `rpc: unrecognized Content-Type: ${(type ?? '').slice(0, 100)}`)
  }
  if (isMoreThan(dispatcher.limits.bodyBytes, head.contentLength)) {
    return { kind: 'reply', reply: tooLarge(dispatcher) }
  }
  return { kind: 'call', route }
}

/** Text of fewer digits needs no look, and turning it into a number would take a while. */
function isMoreThan(limit: number, digits = ''): boolean {
  return digits.length >= `${limit}`.length && Number(digits) > limit
}

/** HEAD is GET without the body; public nodes take any verb for GET where nothing can be posted to. */
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

/** Told to whoever parses bodies before they come to an adapter, which needs their text. */
export const alreadyRead =
  'The body was read before it came here: serve these paths before parsers of bodies'

/** The reply to a body beyond the limit. */
export function tooLarge({ limits }: Dispatcher): Reply {
  return replyOf(413, `content length too large: the limit is ${limits.bodyBytes} bytes`)
}

/** The answer to a body that is no UTF-8, whose bytes must not become other text by themselves. */
export function unreadable({ error, errors }: Dialect): string {
  return error('null', errors.parse(''))
}

/** What a page, or the browser before it, asks for. */
export interface PageRequest {
  readonly origin: string | undefined
  /** Names of the headers that the page wants to send; of a preflight alone. */
  readonly headers: string | undefined
  /** Says `true` where a page of the internet wants to reach into a private network; of a preflight alone. */
  readonly privateNetwork: string | undefined
}

/** Headers that let a page of another origin read the response, or send what its preflight asks for. */
export function corsHeaders(
  { cors = [] }: HttpRules,
  { origin, headers, privateNetwork }: PageRequest,
): Readonly<Record<string, string>> | undefined {
  if (cors.length === 0 || !origin) return undefined
  if (!cors.includes('*') && !cors.includes(origin)) return { vary: 'Origin' }
  return {
    'access-control-allow-origin': origin,
    'access-control-allow-credentials': 'true',
    'access-control-allow-methods': 'GET, POST, HEAD',
    // What `authenticate` goes by, and what traces carry: which of them is for the server to know.
    'access-control-allow-headers': areNames(headers)
      ? headers
      : 'Origin, Accept, Content-Type, X-Requested-With, Authorization',
    ...(privateNetwork === 'true' && { 'access-control-allow-private-network': 'true' }),
    vary: 'Origin',
  }
}

/** Header names as RFC 9110 has them, which can be repeated as they are. */
function areNames(headers: string | undefined): headers is string {
  return headers !== undefined && /^[\w!#$%&'*+.^`|~, -]{1,1000}$/.test(headers)
}

/** Whether a page may open a socket: one of this very host, or of an origin on the list. */
export function isAllowedOrigin(
  { cors = [] }: HttpRules,
  { origin, host }: { readonly origin?: string | undefined; readonly host?: string | undefined },
): boolean {
  if (origin === undefined || cors.includes('*') || cors.includes(origin)) return true
  return host !== undefined && origin.replace(/^https?:\/\//, '') === host
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

/** Whether a request may be addressed to a host (DNS rebinding). */
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
