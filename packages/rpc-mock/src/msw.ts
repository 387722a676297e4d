import { TransportError } from '@rpcloom/rpc'
import type { Channel, Dispatcher } from '@rpcloom/rpc/server'
import { InjectedFault } from './faults.ts'

/** The part of msw 2 that this module uses. Declared here so that msw's types are not required. */
export interface Msw<RequestHandler, SocketHandler> {
  readonly http: {
    readonly all: (
      path: string,
      resolver: (info: { request: Request }) => Promise<Response | undefined>,
    ) => RequestHandler
  }
  readonly HttpResponse: { error(): Response }
  readonly ws: {
    link(url: string): {
      addEventListener(
        event: 'connection',
        listener: (connection: { client: MswSocket }) => void,
      ): SocketHandler
    }
  }
}

/** The page's side of a WebSocket that msw intercepts. */
export interface MswSocket {
  readonly url: URL
  send(data: string): void
  close(code?: number, reason?: string): void
  addEventListener(type: 'message', listener: (event: { readonly data: unknown }) => void): void
  addEventListener(type: 'close', listener: () => void): void
}

/** Options of the MSW request handlers. */
export interface MswOptions {
  /** Address of the node for which the client is configured: `http://127.0.0.1:9650` by default. */
  readonly url?: string
}

/** Whether an application may close a WebSocket with this code (RFC 6455, section 7.4.2). */
const isApplicationCode = (code: number): boolean => code === 1000 || (code >= 3000 && code < 5000)

/**
 * Returns handlers for `setupServer` and `setupWorker` of msw 2. Pass the whole module: `mockHandlers(mock,
 * msw)` after `import * as msw from 'msw'`. The mock responds to HTTP and WebSocket requests at the node's
 * address. Unknown paths are left to other handlers. Uses DOM types.
 */
export function mockHandlers<RequestHandler, SocketHandler>(
  mock: { readonly server: Dispatcher },
  { http, HttpResponse, ws }: Msw<RequestHandler, SocketHandler>,
  { url = 'http://127.0.0.1:9650' }: MswOptions = {},
): readonly (RequestHandler | SocketHandler)[] {
  const { server } = mock
  const origin = url.replace(/\/+$/, '')
  const answer = async (request: Request): Promise<Response | undefined> => {
    const { pathname } = new URL(request.url)
    if (!server.isRest(pathname) && !server.route(pathname, 'http')) return undefined
    try {
      return await server.fetch(request)
    } catch (error) {
      // The `fetch` of `withFaults` rejects with a `TypeError` if the injected fault breaks the
      // connection.
      if (error instanceof TypeError && error.cause instanceof InjectedFault)
        return HttpResponse.error()
      throw error
    }
  }
  const socket = ws.link(`${origin.replace(/^http/, 'ws')}/*`)
  return [
    http.all(`${origin}/*`, ({ request }) => answer(request)),
    socket.addEventListener('connection', ({ client }) => connect(server, client)),
  ]
}

function connect(server: Dispatcher, client: MswSocket): void {
  const { pathname: path } = new URL(client.url)
  if (!server.route(path, 'ws')) return client.close(3000, 'not found')
  const channel: Channel = {
    send: (text) => client.send(text),
    close: (code = 1000, reason = '') =>
      client.close(isApplicationCode(code) ? code : 3000, reason),
    listen(events) {
      client.addEventListener('message', ({ data }) =>
        events.text(typeof data === 'string' ? data : undefined),
      )
      client.addEventListener('close', () =>
        events.end(new TransportError('The page disconnected')),
      )
    },
  }
  server.attach(channel, { path, transport: 'ws' })
}
