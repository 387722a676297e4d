import { request as send, type IncomingHttpHeaders, type RequestOptions } from 'node:http'

export interface Got {
  readonly status: number
  readonly headers: IncomingHttpHeaders | Record<string, string>
  readonly body: string
}

/** A request; its method is `POST` by default. */
export interface Ask {
  readonly method?: string
  readonly path?: string
  readonly headers?: Record<string, string>
  readonly body?: string | Uint8Array<ArrayBuffer>
}

export const json = { 'content-type': 'application/json' }
export const path = '/ext/info'
export const call = '{"jsonrpc":"2.0","id":1,"method":"info.empty"}'

/** Sends a request on a separate connection. */
export function exchange(
  to: RequestOptions,
  { method = 'POST', path = '/', headers = {}, body }: Ask,
): Promise<Got> {
  return new Promise((resolve, reject) => {
    const outgoing = send({ ...to, method, path, headers, agent: false }, (incoming) => {
      let text = ''
      incoming.on('data', (chunk: Buffer) => (text += chunk.toString()))
      incoming.on('end', () =>
        resolve({ status: incoming.statusCode ?? 0, headers: incoming.headers, body: text }),
      )
    })
    outgoing.on('error', reject)
    outgoing.end(body)
  })
}
