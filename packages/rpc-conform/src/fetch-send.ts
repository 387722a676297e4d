import { bytesUpTo, separateCredentials } from '@rpcloom/rpc/internal'
import { requestText } from './request-text.ts'
import type { Send } from './run.ts'
import type { CaseRequest, Exchange } from './types.ts'

/** Options for sending cases with `fetch`. */
export interface FetchSendOptions {
  /** Returns the full address of a path. */
  readonly addressOf: (path: string) => string
  /**
   * Sends a request: the platform's `fetch` by default. To test a server without a network, pass its own
   * `fetch`.
   */
  readonly fetch?: (request: Request) => Promise<Response>
  /** Headers of every request. */
  readonly headers?: readonly (readonly [name: string, value: string])[]
  /** Time limit of a response in milliseconds: 10 000 by default. */
  readonly timeoutMs?: number
  /** Maximum size of a response in bytes: 64 MiB by default. */
  readonly maxBytes?: number
}

/** Sends cases with `fetch` and returns the raw responses. */
export function fetchSend(options: FetchSendOptions): Send {
  const { fetch: ask = (request) => fetch(request), timeoutMs = 10_000 } = options
  return async (request) => {
    const abort = new AbortController()
    let timer: ReturnType<typeof setTimeout> | undefined
    const late = new Promise<Exchange>((done) => {
      timer = setTimeout(() => {
        done({ kind: 'timeout', milliseconds: timeoutMs })
        abort.abort()
      }, timeoutMs)
    })
    try {
      // A server in the same process may ignore the signal, so the time limit is also enforced here.
      return await Promise.race([
        late,
        exchange(ask, requestFor(request, options, abort.signal), options),
      ])
    } finally {
      clearTimeout(timer)
    }
  }
}

function requestFor(
  request: CaseRequest,
  { addressOf, headers = [] }: FetchSendOptions,
  signal: AbortSignal,
): Request {
  const { url, authorization } = separateCredentials(addressOf(request.path))
  const body = requestText(request)
  const all = new Headers({ accept: 'application/json', ...authorization })
  if (body !== undefined) all.set('content-type', 'application/json')
  for (const [name, value] of headers) all.set(name, value)
  return new Request(url, {
    method: body === undefined ? 'GET' : 'POST',
    headers: all,
    signal,
    // Redirects are not followed, since their target is not the documented endpoint.
    redirect: 'manual',
    ...(body !== undefined && { body }),
  })
}

async function exchange(
  ask: (request: Request) => Promise<Response>,
  request: Request,
  { maxBytes = 64 * 1024 * 1024 }: FetchSendOptions,
): Promise<Exchange> {
  try {
    const response = await ask(request)
    const bytes = await bytesUpTo(response.body, maxBytes)
    if (bytes === undefined)
      return { kind: 'failed', reason: `the response exceeds ${maxBytes} bytes` }
    const body = new TextDecoder('utf-8', { ignoreBOM: true }).decode(bytes)
    return {
      kind: 'response',
      status: response.status,
      contentType: response.headers.get('content-type') ?? '',
      body,
      ...(!isValidUtf8(bytes, body) && { isInvalidUtf8: true }),
    }
  } catch (error) {
    return { kind: 'failed', reason: reasonOf(error) }
  }
}

/** Whether the bytes are valid UTF-8: encoding the decoded text must restore them. */
function isValidUtf8(bytes: Uint8Array, text: string): boolean {
  if (!text.includes('\ufffd')) return true
  const encoded = new TextEncoder().encode(text)
  return encoded.length === bytes.length && encoded.every((byte, index) => byte === bytes[index])
}

/**
 * Returns the message of a `fetch` error. Prefers the message of the error's cause, which describes the
 * network error.
 */
function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  const { cause } = error
  if (!(cause instanceof Error)) return error.message
  const code = 'code' in cause ? String(cause.code) : ''
  // If several addresses were tried, the cause has a code but no message.
  return cause.message || code || error.message
}
