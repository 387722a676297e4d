import type { IncomingMessage, RequestListener } from 'node:http'
import { serve } from '../rpc/client-fixture.ts'

/** A server that redirects every call to another origin, which any page may call. */
export interface Redirecting {
  readonly url: string
  /** Calls that reached the server. */
  readonly received: string[]
  /** Requests of any kind that reached the other origin. */
  readonly taken: string[]
  readonly close: () => Promise<unknown>
}

const cors = { 'access-control-allow-origin': '*', 'access-control-allow-headers': '*' }

export async function redirecting(): Promise<Redirecting> {
  const received: string[] = []
  const taken: string[] = []
  const other = await serve(recording(taken, 200, { 'content-type': 'application/json' }))
  const first = await serve((request, response) => {
    if (request.method === 'OPTIONS') return void response.writeHead(204, cors).end()
    return recording(received, 307, { location: `${other.url}/taken` })(request, response)
  })
  const close = (): Promise<unknown> => Promise.all([first.close(), other.close()])
  return { url: first.url, received, taken, close }
}

/** Records requests and answers calls. */
function recording(
  seen: string[],
  status: number,
  headers: Readonly<Record<string, string>>,
): RequestListener {
  return (request, response) => {
    void textOf(request).then((text) => {
      seen.push(`${request.method} ${JSON.stringify(request.headers)} ${text}`)
      response.writeHead(status, { ...cors, ...headers })
      response.end('{"jsonrpc":"2.0","id":1,"result":{"blockchainID":"taken"}}')
    })
  }
}

async function textOf(request: IncomingMessage): Promise<string> {
  let text = ''
  for await (const chunk of request) text += String(chunk)
  return text
}
