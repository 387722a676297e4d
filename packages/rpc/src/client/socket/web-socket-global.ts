import type { WebSocketOptions } from './connection.ts'
import { dial } from './dial-global.ts'
import { socketTransport, type WebSocketTransport } from './web-socket.ts'

export type { SocketState, WebSocketOptions } from './connection.ts'
export type { IdleOptions } from './heartbeat.ts'
export type { ReconnectOptions } from './backoff.ts'
export type { WebSocketTransport } from './web-socket.ts'
export type { WebSocketConstructor, WebSocketLike } from './open-socket.ts'

/** Sends calls and subscriptions over the platform's WebSocket. */
export function webSocket(baseUrl: string, options: WebSocketOptions = {}): WebSocketTransport {
  return socketTransport(dial, baseUrl, options)
}
