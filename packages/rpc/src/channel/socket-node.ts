import { dial } from '../client/socket/dial-node.ts'
import type { Dialer } from '../peer/connected.ts'
import { redialled } from '../peer/redial.ts'
import type { Channel } from './channel.ts'
import { socketChannel, type SocketLike, type SocketOptions } from './socket.ts'

/** Returns a channel over an open WebSocket, for servers. */
export function socket(webSocket: SocketLike): Channel
/** Returns what opens WebSockets to an address, for peers that connect again after a loss. */
export function socket(url: string, options?: SocketOptions): Dialer
export function socket(target: SocketLike | string, options: SocketOptions = {}): Channel | Dialer {
  if (typeof target !== 'string') return socketChannel(target)
  const open: Parameters<typeof redialled>[0] = (events, signal) =>
    dial(target, events, options, signal)
  return { redial: (newPeer) => redialled(open, newPeer, options.reconnect) }
}
