import { type OpenSocket, socketWith } from './channel/socket.ts'
import { dial } from './client/socket/dial-node.ts'

export * from './channels.ts'
/** Returns a channel over a WebSocket: one that is open, or an address. */
export const socket: OpenSocket = socketWith(dial)
