import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http'
import { bufferedBytes } from './buffered-bytes.ts'
import {
  acceptsEvents,
  EventStream,
  eventStreamHeaders,
  type StreamedReply,
  unreadBytes,
} from './event-stream.ts'
import { responseHeaders, type HttpRules, type RequestHead } from './http-rules.ts'
import { requestTarget } from './request-target.ts'
import type { Caller, Context, Dispatcher, Log, Route, Scope } from './types.ts'

/** Options of the request listener of a Node HTTP server. */
export interface ListenerOptions extends HttpRules {
  /** Handles every path without a group or route. */
  readonly fallback?: RequestListener
  /**
   * Returns the value of `ctx.auth` or a promise of the value. Throws `Unauthorized` to reject the request.
   * Called before the body is read.
   */
  readonly authenticate?: (request: IncomingMessage) => unknown
  /**
   * Maximum time in milliseconds for which the caller may stop reading a long response: 30 seconds by
   * default.
   */
  readonly readTimeoutMs?: number
  /** Receives errors; the console by default. */
  readonly log?: Log
}

interface Serving {
  readonly dispatcher: Dispatcher
  readonly options: ListenerOptions
  /** Whether the caller waits for status 100 before it sends the body. */
  readonly expectsContinue: boolean
}

/** A request with its response. It is also the `Scope` of the calls in the request. */
export class Exchange implements RequestHead, Scope {
  readonly dispatcher: Dispatcher
  readonly request: IncomingMessage
  readonly response: ServerResponse
  readonly options: ListenerOptions
  readonly expectsContinue: boolean
  readonly path: string
  readonly query: string
  readonly host: string | undefined
  readonly transport = 'http'
  /** Address of the caller. Read when the request starts, since a closed connection has no address. */
  readonly remote: string | undefined
  auth: unknown
  route: Route | undefined
  /** Set if the caller accepts an event stream. */
  stream: EventStream | undefined

  constructor(
    request: IncomingMessage,
    response: ServerResponse,
    { dispatcher, options, expectsContinue }: Serving,
  ) {
    this.dispatcher = dispatcher
    this.request = request
    this.response = response
    this.options = options
    this.expectsContinue = expectsContinue
    const { path, query, host } = requestTarget(request.url)
    this.path = path
    this.query = query
    this.host = host ?? request.headers.host
    this.remote = request.socket.remoteAddress
  }

  get verb(): string {
    return this.request.method ?? ''
  }

  readonly header = (name: string): string | undefined => this.request.headers[name]?.toString()

  get caller(): Caller | undefined {
    return this.stream?.caller
  }

  /** Allows handlers to send messages before their response, if the caller accepts an event stream. */
  acceptEvents(): void {
    if (acceptsEvents(this.request.headers.accept)) this.openStream()
  }

  openStream(): EventStream {
    return (this.stream = new EventStream(this.dispatcher, this.reply()))
  }

  /** Returns the response as a stream. */
  reply(): StreamedReply {
    const { dispatcher, response, options } = this
    const unsent = bufferedBytes(dispatcher, 'unsentBytes').message(() => response.destroy())
    const reply: StreamedReply = {
      open() {
        addHeaders(response, responseHeaders(options))
        response.writeHead(200, eventStreamHeaders)
      },
      write(text) {
        // A caller that does not read must not exhaust memory.
        if (response.writableLength > unreadBytes(dispatcher)) response.destroy()
        else if (!response.write(text)) unsent.grow(text.length)
      },
      end: () => response.end(),
    }
    response.on('drain', unsent.release)
    response.once('close', () => {
      unsent.release()
      this.stream?.lost(reply)
    })
    return reply
  }

  get headers(): Context['headers'] {
    return this.request.headers
  }

  get signal(): () => AbortSignal {
    return () => this.stream?.signal ?? signalOf(this.response)
  }
}

/** Adds headers to a response, except those that it has already. */
export function addHeaders(
  response: ServerResponse,
  headers: Readonly<Record<string, string>>,
): void {
  for (const name in headers)
    if (!response.hasHeader(name)) response.setHeader(name, headers[name] ?? '')
}

/** Returns a signal that aborts if the caller disconnects before the response is complete. */
function signalOf(response: ServerResponse): AbortSignal {
  const abort = new AbortController()
  const closed = (): void => {
    if (!response.writableFinished) abort.abort(new Error('The client disconnected'))
  }
  // Each call of a batch adds a listener. Node would warn about a leak above ten listeners.
  response.setMaxListeners(0)
  // The client may have disconnected before a handler accesses the signal.
  if (response.closed) closed()
  else response.once('close', closed)
  return abort.signal
}
