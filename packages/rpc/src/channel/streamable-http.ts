import { abortable, delay } from '../client/abort.ts'
import { Backoff, type ReconnectOptions } from '../client/socket/backoff.ts'
import { HttpError, NodeError, ProtocolError, TransportError } from '../errors.ts'
import { SESSION } from '../headers.ts'
import { isRecord } from '../json-rpc.ts'
import type { Channel, ChannelEvents } from './channel.ts'
import { type Cursor, readEvents, readText } from './event-source.ts'

/** Maximum length of the body in the error for a failed request. */
const MAX_EXCERPT = 1000
/** Time in milliseconds that later messages wait for the arrival of a notification. The server may need them to respond to it. */
const ARRIVAL_MS = 1000
/** Time in milliseconds that notifications and responses have to arrive when the channel is closed. */
const CLOSE_MS = 5000

/** Options of a channel over HTTP. */
export interface StreamableHttpOptions {
  /** Headers of every request. A function is called for each request. */
  readonly headers?: Readonly<Record<string, string>> | (() => Readonly<Record<string, string>>)
  /** Replacement for the platform's `fetch`. */
  readonly fetch?: (url: string, init: RequestInit) => Promise<Response>
  /** Maximum size of a message in characters: 64 Mi by default. */
  readonly maxLength?: number
  /** Options for opening event streams again. One that ends early without a message counts as a failed attempt. */
  readonly reconnect?: ReconnectOptions
}

interface Sent {
  /** IDs of the calls in a request whose responses are expected; absent for the stream of messages outside of calls. */
  readonly waiting?: Set<unknown>
  readonly signal: AbortSignal
}

type Message = Readonly<Record<string, unknown>>

interface Post extends Required<Sent> {
  readonly body: string
  readonly isNotification: boolean
}

/**
 * Returns a channel that sends each message as a POST, whose response is a message or an event stream of messages, as in the
 * transport Streamable HTTP of MCP. Other messages of the server arrive in the event stream of a GET, if it offers
 * one. A stream whose events have IDs is resumed after a loss. Another request that fails ends the channel.
 */
