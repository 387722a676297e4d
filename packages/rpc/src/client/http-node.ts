import type { Agent, IncomingMessage } from 'node:http'
import type nodeHttp from 'node:http'
import type nodeHttps from 'node:https'
import { Received } from '../received.ts'
import { ProtocolError, TimeoutError, TransportError } from '../errors.ts'
import { joinHeaders } from '../headers.ts'
import { onAbort, timeLimit } from './abort.ts'
import { http as httpOverFetch } from './http-fetch.ts'
import { isRead } from './repeatable.ts'
import { type PlainUrl, redactedUrl, separateCredentials } from '../url-credentials.ts'
import { warnInClear } from './credentials.ts'
import { addressOf, DEFAULT_MAX_RESPONSE_BYTES, type HttpOptions } from './http-options.ts'
import { requestText, responseOf } from './message.ts'
import type { Transport, TransportRequest, TransportResponse } from './types.ts'
import { decompress } from './decompress.ts'

export type { HttpOptions } from './http-options.ts'

/**
 * Sends requests over keep-alive connections of node:http, which takes a seventh of the CPU time of Node's
 * `fetch`.
 */
export function http(baseUrl: string, options: HttpOptions = {}): Transport {
  if (options.fetch) return httpOverFetch(baseUrl, options)
  const endpoint = endpointOf(baseUrl)
  return async (request) => {
    if (request.containsCredentials) warnInClear(endpoint.url)
    for (let isRepeat = false; ; isRepeat = true) {
      try {
        return await exchange(endpoint, options, request)
      } catch (error) {
        // The server closed the idle connection just before its reuse, so it did not process the request.
        if (!(error instanceof StaleConnection)) throw error
        if (isRepeat || !isRead(request.call)) {
          throw new TransportError(error.message, { cause: error.cause })
        }
      }
    }
  }
}

/** Thrown if a keep-alive connection broke before the first byte of the response. */
class StaleConnection extends Error {}

interface Endpoint extends PlainUrl {
  /**
   * Module for the protocol. Its `request` function is looked up for each call, because MSW and other tools
   * replace the function.
   */
  readonly module: typeof nodeHttp | typeof nodeHttps
  readonly agent: Agent
  readonly address: { readonly hostname: string; readonly port: string }
}

function endpointOf(baseUrl: string): Endpoint {
  const plain = separateCredentials(baseUrl)
  const { url } = plain
  if (!URL.canParse(url) || !/^https?:$/.test(new URL(url).protocol)) {
    throw new TypeError(`${redactedUrl(url)} is not an http or https URL`)
  }
  const { protocol, hostname, port } = new URL(url)
  // Both take longer to load than this package.
  const module = process.getBuiltinModule(protocol === 'https:' ? 'node:https' : 'node:http')
  return {
    ...plain,
    module,
    agent: new module.Agent({ keepAlive: true }),
    // `URL` keeps the brackets of an IPv6 address, which `connect` does not accept.
    address: { hostname: hostname.replace(/^\[|\]$/g, ''), port },
  }
}

function exchange(
  endpoint: Endpoint,
  options: HttpOptions,
  request: TransportRequest,
): Promise<TransportResponse> {
  const { path, signal, timeoutMs = options.timeoutMs ?? 30_000 } = request
  const { url, authorization, agent, address } = endpoint
  const body = requestText(request)
  return new Promise((resolve, reject) => {
    if (signal?.aborted) return reject(signal.reason as Error)
    const headers: Record<string, string | number> = joinHeaders(
      authorization,
      options.headers,
      request.headers,
    )
    if (body !== undefined) {
      headers['content-type'] ??= 'application/json'
      headers['content-length'] = Buffer.byteLength(body)
    }
    const { pathname, search } = new URL(addressOf(url, path))
    const outgoing = endpoint.module.request({
      agent,
      ...address,
      method: body === undefined ? 'GET' : 'POST',
      path: pathname + search,
      headers,
    })
    const settle = (error?: unknown, response?: Answer): void => {
      clearTimeout(timer)
      stop?.()
      if (response) return resolve(responseOf(request, response.text, response))
      reject(error)
      outgoing.destroy()
    }
    const stop = signal && onAbort(signal, () => settle(signal.reason))
    const timer = timeLimit(timeoutMs, () =>
      settle(new TimeoutError(`No response from ${redactedUrl(url)}`)),
    )
    outgoing.on('error', (cause: NodeJS.ErrnoException) => {
      const message = `No response from ${redactedUrl(url)}`
      const stale = outgoing.reusedSocket && cause.code === 'ECONNRESET'
      settle(new (stale ? StaleConnection : TransportError)(message, { cause }))
    })
    outgoing.on('response', (incoming) => {
      collect(incoming, options.maxBytes ?? DEFAULT_MAX_RESPONSE_BYTES, settle)
    })
    outgoing.end(body)
  })
}

interface Answer extends Pick<TransportResponse, 'status' | 'headers'> {
  readonly text: string
}

function collect(
  incoming: IncomingMessage,
  maxBytes: number,
  settle: (error?: unknown, response?: Answer) => void,
): void {
  const received = new Received()
  incoming.on('data', (chunk: Buffer<ArrayBuffer>) => {
    if (received.size + chunk.length > maxBytes)
      settle(new ProtocolError(`The response exceeds ${maxBytes} bytes`))
    else received.add(chunk)
  })
  incoming.on('error', (cause) => settle(new TransportError('Connection lost', { cause })))
  const respond = (bytes: Buffer): void => {
    settle(undefined, {
      status: incoming.statusCode ?? 0,
      text: bodyText(bytes),
      headers: { get: (name) => headerOf(incoming, name) },
    })
  }
  incoming.on('end', () => {
    const { buffer, byteOffset, length } = received.bytes()
    const bytes = Buffer.from(buffer, byteOffset, length)
    const codings = incoming.headers['content-encoding']
    if (codings === undefined || bytes.length === 0) respond(bytes)
    else decompress(bytes, codings, maxBytes).then(respond, settle)
  })
}

/** Decodes a body without its byte order mark, as `fetch` does. */
function bodyText(bytes: Buffer): string {
  const text = bytes.toString()
  return text.startsWith('\uFEFF') ? text.slice(1) : text
}

function headerOf(incoming: IncomingMessage, name: string): string | null {
  const value = incoming.headers[name.toLowerCase()]
  return value === undefined ? null : String(value)
}
