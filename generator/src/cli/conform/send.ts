import { requestText, type CaseRequest, type Exchange, type Send } from '@rpcloom/rpc/contract'
import { setTimeout as wait } from 'node:timers/promises'

/** How requests go out. */
export interface Sending {
  readonly addressOf: (path: string) => string
  readonly headers: readonly (readonly [name: string, value: string])[]
  readonly timeoutMs: number
  /** Waits until the next request may go. */
  readonly turn: () => Promise<void>
}

const maxBytes = 64 * 1024 * 1024

/** Sends requests over HTTP, and tells what came back as it came. */
export function httpSend(sending: Sending): Send {
  return async (request) => {
    await sending.turn()
    return exchange(sending, request)
  }
}

/** Lets that many pass in a second, one after another; all of them without a number. */
export function turns(rate: number | undefined): () => Promise<void> {
  let next = 0
  return async () => {
    if (rate === undefined) return
    const now = performance.now()
    const at = Math.max(now, next)
    next = at + 1000 / rate
    if (at > now) await wait(at - now)
  }
}

async function exchange(
  { addressOf, headers, timeoutMs }: Sending,
  request: CaseRequest,
): Promise<Exchange> {
  const body = requestText(request)
  const signal = AbortSignal.timeout(timeoutMs)
  try {
    const response = await fetch(withoutSecrets(addressOf(request.path)), {
      method: body === undefined ? 'GET' : 'POST',
      // A redirect is not followed: it is no answer of the endpoint that the document names.
      redirect: 'manual',
      signal,
      headers: [
        ['accept', 'application/json'],
        ...(body === undefined ? [] : [['content-type', 'application/json'] as const]),
        ...credentialsOf(addressOf(request.path)),
        ...headers,
      ].map(([name = '', value = '']): [string, string] => [name, value]),
      ...(body !== undefined && { body }),
    })
    return await answerOf(response)
  } catch (error) {
    if (signal.aborted) return { kind: 'timeout', milliseconds: timeoutMs }
    return { kind: 'failed', reason: reasonOf(error) }
  }
}

/** fetch refuses addresses with a user in them. */
function withoutSecrets(address: string): string {
  const url = new URL(address)
  url.username = ''
  url.password = ''
  return url.href
}

function credentialsOf(address: string): readonly (readonly [string, string])[] {
  const { username, password } = new URL(address)
  if (username === '' && password === '') return []
  const pair = `${decodeURIComponent(username)}:${decodeURIComponent(password)}`
  return [['authorization', `Basic ${Buffer.from(pair).toString('base64')}`]]
}

async function answerOf(response: Response): Promise<Exchange> {
  const chunks: Uint8Array[] = []
  let size = 0
  for await (const chunk of response.body ?? []) {
    size += chunk.byteLength
    if (size > maxBytes) return { kind: 'failed', reason: `more than ${maxBytes} bytes` }
    chunks.push(chunk)
  }
  const bytes = Buffer.concat(chunks)
  const body = bytes.toString('utf8')
  return {
    kind: 'answer',
    status: response.status,
    contentType: response.headers.get('content-type') ?? '',
    body,
    ...(!Buffer.from(body).equals(bytes) && { isGarbled: true }),
  }
}

/** What went wrong below HTTP stands in the cause of what fetch throws. */
function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  const { cause } = error
  if (!(cause instanceof Error)) return error.message
  const code = 'code' in cause ? String(cause.code) : ''
  // Of several addresses that were tried the code alone is said.
  return cause.message || code || error.message
}
