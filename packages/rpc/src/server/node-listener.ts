import { isAscii, isUtf8 } from 'node:buffer'
import type { RequestListener } from 'node:http'
import {
  alreadyRead,
  callReply,
  corsHeaders,
  planFor,
  bodyTooLarge,
  responseHeaders,
  unknownStream,
  unreadable,
  type Plan,
  type Reply,
} from './http-rules.ts'
import { isThenable } from '../thenable.ts'
import { safeLog } from './log.ts'
import { aFunction, checkOptions, duration, type OptionRule } from './option-error.ts'
import { checkHttpRules } from './options.ts'
import type { Dialect } from './dialect.ts'
import { HttpReplyError } from './http-reply.ts'
import { resumed } from './event-stream.ts'
import { Exchange, addHeaders, type ListenerOptions } from './node-exchange.ts'
import { bufferedBytes, SHORT_BODY } from './buffered-bytes.ts'
import { Received } from '../received.ts'
import type { Dispatcher } from './types.ts'

const listenerRules: { readonly [Name in keyof ListenerOptions]?: OptionRule } = {
  fallback: aFunction,
  authenticate: aFunction,
  readTimeoutMs: duration(0),
  log: aFunction,
}

/** Returns the request handler that `listen` uses, for a node:http server that you create yourself. */
export function requestListener(
  dispatcher: Dispatcher,
  options: ListenerOptions = {},
): RequestListener {
  checkHttpRules(options)
  checkOptions(options, listenerRules)
  return (request, response) =>
    serve(new Exchange(request, response, { dispatcher, options, expectsContinue: false }))
}

/**
 * Returns a listener for the event `checkContinue`, which Node emits if the caller waits for status 100
 * before it sends the body (RFC 9110, section 10.1.1). Responds to requests with an invalid head with an
 * error instead of status 100.
 */
export function continueListener(
  dispatcher: Dispatcher,
  options: ListenerOptions,
): RequestListener {
  return (request, response) =>
    serve(new Exchange(request, response, { dispatcher, options, expectsContinue: true }))
}

function serve(exchange: Exchange): void {
  try {
    admit(exchange)
  } catch (error) {
    fail(exchange, error)
  }
}

function admit(exchange: Exchange): void {
  const { dispatcher, request, response, options } = exchange
  const cors = options.cors && corsHeaders(options, exchange.header)
  if (cors) addHeaders(response, cors)
  const plan = planFor(dispatcher, options, exchange)
  if (plan.kind === 'unknown' && options.fallback) {
    if (exchange.expectsContinue) response.writeContinue()
    addHeaders(response, responseHeaders(options))
    return options.fallback(request, response)
  }
  if (plan.kind === 'reply' || plan.kind === 'unknown') return drop(exchange, plan.reply)
  const auth = options.authenticate?.(request)
  if (!isThenable(auth)) return serveAdmitted(exchange, { plan, auth })
  const proceed = (user: unknown): void => {
    // No event says later that the caller has left.
    if (!response.destroyed) serveAdmitted(exchange, { plan, auth: user })
  }
  auth.then(proceed).then(undefined, (error: unknown) => fail(exchange, error))
}

interface Admitted {
  readonly plan: Plan & { readonly kind: 'call' | 'listen' | 'rest' }
  readonly auth: unknown
}

function serveAdmitted(exchange: Exchange, { plan, auth }: Admitted): void {
  exchange.auth = auth
  if (plan.kind === 'call') {
    exchange.route = plan.route
    readBody(exchange, plan.route.dialect)
  } else if (plan.kind === 'listen') listenOn(exchange, plan)
  else handleRest(exchange)
}

/** Opens an event stream by which the server calls the caller at any time, or resumes the stream of a lost connection. */
function listenOn(
  exchange: Exchange,
  { route, lastEventId }: Extract<Plan, { kind: 'listen' }>,
): void {
  const { dispatcher, request, response } = exchange
  request.resume()
  response.setTimeout(0)
  exchange.route = route
  if (lastEventId === undefined) return exchange.openStream().listen(exchange, dispatcher.connected)
  const found = resumed(dispatcher, lastEventId)
  exchange.stream = found?.stream
  if (!found?.stream.resume(exchange.reply(), found.received)) drop(exchange, unknownStream)
}

function handleRest(exchange: Exchange): void {
  const { dispatcher, request, path, query } = exchange
  request.resume()
  Promise.resolve(dispatcher.rest(path, new URLSearchParams(query), exchange)).then(
    (response) =>
      writeReply(exchange, { status: 500, body: '', ...response, headers: jsonHeaders }),
    (error: unknown) => fail(exchange, error),
  )
}

