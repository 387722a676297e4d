export { type SocketSend, socketSend, type SocketSendOptions } from './socket/socket-send.ts'
