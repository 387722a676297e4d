import { onAbort } from '../client/abort.ts'
import { Backoff, type ReconnectOptions } from '../client/socket/backoff.ts'
import { HttpError, NodeError, ProtocolError, TransportError } from '../errors.ts'
import { isRecord } from '../json-rpc.ts'
import type { Channel, ChannelEvents } from './channel.ts'
import { type Cursor, readEvents, readText } from './event-source.ts'

/** Maximum length of the body in the error for a failed request. */
const MAX_EXCERPT = 1000
/** Time in milliseconds before a stream that the server ended is opened again, unless the server says another. */
const RETRY_MS = 1000

const SESSION = 'mcp-session-id'

/** Options of a channel over HTTP. */
export interface StreamableHttpOptions {
  /** Headers of every request. A function is called for each request. */
  readonly headers?: Readonly<Record<string, string>> | (() => Readonly<Record<string, string>>)
  /** Replacement for the platform's `fetch`. */
  readonly fetch?: (url: string, init: RequestInit) => Promise<Response>
  /** Maximum size of a message in characters: 64 Mi by default. */
  readonly maxLength?: number
  /** Options for resuming event streams whose connection was lost. */
  readonly reconnect?: ReconnectOptions
}

/**
 * Returns a channel that sends each message as a POST, whose response is a message or an event stream of messages, as in the
 * transport Streamable HTTP of MCP. Other messages of the server arrive in the event stream of a GET, if it offers
 * one. A stream whose events have IDs is resumed after a loss. Another request that fails ends the channel.
 */
export function streamableHttp(url: string, options: StreamableHttpOptions = {}): Channel {
  const { headers = {}, fetch: send = fetch, maxLength = 64 * 1024 * 1024, reconnect } = options
  const abort = new AbortController()
  const { signal } = abort
  let events: ChannelEvents | undefined
  let session: string | null = null
  let isListening = false

  const ask = async (init: RequestInit, own: Readonly<Record<string, string>>) => {
    const given = typeof headers === 'function' ? headers() : headers
    const response = await send(url, {
      ...init,
      headers: { ...own, ...(session !== null && { [SESSION]: session }), ...given },
    })
    session = response.headers.get(SESSION) ?? session
    return response
  }

  const get = (lastId: string): Promise<Response> => {
    const resuming = lastId !== '' && { 'last-event-id': lastId }
    return ask({ method: 'GET', signal }, { accept: 'text/event-stream', ...resuming })
  }

  const post = async (body: string): Promise<void> => {
    const accept = 'application/json, text/event-stream'
    const type = { 'content-type': 'application/json', accept }
    const response = await ask({ method: 'POST', body, signal }, type)
    if (isStream(response)) await follow(response, body)
    else await read(response, body)
    if (expectsResponse(body) || isListening) return
    isListening = true
    follow().catch(fail)
  }

  const read = async (response: Response, body: string): Promise<void> => {
    if (!response.ok) throw await failure(response)
    const text = await readText(response, maxLength)
    if (text.length > maxLength)
      throw new ProtocolError(`A response exceeds ${maxLength} characters`)
    if (text !== '') return events?.text(text)
    if (expectsResponse(body))
      throw new TransportError(`The server sent no response (status ${response.status})`)
  }

  /**
   * Reads the event stream of a response until the response to `sent` has arrived. Without `sent`, opens the stream for
   * messages outside of calls, and reads it as long as the server offers one.
   */
  const follow = async (first?: Response, sent?: string): Promise<void> => {
    let isOver = false
    const receive = (text: string): void => {
      isOver ||= sent !== undefined && isResponse(text)
      events?.text(text)
    }
    const cursor: Cursor = { id: '', retryMs: undefined }
    let backoff = new Backoff(reconnect)
    for (let response = first; ; response = undefined) {
      let waitMs: number | undefined = RETRY_MS
      try {
        response ??= await get(cursor.id)
        if (isStream(response)) {
          await readEvents(response, { maxLength, cursor, receive })
          backoff = new Backoff(reconnect)
        } else if (sent !== undefined) throw await failure(response)
        else {
          await response.body?.cancel()
          // The server has no stream, or no longer knows the last event.
          if (cursor.id === '') return
          cursor.id = ''
        }
      } catch (error) {
        waitMs = backoff.next()?.waitMs
        const isResumable = sent === undefined || cursor.id !== ''
        if (signal.aborted || waitMs === undefined || !isLoss(error) || !isResumable) throw error
      }
      if (isOver || (sent !== undefined && !expectsResponse(sent))) return
      // Without the error, the call would wait for its response without an end.
      if (sent !== undefined && cursor.id === '')
        throw new TransportError('The event stream ended before the response')
      await pause(cursor.retryMs ?? waitMs, signal)
    }
  }

  const fail = (cause: unknown): void => {
    if (signal.aborted) return
    abort.abort()
    events?.end(
      cause instanceof NodeError ? cause : new TransportError('The request failed', { cause }),
    )
  }
  return {
    send: (text) => void post(text).catch(fail),
    listen: (given) => void (events = given),
    close() {
      if (signal.aborted) return
      abort.abort()
      // Ends the session. Servers may refuse it.
      if (session !== null) ask({ method: 'DELETE' }, {}).then(undefined, () => undefined)
    },
  }
}

function isStream({ ok, headers }: Response): boolean {
  return ok && headers.get('content-type')?.startsWith('text/event-stream') === true
}

async function failure(response: Response): Promise<HttpError> {
  const { status } = response
  const body = (await readText(response, MAX_EXCERPT)).slice(0, MAX_EXCERPT)
  return new HttpError(`The server responded with status ${status}`, { status, body })
}

/** Whether a request may be repeated: its connection failed, or the server is not available for a time. */
function isLoss(error: unknown): boolean {
  if (error instanceof HttpError) return error.status >= 500
  return !(error instanceof ProtocolError)
}

function pause(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => {
      stop()
      resolve()
    }, ms)
    const stop = onAbort(signal, () => {
      clearTimeout(timer)
      reject(signal.reason as Error)
    })
  })
}

function expectsResponse(text: string): boolean {
  return entriesOf(text).some((one) => 'method' in one && 'id' in one)
}

function isResponse(text: string): boolean {
  return entriesOf(text).some((one) => !('method' in one) && 'id' in one)
}

/** Returns a message, or the messages of a batch. The peer reports a text that is no message. */
function entriesOf(text: string): readonly object[] {
  try {
    return [JSON.parse(text) as unknown].flat().filter(isRecord)
  } catch {
    return []
  }
}
