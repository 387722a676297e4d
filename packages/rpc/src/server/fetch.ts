import { joinHeaders } from '../headers.ts'
import {
  alreadyRead,
  corsHeaders,
  planFor,
  bodyTooLarge,
  responseHeaders,
  unreadable,
  type HttpRules,
  type PageRequest,
  type Reply,
} from './http-rules.ts'
import { acceptsEvents, EventStream, eventStreamHeaders } from './event-stream.ts'
import { aFunction, checkOptions } from './option-error.ts'
import { checkHttpRules } from './options.ts'
import type { Dialect } from './dialect.ts'
import { HttpReplyError } from './http-reply.ts'
import { Received } from '../channel/received.ts'
import type { Caller, Dispatcher, Scope } from './types.ts'

/** Options of a handler of web `Request` objects. */
export interface FetchOptions extends HttpRules {
  /** Returns the value of `ctx.auth` or a promise of the value. Throws `Unauthorized` to reject the request. */
  readonly authenticate?: (request: Request) => unknown
  /** Returns the address of the caller, which a web `Request` does not contain. */
  readonly remote?: (request: Request) => string | undefined
}

/** Returns a web-standard handler `(Request) => Promise<Response>` for a dispatcher. */
export function fetchHandler(
  dispatcher: Dispatcher,
  rules: FetchOptions = {},
): (request: Request) => Promise<Response> {
  checkHttpRules(rules)
  checkOptions(rules, { authenticate: aFunction, remote: aFunction })
  return async (request) => {
    const { status, headers, body } = await answer(dispatcher, rules, request)
    const own = corsHeaders(rules, pageOf(request))
    const empty = status === 204 || status === 304 || request.method === 'HEAD'
    return new Response(empty ? null : body, {
      status,
      headers: joinHeaders(headers, responseHeaders(rules), own),
    })
  }
}

function pageOf({ headers }: Request): PageRequest {
  return {
    origin: headers.get('origin') ?? undefined,
    headers: headers.get('access-control-request-headers') ?? undefined,
    privateNetwork: headers.get('access-control-request-private-network') ?? undefined,
  }
}

async function answer(
  dispatcher: Dispatcher,
  rules: FetchOptions,
  request: Request,
): Promise<FetchReply> {
  const { pathname: path, searchParams, host } = new URL(request.url)
  const header = (name: string): string | undefined => request.headers.get(name) ?? undefined
  const plan = planFor(dispatcher, rules, {
    verb: request.method,
    path,
    // Over HTTP/2, only the URL contains the host.
    host: header('host') ?? host,
    contentType: header('content-type'),
    contentEncoding: header('content-encoding'),
    contentLength: header('content-length'),
    isPreflight: Boolean(header('access-control-request-method')),
  })
  if (plan.kind === 'reply' || plan.kind === 'unknown') return plan.reply
  let auth: unknown
  try {
    auth = await rules.authenticate?.(request)
  } catch (error) {
    if (error instanceof HttpReplyError && error.reply) return error.reply
    throw error
  }
  const scope: Scope = {
    auth,
    remote: rules.remote?.(request),
    path,
    transport: 'http',
    headers: Object.fromEntries(request.headers),
    signal: request.signal,
    ...(plan.kind === 'call' && { route: plan.route }),
  }
  if (plan.kind === 'rest') {
    const answered = await dispatcher.rest(path, searchParams, scope)
    return { status: 500, body: '', ...answered, headers: { 'content-type': 'application/json' } }
  }
  const bytes = await readBytes(request, dispatcher.limits.bodyBytes)
  if (bytes === undefined) return bodyTooLarge(dispatcher)
  const { dialect } = plan.route
  const text = bodyText(bytes, dialect)
  if (text !== undefined && acceptsEvents(header('accept')))
    return withEvents(dispatcher, dialect, (caller) =>
      dispatcher.handle(text, { ...scope, caller }),
    )
  const body = text === undefined ? unreadable(dialect) : await dispatcher.handle(text, scope)
  return replyWith(body, dialect)
}

/** A reply whose body may be a stream. */
interface FetchReply extends Omit<Reply, 'body'> {
  readonly body: string | ReadableStream
}

/** Returns the response as an event stream if a handler sends messages before its response. */
async function withEvents(
  dispatcher: Dispatcher,
  dialect: Dialect,
  handle: (caller: Caller | undefined) => ReturnType<Dispatcher['handle']>,
): Promise<FetchReply> {
  const encoder = new TextEncoder()
  let controller: ReadableStreamDefaultController<Uint8Array> | undefined
  let open: (reply: FetchReply) => void = () => {}
  const opened = new Promise<FetchReply>((resolve) => (open = resolve))
  const limit = dispatcher.limits.bufferedBytes
  const body = new ReadableStream<Uint8Array>(
    { start: (given) => void (controller = given), cancel: () => abandon() },
    new ByteLengthQueuingStrategy({ highWaterMark: limit }),
  )
  const abandon = (): void => {
    controller = undefined
    stream.close()
  }
  const stream: EventStream = new EventStream(dispatcher, {
    open: () => open({ status: 200, headers: eventStreamHeaders, body }),
    write(text) {
      if ((controller?.desiredSize ?? 0) >= 0) return controller?.enqueue(encoder.encode(text))
      // A caller that does not read must not exhaust memory.
      controller?.error(new Error('Not read'))
      controller = undefined
      stream.close()
    },
    end: () => controller?.close(),
  })
  const handled = Promise.resolve(handle(stream.caller)).then((text) => {
    stream.finish(text)
    return replyWith(text, dialect)
  })
  return Promise.race([opened, handled])
}

function replyWith(body: string | undefined, dialect: Dialect): Reply {
  const { headers, emptyStatus } = dialect.http
  if (body !== undefined) return { status: 200, headers, body }
  return { status: emptyStatus, headers: {}, body: '' }
}

/** Reads the body; returns `undefined` if it exceeds the limit. */
async function readBytes(request: Request, limit: number): Promise<Uint8Array | undefined> {
  if (request.bodyUsed) throw new TypeError(alreadyRead)
  if (!request.body) return new Uint8Array()
  const reader = request.body.getReader()
  const received = new Received()
  for (;;) {
    const { done, value } = await reader.read()
    if (done) return received.bytes()
    if (received.size + value.byteLength > limit) {
      await reader.cancel()
      return undefined
    }
    received.add(value)
  }
}

/** Decodes the body. Returns `undefined` for invalid UTF-8, unless the dialect accepts invalid UTF-8. */
function bodyText(bytes: Uint8Array, dialect: Dialect): string | undefined {
  try {
    return new TextDecoder('utf-8', { fatal: dialect.http.strictText, ignoreBOM: true }).decode(
      bytes,
    )
  } catch (error) {
    if (error instanceof TypeError) return undefined
    throw error
  }
}
