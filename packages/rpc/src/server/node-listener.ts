import { isAscii, isUtf8 } from 'node:buffer'
import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http'
import {
  corsHeaders,
  planFor,
  tooLarge,
  unreadable,
  type HttpRules,
  type Reply,
  type RequestHead,
} from './http-rules.ts'
import type { Conduct, Context, Dispatcher, Scope } from './types.ts'

export interface ListenerOptions extends HttpRules {
  /** Answers every path that is no group's and no route's. */
  readonly fallback?: RequestListener
  /** What handlers find as `ctx.auth`. */
  readonly authenticate?: (request: IncomingMessage) => unknown
}

/** The handler behind `listen`, for a server that the caller owns. */
export function requestListener(
  dispatcher: Dispatcher,
  options: ListenerOptions = {},
): RequestListener {
  return (request, response) => {
    try {
      respond(dispatcher, options, { request, response })
    } catch (error) {
      fail(response, error)
    }
  }
}

interface Exchange {
  readonly request: IncomingMessage
  readonly response: ServerResponse
}

function respond(dispatcher: Dispatcher, options: ListenerOptions, exchange: Exchange): void {
  const { request, response } = exchange
  const url = originForm(request.url ?? '/')
  const mark = url.indexOf('?')
  const path = mark < 0 ? url : url.slice(0, mark)
  if (options.headers) setHeaders(response, options.headers)
  const cors = options.cors && corsHeaders(options, request.headers.origin)
  if (cors) setHeaders(response, cors)
  const plan = planFor(dispatcher, options, new IncomingHead(request, path))
  if (plan.kind === 'unknown' && options.fallback) return options.fallback(request, response)
  if (plan.kind === 'reply' || plan.kind === 'unknown') return drop(exchange, plan.reply)
  const scope = new HttpScope(exchange, path, options.authenticate?.(request))
  if (plan.kind === 'call') return readBody(dispatcher, exchange, { scope, conduct: plan.conduct })
  const query = new URLSearchParams(mark < 0 ? '' : url.slice(mark + 1))
  request.resume()
  Promise.resolve(dispatcher.rest(path, query, scope)).then(
    (answer) => send(response, { status: 500, body: '', ...answer, headers: jsonHeaders }),
    (error: unknown) => fail(response, error),
  )
}

/** A proxy may write the whole address (RFC 9112, 3.2.2). */
function originForm(url: string): string {
  return url.startsWith('/') ? url : url.replace(/^https?:\/\/[^/?]*/i, '') || '/'
}

/** The head as it came: Node's own table of headers is only built for those who ask for it. */
class IncomingHead implements RequestHead {
  readonly verb: string
  readonly path: string
  readonly #raw: readonly string[]

  constructor(request: IncomingMessage, path: string) {
    this.verb = request.method ?? ''
    this.path = path
    this.#raw = request.rawHeaders
  }

  /** The first one of a name, as Node has it for those that must not be repeated. */
  header(name: string): string | undefined {
    const raw = this.#raw
    for (let at = 0; at < raw.length; at += 2) {
      const given = raw[at]
      if (given?.length === name.length && (given === name || given.toLowerCase() === name)) {
        return raw[at + 1]
      }
    }
    return undefined
  }
}

/** What handlers can learn of a request. */
class HttpScope implements Scope {
  readonly path: string
  readonly transport = 'http'
  readonly remote?: string
  readonly auth: unknown
  readonly #exchange: Exchange

  constructor(exchange: Exchange, path: string, auth: unknown) {
    this.path = path
    this.auth = auth
    this.#exchange = exchange
    // Asked for now: a connection that is gone has forgotten it.
    const { remoteAddress } = exchange.request.socket
    if (remoteAddress !== undefined) this.remote = remoteAddress
  }

  get headers(): Context['headers'] {
    return this.#exchange.request.headers
  }

  get signal(): () => AbortSignal {
    return () => signalOf(this.#exchange.response)
  }
}

function setHeaders(response: ServerResponse, headers: Readonly<Record<string, string>>): void {
  for (const name in headers) response.setHeader(name, headers[name] ?? '')
}

const jsonHeaders = { 'content-type': 'application/json' }

/** Answers without reading the body; what is still to come of it ends with the connection. */
function drop({ request, response }: Exchange, reply: Reply): void {
  const hasBody =
    request.headers['content-length'] !== undefined ||
    request.headers['transfer-encoding'] !== undefined
  send(response, hasBody ? { ...reply, headers: { ...reply.headers, connection: 'close' } } : reply)
  request.resume()
}

/** Aborted when the caller goes away before the response is written. */
function signalOf(response: ServerResponse): AbortSignal {
  const abort = new AbortController()
  response.once('close', () => {
    if (!response.writableFinished) abort.abort(new Error('The caller went away'))
  })
  return abort.signal
}

interface Call {
  readonly scope: Scope
  readonly conduct: Conduct
}

/** A body that breaks off leaves nobody to answer: Node ends the connection by itself. */
function readBody(dispatcher: Dispatcher, exchange: Exchange, call: Call): void {
  const { request, response } = exchange
  const limit = dispatcher.limits.bodyBytes
  let first: Buffer | undefined
  let more: Buffer[] | undefined
  let size = 0
  request.on('data', (chunk: Buffer) => {
    size += chunk.length
    if (size > limit) {
      request.removeAllListeners('data').removeAllListeners('end')
      drop(exchange, tooLarge(dispatcher))
    } else if (first) (more ??= [first]).push(chunk)
    else first = chunk
  })
  request.on('end', () => {
    const text = textOf(more ? Buffer.concat(more) : first, call.conduct)
    const answer =
      text === undefined ? unreadable(call.conduct) : dispatcher.handle(text, call.scope)
    answerCall(answer, response, call.conduct)
  })
}

/** The body as text; `undefined` where it is no UTF-8, which public nodes read all the same. */
function textOf(body: Buffer | undefined, conduct: Conduct): string | undefined {
  if (!body) return ''
  // ASCII is copied, not decoded.
  if (isAscii(body)) return body.toString('latin1')
  return conduct.name === 'spec' && !isUtf8(body) ? undefined : body.toString('utf8')
}

function answerCall(
  answer: string | undefined | Promise<string | undefined>,
  response: ServerResponse,
  conduct: Conduct,
): void {
  if (!(answer instanceof Promise)) return sendAnswer(response, conduct, answer)
  answer.then(
    (text) => sendAnswer(response, conduct, text),
    (error: unknown) => fail(response, error),
  )
}

function sendAnswer(
  response: ServerResponse,
  { headers, name }: Conduct,
  body: string | undefined,
): void {
  if (body !== undefined) return send(response, { status: 200, headers, body })
  send(response, { status: name === 'spec' ? 204 : 200, headers: {}, body: '' })
}

function send(response: ServerResponse, { status, headers, body }: Reply): void {
  if (response.destroyed) return
  const lines: (string | number)[] = []
  for (const name in headers) lines.push(name, headers[name] ?? '')
  const length = Buffer.byteLength(body)
  if (status !== 204) lines.push('content-length', length)
  response.writeHead(status, lines)
  // As many bytes as characters: ASCII, which need not be encoded.
  response.end(body, length === body.length ? 'latin1' : 'utf8')
}

/** Only reached where this adapter itself fails: handlers' errors are answers. */
function fail(response: ServerResponse, error: unknown): void {
  console.error(error)
  if (response.headersSent) response.destroy()
  else send(response, { status: 500, headers: jsonHeaders, body: '' })
}
