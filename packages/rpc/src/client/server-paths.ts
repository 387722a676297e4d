import { socketPath } from './socket/socket-path.ts'
import type { WebSocketTransport } from './socket/web-socket.ts'
import type { Transport } from './types.ts'

/**
 * Returns a transport that appends `paths`, the server paths of the documents, to an address without path and
 * query. An address with a path or query is already complete, so these paths are not appended.
 */
export function withServerPaths(
  transport: Transport,
  address: string,
  paths: readonly string[],
): Transport {
  if (!isComplete(address)) return transport
  return (request) => transport(paths.includes(request.path) ? { ...request, path: '/' } : request)
}

/** Returns a WebSocket transport that appends `paths` to an address without path and query, as `withServerPaths`. */
export function withSocketServerPaths(
  transport: WebSocketTransport,
  address: string,
  paths: readonly string[],
): WebSocketTransport {
  if (!isComplete(address)) return transport
  const send: Transport = (request) =>
    transport(paths.includes(socketPath(request)) ? { ...request, wsPath: '/' } : request)
  return Object.assign(send, { close: transport.close })
}

function isComplete(address: string): boolean {
  return /^(\w+:\/\/[^/?]*)?(\/+[^/]|\/*\?)/.test(address)
}
