import { request, type IncomingHttpHeaders } from 'node:http'

export interface RequestOptions {
  readonly method?: string
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: string
}

export interface HttpResponse {
  readonly status: number
  readonly headers: IncomingHttpHeaders
  readonly body: string
  /** The body as JSON. */
  json(): unknown
}

const json = { 'content-type': 'application/json' }

/** Sends one request on its own connection; a POST of JSON if there is a body and no other method is given. */
export function sendRequest(
  url: string,
  { method, headers, body }: RequestOptions = {},
): Promise<HttpResponse> {
  return new Promise((resolve, reject) => {
    const options = {
      agent: false,
      method: method ?? (body === undefined ? 'GET' : 'POST'),
      headers: headers ?? (body === undefined ? {} : json),
    }
    const outgoing = request(url, options, (incoming) => {
      const chunks: Buffer[] = []
      incoming.on('data', (chunk: Buffer) => chunks.push(chunk))
      incoming.on('end', () => {
        const text = Buffer.concat(chunks).toString('utf8')
        const { statusCode: status = 0, headers } = incoming
        resolve({ status, headers, body: text, json: () => JSON.parse(text) as unknown })
      })
      incoming.on('error', reject)
    })
    outgoing.on('error', reject)
    outgoing.end(body)
  })
}

/** Sends one JSON-RPC call; undefined params are omitted. */
export async function call(url: string, method: string, params?: unknown): Promise<RpcResponse> {
  const { status, json } = await sendRequest(url, {
    body: JSON.stringify({
      jsonrpc: '2.0',
      id: 1,
      method,
      ...(params !== undefined && { params }),
    }),
  })
  return { status, ...(json() as Omit<RpcResponse, 'status'>) }
}

export interface RpcResponse {
  readonly status: number
  readonly id: unknown
  readonly result?: Readonly<Record<string, unknown>>
  readonly error?: {
    readonly code: number
    readonly message: string
    readonly data?: Readonly<Record<string, unknown>>
  }
}
