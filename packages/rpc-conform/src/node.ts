export { openSocketTap, type SocketTap } from './socket/tap.ts'
export { type Listener } from './socket/conversation.ts'
export { commandSend, type CommandOptions } from './socket/command.ts'
export { type SocketSend, socketSend, type SocketSendOptions } from './socket/send.ts'
