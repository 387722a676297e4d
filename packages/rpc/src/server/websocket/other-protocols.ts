import type { IncomingMessage, Server } from 'node:http'
import type { Duplex } from 'node:stream'

/** Whether a request asks for an upgrade to WebSocket rather than to another protocol. */
export function asksForWebSocket({ headers }: IncomingMessage): boolean {
  return headers.upgrade?.toLowerCase() === 'websocket'
}

const hopByHop = new Set(['connection', 'upgrade', 'http2-settings'])

/**
 * Handles a request that offers a protocol other than WebSocket, such as HTTP/2 without TLS, as if it
 * contained no offer. Servers may ignore offers (RFC 9110, section 7.8). If a server has a listener for
 * upgrades, Node does not handle such a request itself, so the request is parsed again without the offer.
 * `opened` is the event of the server for the sockets that its requests have.
 */
export function withoutOffer(
  server: Server,
  opened: 'connection' | 'secureConnection',
  {
    request,
    socket,
    head,
  }: { readonly request: IncomingMessage; readonly socket: Duplex; readonly head: Buffer },
): void {
  const { method, url, httpVersion, rawHeaders } = request
  const lines = [`${method ?? 'GET'} ${url ?? '/'} HTTP/${httpVersion}`]
  for (let at = 0; at < rawHeaders.length; at += 2) {
    const name = rawHeaders[at] ?? ''
    if (!hopByHop.has(name.toLowerCase())) lines.push(`${name}: ${rawHeaders[at + 1] ?? ''}`)
  }
  socket.unshift(Buffer.concat([Buffer.from(`${lines.join('\r\n')}\r\n\r\n`, 'latin1'), head]))
  server.emit(opened, socket)
}
