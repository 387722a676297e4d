import { dial } from '../client/socket/dial-global.ts'
import type { DialOptions } from '../client/socket/open-socket.ts'
import type { Channel, Dialer } from './channel.ts'
import { socketChannel, type SocketLike } from './socket.ts'

/** Returns a channel over an open WebSocket, for servers. */
export function socket(webSocket: SocketLike): Channel
/** Returns what opens WebSockets to an address, for peers that connect again after a loss. */
export function socket(url: string, options?: DialOptions): Dialer
export function socket(target: SocketLike | string, options: DialOptions = {}): Channel | Dialer {
  if (typeof target !== 'string') return socketChannel(target)
  return { dial: (events, signal) => dial(target, events, options, signal) }
}
