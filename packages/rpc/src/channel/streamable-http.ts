import { HttpError, NodeError, ProtocolError, TransportError } from '../errors.ts'
import { isRecord } from '../json-rpc.ts'
import type { Channel, ChannelEvents } from './channel.ts'

/** Maximum length of the body in the error for a failed request. */
const MAX_EXCERPT = 1000

/** Options of a channel over HTTP. */
export interface StreamableHttpOptions {
  /** Headers of every request. A function is called for each request. */
  readonly headers?: Readonly<Record<string, string>> | (() => Readonly<Record<string, string>>)
  /** Replacement for the platform's `fetch`, for example to keep the headers of a session. */
  readonly fetch?: (url: string, init: RequestInit) => Promise<Response>
  /** Maximum size of a message in characters: 64 Mi by default. */
  readonly maxLength?: number
}

/**
 * Returns a channel that sends each message as a POST, whose response is a message or an event stream of messages, as in the
 * transport Streamable HTTP of MCP. A request that fails ends the channel.
 */
export function streamableHttp(url: string, options: StreamableHttpOptions = {}): Channel {
  const { headers = {}, fetch: send = fetch, maxLength = 64 * 1024 * 1024 } = options
  const abort = new AbortController()
  let events: ChannelEvents | undefined
  const post = async (body: string): Promise<void> => {
    const own = typeof headers === 'function' ? headers() : headers
    const accept = 'application/json, text/event-stream'
    const response = await send(url, {
      method: 'POST',
      headers: { 'content-type': 'application/json', accept, ...own },
      body,
      signal: abort.signal,
    })
    if (response.headers.get('content-type')?.startsWith('text/event-stream')) {
      let last = '{}'
      await readEvents(response, maxLength, (text) => events?.text((last = text)))
      // Without the error, the call would wait for its response without an end.
      if (isRequest(body) && !isResponse(last))
        throw new TransportError('The event stream ended before the response')
      return
    }
    const { ok, status } = response
    const text = await readText(response, ok ? maxLength : MAX_EXCERPT)
    if (!ok) {
      const details = { status, body: text.slice(0, MAX_EXCERPT) }
      throw new HttpError(`The server responded with status ${status}`, details)
    }
    if (text.length > maxLength)
      throw new ProtocolError(`A response exceeds ${maxLength} characters`)
    if (text === '' && isRequest(body))
      throw new TransportError(`The server sent no response (status ${status})`)
    if (text !== '') events?.text(text)
  }
  const fail = (cause: unknown): void => {
    if (abort.signal.aborted) return
    abort.abort()
    events?.end(
      cause instanceof NodeError ? cause : new TransportError('The request failed', { cause }),
    )
  }
  return {
    send: (text) => void post(text).catch(fail),
    listen: (given) => void (events = given),
    close: () => abort.abort(),
  }
}

function isRequest(text: string): boolean {
  const message: unknown = JSON.parse(text)
  return isRecord(message) && 'method' in message && 'id' in message
}

function isResponse(text: string): boolean {
  const message: unknown = JSON.parse(text)
  return isRecord(message) && !('method' in message) && 'id' in message
}

/** Reads the text of a response until it ends or exceeds `maxLength` characters. */
async function readText({ body }: Response, maxLength: number): Promise<string> {
  if (!body) return ''
  let text = ''
  const reader = body.pipeThrough(new TextDecoderStream()).getReader()
  while (text.length <= maxLength) {
    const { done, value } = await reader.read()
    if (done) return text
    text += value
  }
  await reader.cancel()
  return text
}

/** Reads an event stream of messages. Other fields than `data` are ignored. */
async function readEvents(
  { body }: Response,
  maxLength: number,
  receive: (text: string) => void,
): Promise<void> {
  if (!body) return
  const reader = body.pipeThrough(new TextDecoderStream()).getReader()
  let rest = ''
  let data: string[] = []
  let size = 0
  for (;;) {
    const { done, value } = await reader.read()
    if (done) return
    rest += value
    if (rest.length > maxLength) throw new ProtocolError(`An event exceeds ${maxLength} characters`)
    // Only a part with the end of a line is searched, so that a long line takes time in proportion to its length.
    if (!/[\r\n]/.test(value)) continue
    const lines = rest.split(/\r\n|\n|\r(?!$)/)
    rest = lines.pop() ?? ''
    for (const line of lines) {
      if (line.startsWith('data:')) data.push(line.slice(5))
      size += line.length
      if (size > maxLength) throw new ProtocolError(`An event exceeds ${maxLength} characters`)
      if (line !== '') continue
      const text = data.join('\n').trim()
      // Servers begin a stream with an empty event, whose ID is for resuming.
      if (text !== '') receive(text)
      data = []
      size = 0
    }
  }
}
