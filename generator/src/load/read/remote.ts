import { jsonText, readJson } from '../../json/text.ts'
import { decodeText } from './decode.ts'
import { isObject } from '../../json/pointer.ts'

/**
 * Prefix of an input that is the URL of a running service. The document is the result of
 * `rpc.discover`.
 */
export const discoverPrefix = 'discover:'

export interface Limits {
  readonly timeoutMs: number
  readonly maxBytes: number
}

const usual: Limits = { timeoutMs: 20_000, maxBytes: 32 * 1024 * 1024 }

export type Fetched =
  | {
      readonly kind: 'text'
      readonly text: string
      /**
       * URL after redirects, against which relative references are resolved (RFC 3986, section
       * 5.1.3).
       */
      readonly base: string
      readonly bytes: Uint8Array
    }
  | { readonly kind: 'failed'; readonly reason: string }

export async function fetchText(address: string, limits: Limits = usual): Promise<Fetched> {
  const fetched = await exchange(address, { headers: { accept: accepted } }, limits)
  if (fetched.kind === 'failed' || !/^\s*</.test(fetched.text)) return fetched
  return { kind: 'failed', reason: 'the response is HTML or XML, not JSON or YAML' }
}

/**
 * Reads a remote input. With the prefix `discover:`, `rpc.discover` is called on a running service.
 * A URL that ends like a file name is downloaded. With any other URL, `rpc.discover` is tried
 * first, then a download.
 */
export async function fetchInput(input: string, limits: Limits = usual): Promise<Fetched> {
  if (input.startsWith(discoverPrefix)) return discover(input.slice(discoverPrefix.length), limits)
  if (isFile(input)) return fetchText(input, limits)
  const asked = await discover(input, limits)
  if (asked.kind === 'text') return asked
  const read = await fetchText(input, limits)
  if (read.kind === 'text') return read
  return { kind: 'failed', reason: `as a service: ${asked.reason}; as a document: ${read.reason}` }
}

/**
 * Whether a URL ends like a file name, for example in `.json`. URLs of JSON-RPC services usually
 * have no such ending.
 */
function isFile(address: string): boolean {
  return URL.canParse(address) && /\.(json|ya?ml)$/i.test(new URL(address).pathname)
}

const accepted = 'application/json, application/yaml, text/yaml, text/plain;q=0.9, */*;q=0.5'

const question = {
  method: 'POST',
  headers: { 'content-type': 'application/json', accept: 'application/json' },
  body: '{"jsonrpc":"2.0","id":1,"method":"rpc.discover","params":[]}',
}

async function discover(url: string, limits: Limits): Promise<Fetched> {
  const fetched = await exchange(url, question, limits)
  if (fetched.kind === 'failed') return fetched
  const { text, base, bytes } = fetched
  let answer: unknown
  try {
    answer = readJson(text)
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error
    return { kind: 'failed', reason: 'the response to rpc.discover is not JSON' }
  }
  if (!isObject(answer))
    return { kind: 'failed', reason: 'the response to rpc.discover is not an object' }
  const { result, error } = answer
  if (isObject(result)) return { kind: 'text', text: jsonText(result, undefined, 2), base, bytes }
  const description = isObject(error) ? `error ${jsonText(error['code'])}` : 'not a document'
  return { kind: 'failed', reason: `the response to rpc.discover is ${description}` }
}

async function exchange(url: string, init: RequestInit, limits: Limits): Promise<Fetched> {
  try {
    const signal = AbortSignal.timeout(limits.timeoutMs)
    const response = await fetch(url, { ...init, signal })
    if (!response.ok) {
      await response.body?.cancel()
      return { kind: 'failed', reason: `HTTP status ${response.status}` }
    }
    return await readBody(response, limits)
  } catch (error) {
    // `fetch` throws a TypeError for network errors and a DOMException for a timeout.
    if (error instanceof TypeError || error instanceof DOMException) {
      const cause = error.cause instanceof Error ? `: ${error.cause.message}` : ''
      return { kind: 'failed', reason: `${error.message}${cause}` }
    }
    throw error
  }
}

async function readBody(response: Response, { maxBytes }: Limits): Promise<Fetched> {
  const chunks: Uint8Array[] = []
  let size = 0
  if (response.body !== null) {
    // Leaving the loop cancels the download of the remaining body.
    for await (const chunk of response.body) {
      size += chunk.byteLength
      if (size > maxBytes)
        return { kind: 'failed', reason: `the response exceeds ${maxBytes} bytes` }
      chunks.push(chunk)
    }
  }
  const bytes = Buffer.concat(chunks)
  const decoded = decodeText(bytes)
  if (decoded.kind === 'text') return { ...decoded, base: response.url, bytes }
  return { kind: 'failed', reason: decoded.message }
}
