import { joinHeaders } from '../headers.ts'
import {
  alreadyRead,
  callReply,
  corsHeaders,
  planFor,
  bodyTooLarge,
  responseHeaders,
  unknownStream,
  unreadable,
  type HeaderOf,
  type HttpRules,
  type Reply,
} from './http-rules.ts'
import {
  acceptsEvents,
  EventStream,
  eventStreamHeaders,
  resumed,
  type StreamedReply,
  unreadBytes,
} from './event-stream.ts'
import { aFunction, checkOptions } from './option-error.ts'
import { checkHttpRules } from './options.ts'
import type { Dialect } from './dialect.ts'
import { HttpReplyError } from './http-reply.ts'
import { bytesUpTo } from '../received.ts'
import type { Dispatcher, Scope } from './types.ts'

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
    const own = corsHeaders(rules, headerOf(request))
    const empty = status === 204 || status === 304 || request.method === 'HEAD'
    return new Response(empty ? null : body, {
      status,
      headers: joinHeaders(headers, responseHeaders(rules), own),
    })
  }
}

function headerOf({ headers }: Request): HeaderOf {
  return (name) => headers.get(name) ?? undefined
}

async function answer(
  dispatcher: Dispatcher,
  rules: FetchOptions,
  request: Request,
): Promise<FetchReply> {
  const { pathname: path, searchParams, host } = new URL(request.url)
  const header = headerOf(request)
  const plan = planFor(dispatcher, rules, {
    verb: request.method,
    path,
    // Over HTTP/2, only the URL contains the host.
    host: header('host') ?? host,
    header,
  })
  if (plan.kind === 'reply' || plan.kind === 'unknown') return plan.reply
  let auth: unknown
  try {
    auth = await rules.authenticate?.(request)
  } catch (error) {
    if (error instanceof HttpReplyError && error.reply) return error.reply
    throw error
  }
  const scope = {
    auth,
    remote: rules.remote?.(request),
    path,
    transport: 'http' as const,
    headers: Object.fromEntries(request.headers),
    signal: request.signal,
    ...(plan.kind !== 'rest' && { route: plan.route }),
  }
  if (plan.kind === 'listen') return listenOn(dispatcher, scope, plan.lastEventId)
  if (plan.kind === 'rest') {
    const answered = await dispatcher.rest(path, searchParams, scope)
    return { status: 500, body: '', ...answered, headers: { 'content-type': 'application/json' } }
  }
  if (request.bodyUsed) throw new TypeError(alreadyRead)
  const bytes = await bytesUpTo(request.body, dispatcher.limits.bodyBytes)
  if (bytes === undefined) return bodyTooLarge(dispatcher)
  const { dialect } = plan.route
  const text = bodyText(bytes, dialect)
  if (text !== undefined && acceptsEvents(header('accept'))) {
    const { reply, opened, closing } = streamedReply(dispatcher, request.signal)
    const stream = new EventStream(dispatcher, reply)
    closing(() => stream.lost(reply))
    const { caller, signal } = stream
    const handled = dispatcher.handle(text, { ...scope, caller, signal })
    if (handled instanceof Promise) stream.expect()
    const finished = Promise.resolve(handled).then((body) => {
      stream.finish(body)
      return callReply(dialect, body)
    })
    return Promise.race([opened, finished])
  }
  const body = text === undefined ? unreadable(dialect) : await dispatcher.handle(text, scope)
  return callReply(dialect, body)
}

/** Opens an event stream by which the server calls the caller at any time, or resumes the stream of a lost connection. */
function listenOn(
  dispatcher: Dispatcher,
  scope: Scope & Pick<Request, 'signal'>,
  lastEventId: string | undefined,
): Promise<FetchReply> | FetchReply {
  const { reply, opened, closing } = streamedReply(dispatcher, scope.signal)
  const found = lastEventId === undefined ? undefined : resumed(dispatcher, lastEventId)
  const stream = found?.stream ?? new EventStream(dispatcher, reply)
  closing(() => stream.lost(reply))
  if (lastEventId === undefined) stream.listen(scope, dispatcher.connected)
  else if (!found?.stream.resume(reply, found.received)) return unknownStream
  return opened
}

/** A reply whose body may be a stream. */
interface FetchReply extends Omit<Reply, 'body'> {
  readonly body: string | ReadableStream
}

/** Returns the response as a stream, and a promise of its head. `closing` sets what to call when nobody reads it. */
function streamedReply(
  dispatcher: Dispatcher,
  signal: AbortSignal,
): {
  readonly reply: StreamedReply
  readonly opened: Promise<FetchReply>
  readonly closing: (lost: () => void) => void
} {
  const encoder = new TextEncoder()
  let controller: ReadableStreamDefaultController<Uint8Array> | undefined
  let open: (reply: FetchReply) => void = () => {}
  let lost = (): void => {}
  const opened = new Promise<FetchReply>((resolve) => (open = resolve))
  const abandon = (): void => {
    controller = undefined
    lost()
  }
  // The caller may have left already. What `closing` sets is called then, too.
  if (signal.aborted) queueMicrotask(abandon)
  else signal.addEventListener('abort', abandon, { once: true })
  const body = new ReadableStream<Uint8Array>(
    { start: (given) => void (controller = given), cancel: abandon },
    new ByteLengthQueuingStrategy({ highWaterMark: unreadBytes(dispatcher) }),
  )
  const reply: StreamedReply = {
    open: () => open({ status: 200, headers: eventStreamHeaders, body }),
    write(text) {
      if ((controller?.desiredSize ?? 0) >= 0) return controller?.enqueue(encoder.encode(text))
      // A caller that does not read must not exhaust memory.
      controller?.error(new Error('Not read'))
      abandon()
    },
    end: () => controller?.close(),
  }
  return { reply, opened, closing: (given) => void (lost = given) }
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
