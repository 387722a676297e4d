import { abortable, onEnd } from './abort.ts'
import type { Channel } from '../channel/channel.ts'
import { pair } from '../channel/pair.ts'
import { TransportError } from '../errors.ts'
import { joinHeaders } from '../headers.ts'
import { requestText, responseOf } from './message.ts'
import { SocketSession } from './socket/socket-session.ts'
import { socketPath } from './socket/socket-path.ts'
import type { EventSink, Transport, TransportRequest, TransportResponse } from './types.ts'

type Awaitable<T> = T | Promise<T>

interface MemoryScope {
  readonly path: string
  readonly transport: 'memory'
  readonly headers: Readonly<Record<string, string>>
  readonly signal?: AbortSignal
}

/** A server in the same process. Implemented by generated servers and mocks. */
export interface MemoryServer {
  handle(text: string, scope: MemoryScope): Awaitable<string | undefined>
  route(path: string, transport: 'memory'): unknown
  /** Serves a channel, which subscriptions need. */
  attach?(
    channel: Channel,
    options: {
      readonly path: string
      readonly transport: 'ws'
      readonly headers: Readonly<Record<string, string>>
    },
  ): unknown
  rest(
    path: string,
    query: URLSearchParams,
    scope: MemoryScope,
  ): Awaitable<{ readonly status: number; readonly body: string } | undefined>
}

const notFound: TransportResponse = { status: 404, excerpt: '404 page not found' }

/** Sends requests to a server or mock in the same process, serialized as over a network. */
export function memory(server: MemoryServer): Transport {
  return (request) => {
    const { events } = request
    const start = (): Promise<TransportResponse> =>
      events && server.attach ? subscribe(server, request, events) : callServer(server, request)
    return abortable(start, request)
  }
}

async function callServer(
  server: MemoryServer,
  request: TransportRequest,
): Promise<TransportResponse> {
  const [path = '/', query = ''] = request.path.split('?')
  const { signal } = request
  const headers = joinHeaders(request.headers)
  const body = requestText(request)
  const scope: MemoryScope = { path, transport: 'memory', headers, ...(signal && { signal }) }
  if (body === undefined) {
    const response = await server.rest(path, new URLSearchParams(query), scope)
    return response ? responseOf(request, response.body, response) : notFound
  }
  if (!server.route(path, 'memory')) return notFound
  return responseOf(request, (await server.handle(body, scope)) ?? '', { status: 200 })
}

/** Opens a connection that closes when the subscription ends. */
function subscribe(
  server: MemoryServer,
  request: TransportRequest,
  sink: EventSink,
): Promise<TransportResponse> {
  const headers = joinHeaders(request.headers)
  const path = socketPath(request)
  const [near, far] = pair()
  server.attach?.(far, { path, transport: 'ws', headers })
  const session = new SocketSession(
    (events) => {
      near.listen(events)
      return near
    },
    { end: (error) => sink.end(error), stray: () => undefined },
  )
  sink.start({})
  onEnd(sink, request.signal, () => {
    session.unsubscribe(sink)
    session.close(new TransportError('The subscription has ended'))
  })
  return session.call(request)
}
