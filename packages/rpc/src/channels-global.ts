// Channels of peers.
export type { Channel, ChannelEvents, Dialer } from './channel/channel.ts'
export { pair } from './channel/pair.ts'
export { port, type PortLike } from './channel/port.ts'
export type { SocketLike } from './channel/socket.ts'
export { socket } from './channel/socket-global.ts'
export { stdio, type StdioOptions } from './channel/stdio.ts'
export { window } from './channel/window.ts'
export { events, type Events } from './peer/events.ts'
