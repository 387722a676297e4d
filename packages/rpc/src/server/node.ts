import { isUtf8 } from 'node:buffer'
import {
  createServer,
  type IncomingMessage,
  type RequestListener,
  type Server,
  type ServerResponse,
} from 'node:http'
import { isIP, type AddressInfo } from 'node:net'
import {
  corsHeaders,
  planFor,
  tooLarge,
  unreadable,
  type HttpRules,
  type Reply,
} from './http-rules.ts'
import type { Conduct, Dispatcher, Scope } from './types.ts'

export type { HttpRules } from './http-rules.ts'

export interface ListenOptions extends HttpRules {
  /** 127.0.0.1 unless given. */
  readonly host?: string
  /** A free one unless given. */
  readonly port?: number
  /** Answers every path that is no group's and no route's. */
  readonly fallback?: RequestListener
  /** What handlers find as `ctx.auth`. */
  readonly authenticate?: (request: IncomingMessage) => unknown
  /** For the head of a request: 30 seconds unless given. */
  readonly headersTimeoutMs?: number
  /** For a whole request: 30 seconds unless given. */
  readonly requestTimeoutMs?: number
  /** How long an idle connection is kept: 120 seconds unless given. */
  readonly idleTimeoutMs?: number
  /** How long `close` waits for calls that are under way: 10 seconds unless given. */
  readonly graceMs?: number
}

/** A server that accepts connections. */
export interface Listening {
  readonly url: string
  readonly port: number
  /** For adapters that need it, such as WebSocket upgrades. */
  readonly server: Server
  /** Accepts no more, lets calls under way finish, then ends all connections. */
  close(): Promise<void>
}

/** Serves a dispatcher over node:http; pages of other host names are refused unless allowed. */
export async function listen(
  dispatcher: Dispatcher,
  options: ListenOptions = {},
): Promise<Listening> {
  const { host = '127.0.0.1', port = 0 } = options
  const server = createServer(
    requestListener(dispatcher, { allowedHosts: ['localhost'], ...options }),
  )
  server.headersTimeout = options.headersTimeoutMs ?? 30_000
  server.requestTimeout = options.requestTimeoutMs ?? 30_000
  server.keepAliveTimeout = options.idleTimeoutMs ?? 120_000
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(port, host, () => {
      server.off('error', reject)
      resolve()
    })
  })
  const { port: bound } = server.address() as AddressInfo
  const name = isIP(host) === 6 ? `[${host}]` : host
  const close = closer(server, options.graceMs ?? 10_000)
  return { url: `http://${name}:${bound}`, port: bound, server, close }
}

const IDLE_CHECK_MS = 20

function closer(server: Server, graceMs: number): () => Promise<void> {
  let closed: Promise<void> | undefined
  return () => {
    closed ??= new Promise((resolve) => {
      const timer = setTimeout(() => server.closeAllConnections(), graceMs)
      // A kept-alive connection that is busy now falls idle later, which nothing announces.
      const idle = setInterval(() => server.closeIdleConnections(), IDLE_CHECK_MS)
      server.prependListener('request', (_, response) => {
        response.shouldKeepAlive = false
      })
      server.close(() => {
        clearTimeout(timer)
        clearInterval(idle)
        resolve()
      })
      server.closeIdleConnections()
    })
    return closed
  }
}

/** The handler behind `listen`, for a server that the caller owns. */
export function requestListener(
  dispatcher: Dispatcher,
  options: ListenOptions = {},
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

function respond(dispatcher: Dispatcher, options: ListenOptions, exchange: Exchange): void {
  const { request, response } = exchange
  // A proxy may write the whole address (RFC 9112, 3.2.2).
  const url = (request.url ?? '/').replace(/^https?:\/\/[^/?]*/i, '') || '/'
  const mark = url.indexOf('?')
  const path = mark < 0 ? url : url.slice(0, mark)
  if (options.headers) setHeaders(response, options.headers)
  const cors = options.cors && corsHeaders(options, request.headers.origin)
  if (cors) setHeaders(response, cors)
  const plan = planFor(dispatcher, options, {
    verb: request.method ?? '',
    path,
    header: (name) => request.headers[name]?.toString(),
  })
  if (plan.kind === 'unknown' && options.fallback) return options.fallback(request, response)
  if (plan.kind === 'reply' || plan.kind === 'unknown') return drop(exchange, plan.reply)
  const scope = scopeOf(exchange, path, options)
  if (plan.kind === 'call')
    return readBody(dispatcher, exchange, (body) => {
      const text = textOf(body, plan.conduct)
      const answer = text === undefined ? unreadable(plan.conduct) : dispatcher.handle(text, scope)
      answerCall(answer, response, plan.conduct)
    })
  const query = new URLSearchParams(mark < 0 ? '' : url.slice(mark + 1))
  request.resume()
  Promise.resolve(dispatcher.rest(path, query, scope)).then(
    (answer) => send(response, { status: 500, body: '', ...answer, headers: jsonHeaders }),
    (error: unknown) => fail(response, error),
  )
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

function scopeOf(
  { request, response }: Exchange,
  path: string,
  { authenticate }: ListenOptions,
): Scope {
  return {
    path,
    transport: 'http',
    headers: request.headers,
    ...(request.socket.remoteAddress !== undefined && { remote: request.socket.remoteAddress }),
    ...(authenticate && { auth: authenticate(request) }),
    signal: () => signalOf(response),
  }
}

/** Aborted when the caller goes away before the response is written. */
function signalOf(response: ServerResponse): AbortSignal {
  const abort = new AbortController()
  response.once('close', () => {
    if (!response.writableFinished) abort.abort(new Error('The caller went away'))
  })
  return abort.signal
}

function readBody(dispatcher: Dispatcher, exchange: Exchange, done: (body: Buffer) => void): void {
  const { request } = exchange
  const limit = dispatcher.limits.bodyBytes
  const chunks: Buffer[] = []
  let size = 0
  request.on('data', (chunk: Buffer) => {
    size += chunk.length
    if (size <= limit) chunks.push(chunk)
    else {
      request.removeAllListeners('data').removeAllListeners('end')
      drop(exchange, tooLarge(dispatcher))
    }
  })
  request.on('end', () => {
    const [first] = chunks
    done(chunks.length === 1 && first ? first : Buffer.concat(chunks))
  })
  // A body that breaks off leaves nobody to answer.
  request.on('error', () => exchange.response.destroy())
}

/** The body as text; `undefined` where it is no UTF-8, which public nodes read all the same. */
function textOf(body: Buffer, conduct: Conduct): string | undefined {
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
  const length = status === 204 ? undefined : { 'content-length': Buffer.byteLength(body) }
  response.writeHead(status, { ...headers, ...length })
  response.end(body)
}

/** Only reached where this adapter itself fails: handlers' errors are answers. */
function fail(response: ServerResponse, error: unknown): void {
  console.error(error)
  if (response.headersSent) response.destroy()
  else send(response, { status: 500, headers: jsonHeaders, body: '' })
}
