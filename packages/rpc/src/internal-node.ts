// WebSocket framing for the proxy and the socket cases of @rpcloom/conform. Promises nothing to anybody else.
export { dial } from './client/socket/dial-node.ts'
export { FrameFault, FrameReader as ServerFrames } from './client/socket/frames.ts'
export type { Wire } from './client/socket/wire.ts'
export { FrameReader as ClientFrames } from './server/websocket/frame-reader.ts'
export { opcodes, ProtocolFault } from './server/websocket/frame.ts'