export function streamableHttp(url: string, options: StreamableHttpOptions = {}): Channel {
  const { headers = {}, fetch: request = fetch, maxLength = 64 * 1024 * 1024, reconnect } = options
  const abort = new AbortController()
  /** Aborts the messages that may still arrive after the channel was closed. */
  const stop = new AbortController()
  const arriving = new Set<Promise<void>>()
  let events: ChannelEvents | undefined
  let session: string | null = null
  let isListening = false
  /** Resolves when the server has received the notification that was sent last. */
  let received: Promise<unknown> | undefined
  /** What cancels a call of a request, by the ID of the call. */
  const cancels = new Map<unknown, (id: unknown) => void>()

  const ask = async (init: RequestInit, own: Readonly<Record<string, string>>) => {
    const given = typeof headers === 'function' ? headers() : headers
    const response = await request(url, {
      ...init,
      // The target of a redirect must not get the params and headers.
      redirect: 'manual',
      headers: { ...own, ...(session !== null && { [SESSION]: session }), ...given },
    })
    session = response.headers.get(SESSION) ?? session
    return response
  }

  const post = async (body: string): Promise<void> => {
    const entries = entriesOf(body)
    const ids = entries.filter(isCall).map(({ id }) => id)
    const waiting = new Set<unknown>(ids)
    const isNotification = ids.length === 0 && entries.some((one) => 'method' in one)
    if (ids.length === 0) return exchange({ body, isNotification, waiting, signal: stop.signal })
    const own = new AbortController()
    const cancel = (id: unknown): void => {
      if (waiting.delete(id) && waiting.size === 0) own.abort()
    }
    for (const id of ids) cancels.set(id, cancel)
    try {
      const signal = AbortSignal.any([abort.signal, own.signal])
      await exchange({ body, isNotification, waiting, signal })
    } catch (error) {
      if (!own.signal.aborted) throw error
    } finally {
      for (const id of ids) cancels.delete(id)
    }
  }

  /** Sends a message, which does not overtake notifications, and receives what the server responds. */
  const exchange = async (request: Post): Promise<void> => {
    const { body, isNotification, waiting, signal } = request
    const hasCalls = waiting.size > 0
    const accept = 'application/json, text/event-stream'
    const type = { 'content-type': 'application/json', accept }
    // Each message that waits may be sent before this one.
    // oxlint-disable-next-line no-unmodified-loop-condition
    while (received) await received
    const asked = ask({ method: 'POST', body, signal }, type)
    if (isNotification) received = arrival(asked)
    const response = await asked
    if (isStream(response)) await follow(request, response)
    else await read(response, request)
    if (hasCalls || isListening || abort.signal.aborted) return
    isListening = true
    follow({ signal: abort.signal }).catch(fail)
  }

  const arrival = (asked: Promise<unknown>): Promise<unknown> => {
    const done = (): void => void (received = undefined)
    return abortable(() => asked, { timeoutMs: ARRIVAL_MS }).then(done, done)
  }

  const read = async (response: Response, { waiting }: Required<Sent>): Promise<void> => {
    const text = await readText(response, maxLength)
    const answered = responsesIn(text)
    // Some servers send errors with a status such as 404.
    if (!response.ok && !answered.some((id) => waiting.has(id))) throw failure(response, text)
    if (text.length > maxLength)
      throw new ProtocolError(`A response exceeds ${maxLength} characters`)
    // An error with the ID null means that the server could not read the request.
    if (!answered.includes(null) && [...waiting].some((id) => !answered.includes(id)))
      throw new TransportError(`The server sent no response (status ${response.status})`)
    // What else a server responds to a POST is no message.
    if (answered.length > 0) events?.text(text)
  }

  /**
   * Reads the event stream of a response until the responses to all calls have arrived. Without IDs, opens the stream for
   * messages outside of calls, and reads it as long as the server offers one. Reopens a stream that ended early.
   */
  const follow = async ({ waiting, signal }: Sent, first?: Response): Promise<void> => {
    let openedAt = 0
    const receive = (text: string): void => {
      for (const id of responsesIn(text)) {
        // The server could not read the request.
        if (id === null) waiting?.clear()
        else waiting?.delete(id)
      }
      // A stream with a message is as good as one that stayed open.
      openedAt = -Infinity
      events?.text(text)
    }
    const cursor: Cursor = { id: '', retryMs: undefined }
    const backoff = new Backoff(reconnect)
    let wasOpen = false
    for (let response = first; ; response = undefined) {
      let loss: unknown
      openedAt = performance.now()
      try {
        if (!response) {
          const resuming = cursor.id !== '' && { 'last-event-id': headerText(cursor.id) }
          response = await ask(
            { method: 'GET', signal },
            { accept: 'text/event-stream', ...resuming },
          )
        }
        if (isStream(response)) {
          wasOpen = true
          await readEvents(response, { maxLength, cursor, receive })
        } else if (waiting || (wasOpen && response.status >= 500))
          throw failure(response, await readText(response, MAX_EXCERPT))
        else {
          await response.body?.cancel()
          // The server has no stream, or no longer knows the last event.
          if (cursor.id === '') return
          cursor.id = ''
        }
      } catch (error) {
        // Nothing is lost with a stream that ends after the responses.
        if (waiting?.size === 0 && !signal.aborted) return
        const isResumable = !waiting || cursor.id !== ''
        if (signal.aborted || !isLoss(error) || !isResumable) throw error
        loss = error
      }
      if (waiting?.size === 0) return
      // Without the error, the calls would wait for their responses without an end.
      if (waiting && cursor.id === '')
        throw new TransportError('The event stream ended before the response')
      backoff.recordLifetime(performance.now() - openedAt)
      const next = backoff.next()
      if (!next && loss === undefined && !waiting) return
      if (!next) throw new TransportError('The event stream was lost too often', { cause: loss })
      await delay(Math.max(next.waitMs, cursor.retryMs ?? 0), signal)
    }
  }

  const fail = (cause: unknown): void => {
    if (abort.signal.aborted) return
    abort.abort()
    stop.abort()
    events?.end(
      cause instanceof NodeError ? cause : new TransportError('The request failed', { cause }),
    )
  }
  const send = (text: string): void => {
    const sent = post(text).catch(fail)
    arriving.add(sent)
    void sent.finally(() => arriving.delete(sent))
  }
  const end = async (): Promise<void> => {
    const stopped = (): void => stop.abort()
    await abortable(() => Promise.all(arriving), { timeoutMs: CLOSE_MS }).then(stopped, stopped)
    // Ends the session. Servers may refuse it.
    const signal = AbortSignal.timeout(CLOSE_MS)
    if (session !== null) await ask({ method: 'DELETE', signal }, {})
  }
  return {
    send,
    listen: (given) => void (events = given),
    cancel: (id) => cancels.get(id)?.(id),
    close() {
      if (abort.signal.aborted) return
      abort.abort()
      end().then(undefined, () => undefined)
    },
  }
}

function isStream({ ok, headers }: Response): boolean {
  return ok && headers.get('content-type')?.startsWith('text/event-stream') === true
}

function failure({ status }: Response, text: string): HttpError {
  const body = text.slice(0, MAX_EXCERPT)
  return new HttpError(`The server responded with status ${status}`, { status, body })
}

/** Whether a request may be repeated: its connection failed, or the server is not available for a time. */
function isLoss(error: unknown): boolean {
  if (error instanceof HttpError) return error.status >= 500
  return !(error instanceof ProtocolError)
}

function isCall(message: Message): boolean {
  return 'method' in message && 'id' in message
}

/** Returns the IDs of the responses in a message. */
function responsesIn(text: string): readonly unknown[] {
  return entriesOf(text).flatMap((one) => (!('method' in one) && 'id' in one ? [one['id']] : []))
}

/** Returns a message, or the messages of a batch. The peer reports a text that is no message. */
function entriesOf(text: string): readonly Message[] {
  try {
    return [JSON.parse(text) as unknown].flat().filter(isRecord)
  } catch {
    return []
  }
}

/** Returns text as a header holds it: one character per byte of its UTF-8. */
function headerText(text: string): string {
  return Array.from(new TextEncoder().encode(text), (byte) => String.fromCharCode(byte)).join('')
}
