import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { onTestFinished } from 'vitest'

export interface Received {
  readonly path: string
  readonly headers: IncomingMessage['headers']
  readonly method: string
  readonly params: unknown
  /** The request as sent. */
  readonly text: string
}

export interface RecordingServer {
  readonly url: string
  readonly received: Received[]
}

/** Starts a server that records requests. The responder returns the members of the response as JSON, or nothing. */
export async function recordingServer(
  respond: (request: Received, response: ServerResponse) => string | undefined,
): Promise<RecordingServer> {
  const received: Received[] = []
  const server = createServer((request, response) => {
    let text = ''
    request.on('data', (chunk: Buffer) => (text += chunk.toString()))
    request.on('end', () => {
      const { method, params, id } = JSON.parse(text) as Received & { readonly id: number }
      const one = { path: request.url ?? '', headers: request.headers, method, params, text }
      received.push(one)
      const members = respond(one, response)
      if (members !== undefined) response.end(`{"jsonrpc":"2.0","id":${id},${members}}`)
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => void server.close())
  const { port } = server.address() as AddressInfo
  return { url: `http://127.0.0.1:${port}`, received }
}
