import { isLoopback } from './endpoint.ts'
import { failed, type Outcome } from './outcome.ts'

const seconds = 60
const mebibytes = 32

interface Sending {
  readonly url: URL
  readonly body?: string
  /** Headers of the reader. */
  readonly headers?: readonly (readonly [name: string, value: string])[]
  readonly signal: AbortSignal
}

export async function sendHttp({ url, body, headers = [], signal }: Sending): Promise<Outcome> {
  if (isMixed(url)) return failed({ kind: 'mixed' })
  const late = AbortSignal.timeout(seconds * 1000)
  const policy = watchPolicy()
  try {
    const response = await fetch(url, {
      method: body === undefined ? 'GET' : 'POST',
      ...(body === undefined ? {} : { body }),
      headers: [
        ...(body === undefined ? [] : ([['content-type', 'application/json']] as const)),
        ...headers,
      ].map(([name, value]): [string, string] => [name, value]),
      ...discreet,
      // Redirects are not followed, because the reader did not agree to send anything to the
      // redirect's target.
      redirect: 'manual',
      signal: AbortSignal.any([signal, late]),
    })
    if (response.type === 'opaqueredirect') return failed({ kind: 'redirect' })
    const text = await readText(response)
    if (text === undefined) return failed({ kind: 'size', mebibytes })
    return { kind: 'response', text, status: response.status }
  } catch {
    if (signal.aborted) return failed({ kind: 'cancelled' })
    if (late.aborted) return failed({ kind: 'timeout', seconds })
    if (await policy.refused()) return failed({ kind: 'policy' })
    return failed({ kind: (await isReachable(url, signal)) ? 'cors' : 'unreachable' })
  } finally {
    policy.stop()
  }
}

const discreet = { credentials: 'omit', referrerPolicy: 'no-referrer', cache: 'no-store' } as const

/** Browsers block mixed content, except for loopback addresses. */
export function isMixed(url: URL): boolean {
  const isPlain = url.protocol === 'http:' || url.protocol === 'ws:'
  return location.protocol === 'https:' && isPlain && !isLoopback(url)
}

/**
 * Whether a server responds at a URL. In no-cors mode, browsers send a GET request even if CORS
 * prevents reading the response.
 */
async function isReachable(url: URL, signal: AbortSignal): Promise<boolean> {
  try {
    await fetch(url, { mode: 'no-cors', ...discreet, signal })
    return true
  } catch {
    return false
  }
}

async function readText(response: Response): Promise<string | undefined> {
  if (response.body === null) return ''
  const reader = response.body.getReader()
  const decoder = new TextDecoder()
  let text = ''
  let size = 0
  for (;;) {
    const { done, value } = await reader.read()
    if (done) return text + decoder.decode()
    size += value.length
    if (size > mebibytes * 2 ** 20) {
      await reader.cancel()
      return undefined
    }
    text += decoder.decode(value, { stream: true })
  }
}

interface PolicyWatch {
  /**
   * Whether the page's Content-Security-Policy has blocked a connection since observation began.
   */
  readonly refused: () => Promise<boolean>
  readonly stop: () => void
}

export function watchPolicy(): PolicyWatch {
  let isRefused = false
  const listen = ({ effectiveDirective }: SecurityPolicyViolationEvent): void => {
    isRefused ||= effectiveDirective === 'connect-src'
  }
  document.addEventListener('securitypolicyviolation', listen)
  return {
    // The violation event follows shortly after the failed connection.
    refused: () => new Promise((resolve) => setTimeout(() => resolve(isRefused), 50)),
    stop: () => document.removeEventListener('securitypolicyviolation', listen),
  }
}