const jsonHeaders = { 'content-type': 'application/json' }

/** Responds without reading the body, and closes the connection. */
function drop(exchange: Exchange, reply: Reply): void {
  const { request } = exchange
  const hasBody =
    request.headers['content-length'] !== undefined ||
    request.headers['transfer-encoding'] !== undefined
  writeReply(
    exchange,
    hasBody ? { ...reply, headers: { ...reply.headers, connection: 'close' } } : reply,
  )
  request.resume()
}

/** Reads the body and handles it. If the body ends early, Node closes the connection. */
function readBody(exchange: Exchange, dialect: Dialect): void {
  const { dispatcher, request } = exchange
  const limit = dispatcher.limits.bodyBytes
  // The event `end` is not emitted again if the body has already been read.
  if (request.readableEnded) throw new TypeError(alreadyRead)
  if (exchange.expectsContinue) exchange.response.writeContinue()
  const received = new Received()
  const buffered = bufferedBytes(dispatcher, 'receivingBytes').message(() => request.destroy())
  request.on('data', (chunk: Buffer<ArrayBuffer>) => {
    const before = received.size
    const size = before + chunk.length
    if (size > limit) {
      buffered.release()
      request.removeAllListeners('data').removeAllListeners('end')
      return drop(exchange, bodyTooLarge(dispatcher))
    }
    received.add(chunk)
    if (size <= SHORT_BODY || request.destroyed) return
    if (before <= SHORT_BODY) request.once('close', buffered.release)
    buffered.grow(chunk.length)
  })
  request.on('end', () => {
    buffered.release()
    try {
      exchange.acceptEvents()
      const text = bodyText(received.bytes(), dialect)
      const pending = text === undefined ? unreadable(dialect) : dispatcher.handle(text, exchange)
      sendOnceReady(pending, exchange, dialect)
    } catch (error) {
      // An error of a hook, such as `resolveAt`, must only end this request.
      fail(exchange, error)
    }
  })
}

/** Decodes the body. Returns `undefined` for invalid UTF-8, unless the dialect accepts invalid UTF-8. */
function bodyText(bytes: Uint8Array<ArrayBuffer>, dialect: Dialect): string | undefined {
  const body = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length)
  // For ASCII, decoding as latin1 gives the same string in less time.
  if (isAscii(body)) return body.toString('latin1')
  return dialect.http.strictText && !isUtf8(body) ? undefined : body.toString('utf8')
}

function sendOnceReady(
  answer: string | undefined | Promise<string | undefined>,
  exchange: Exchange,
  dialect: Dialect,
): void {
  if (typeof answer !== 'object') return sendRpcResponse(exchange, dialect, answer)
  exchange.stream?.expect()
  answer.then(
    (text) => sendRpcResponse(exchange, dialect, text),
    (error: unknown) => fail(exchange, error),
  )
}

function sendRpcResponse(exchange: Exchange, dialect: Dialect, body: string | undefined): void {
  if (exchange.stream?.finish(body)) return
  writeReply(exchange, callReply(dialect, body))
}

/** Size in bytes up to which the operating system buffers a response to a caller that does not read. */
const SHORT_RESPONSE = 65_536

function writeReply(
  { dispatcher, response, options }: Exchange,
  { status, headers, body }: Reply,
): void {
  if (response.destroyed) return
  addHeaders(response, responseHeaders(options))
  const lines: (string | number)[] = []
  for (const name in headers) lines.push(name, headers[name] ?? '')
  const length = Buffer.byteLength(body)
  if (status !== 204) lines.push('content-length', length)
  response.writeHead(status, lines)
  if (length > SHORT_RESPONSE) {
    // The timeout restarts whenever the caller reads.
    response.setTimeout(options.readTimeoutMs ?? 30_000)
    response.once(
      'close',
      bufferedBytes(dispatcher, 'unsentBytes').add(length, () => response.destroy()),
    )
  }
  // A string with as many bytes as characters is ASCII. Encoding it as latin1 gives the same bytes in less
  // time.
  response.end(body, length === body.length ? 'latin1' : 'utf8')
}

/**
 * Responds to a rejected caller, or to an error of this adapter or a hook. Errors of handlers do not reach
 * this function, since they are JSON-RPC responses.
 */
function fail(exchange: Exchange, error: unknown): void {
  const { response, options } = exchange
  if (error instanceof HttpReplyError && !response.headersSent) {
    return error.reply ? drop(exchange, error.reply) : void response.destroy()
  }
  safeLog(options.log)('error', 'A request failed', { error })
  if (response.headersSent) response.destroy()
  else drop(exchange, { status: 500, headers: jsonHeaders, body: '' })
}
