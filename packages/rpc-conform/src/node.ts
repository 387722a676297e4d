export { openSocketTap, type SocketTap } from './socket/tap.ts'
export { type Listener } from './socket/conversation.ts'
export { type SocketSend, socketSend, type SocketSendOptions } from './socket/send.ts'
