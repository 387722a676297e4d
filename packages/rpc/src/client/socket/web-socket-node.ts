import type { WebSocketOptions } from './connection.ts'
import { dial } from './dial-node.ts'
import { socketTransport, type WebSocketTransport } from './web-socket.ts'

export type { SocketState, WebSocketOptions } from './connection.ts'
export type { IdleOptions } from './heartbeat.ts'
export type { ReconnectOptions } from './backoff.ts'
export type { WebSocketTransport } from './web-socket.ts'
export type { WebSocketConstructor, WebSocketLike } from './open-socket.ts'

/** Sends calls and subscriptions over WebSockets with the package `ws`. */
export function webSocket(baseUrl: string, options: WebSocketOptions = {}): WebSocketTransport {
  return socketTransport(dial, baseUrl, options)
}
