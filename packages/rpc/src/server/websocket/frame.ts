/** Kinds of frames (RFC 6455, section 11.8). */
export const opcodes = {
  continuation: 0x0,
  text: 0x1,
  binary: 0x2,
  close: 0x8,
  ping: 0x9,
  pong: 0xa,
} as const

/** A whole frame of a server, which masks nothing. */
export function frameOf(opcode: number, payload: Buffer | string): Buffer {
  const length = Buffer.byteLength(payload)
  const size = length < 126 ? 2 : length < 65_536 ? 4 : 10
  const frame = Buffer.allocUnsafe(size + length)
  frame[0] = 0x80 | opcode
  if (size === 2) frame[1] = length
  else if (size === 4) {
    frame[1] = 126
    frame.writeUInt16BE(length, 2)
  } else {
    frame[1] = 127
    frame.writeBigUInt64BE(BigInt(length), 2)
  }
  if (typeof payload !== 'string') payload.copy(frame, size)
  // As many bytes as characters: ASCII.
  else frame.write(payload, size, length === payload.length ? 'latin1' : 'utf8')
  return frame
}

/** What ends a connection: a code and a reason of RFC 6455. */
export class ProtocolFault extends Error {
  readonly code: number
  constructor(code: number, reason: string) {
    super(reason)
    this.code = code
  }
}
