import { abortable } from './abort.ts'
import type { Transport, TransportRequest, TransportResponse } from './types.ts'

type Later<T> = T | Promise<T>

interface MemoryScope {
  readonly path: string
  readonly transport: 'memory'
  readonly headers: Readonly<Record<string, string>>
  readonly signal?: AbortSignal
}

/** What a server must offer to be called in memory; the dispatcher and every mock do. */
export interface MemoryServer {
  handle(text: string, scope: MemoryScope): Later<string | undefined>
  route(path: string, transport: 'memory'): unknown
  rest(
    path: string,
    query: URLSearchParams,
    scope: MemoryScope,
  ): Later<{ readonly status: number; readonly body: string } | undefined>
}

const notFound: TransportResponse = { status: 404, body: '404 page not found' }

/** Requests go straight into a server or mock of the same process, as text, as they would over a wire. */
export function memory(server: MemoryServer): Transport {
  return (request) => abortable(answer(server, request), request)
}

async function answer(server: MemoryServer, request: TransportRequest): Promise<TransportResponse> {
  const [path = '/', query = ''] = request.path.split('?')
  const { headers = {}, signal, body } = request
  const scope: MemoryScope = { path, transport: 'memory', headers, ...(signal && { signal }) }
  if (body === undefined) {
    return (await server.rest(path, new URLSearchParams(query), scope)) ?? notFound
  }
  if (!server.route(path, 'memory')) return notFound
  return { status: 200, body: (await server.handle(body, scope)) ?? '' }
}
