import { decodeText } from './files.ts'
import { discoverPrefix } from './inputs.ts'
import { isObject } from './pointer.ts'

const timeoutMs = 20_000
const maxBytes = 32 * 1024 * 1024

export type Fetched =
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'failed'; readonly reason: string }

/** Reads an address, or asks a running service for its document by `rpc.discover`. */
export async function fetchText(address: string): Promise<Fetched> {
  const discover = address.startsWith(discoverPrefix)
  const url = discover ? address.slice(discoverPrefix.length) : address
  const signal = AbortSignal.timeout(timeoutMs)
  try {
    const response = await fetch(url, discover ? { ...discoverRequest, signal } : { signal })
    if (!response.ok) return { kind: 'failed', reason: `it answers ${response.status}` }
    const body = await readBody(response)
    return discover && body.kind === 'text' ? discovered(body.text) : body
  } catch (error) {
    // fetch throws TypeError for whatever goes wrong below HTTP, and DOMException for the time limit.
    if (error instanceof TypeError || error instanceof DOMException) {
      const cause = error.cause instanceof Error ? `: ${error.cause.message}` : ''
      return { kind: 'failed', reason: `${error.message}${cause}` }
    }
    throw error
  }
}

const discoverRequest = {
  method: 'POST',
  headers: { 'content-type': 'application/json' },
  body: '{"jsonrpc":"2.0","id":1,"method":"rpc.discover","params":[]}',
}

async function readBody(response: Response): Promise<Fetched> {
  const chunks: Uint8Array[] = []
  let size = 0
  if (response.body !== null) {
    for await (const chunk of response.body) {
      size += chunk.byteLength
      if (size > maxBytes) return { kind: 'failed', reason: `it is larger than ${maxBytes} bytes` }
      chunks.push(chunk)
    }
  }
  const decoded = decodeText(Buffer.concat(chunks))
  return decoded.kind === 'text' ? decoded : { kind: 'failed', reason: 'it is not UTF-8 text' }
}

function discovered(text: string): Fetched {
  let answer: unknown
  try {
    answer = JSON.parse(text)
  } catch (error) {
    if (error instanceof SyntaxError) return { kind: 'failed', reason: 'the answer is not JSON' }
    throw error
  }
  if (isObject(answer) && isObject(answer['result'])) {
    return { kind: 'text', text: JSON.stringify(answer['result'], undefined, 2) }
  }
  return { kind: 'failed', reason: 'it does not answer rpc.discover with a document' }
}
