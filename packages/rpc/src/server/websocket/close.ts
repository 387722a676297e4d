import { isUtf8 } from 'node:buffer'
import { ProtocolFault } from './frame.ts'

/** Code of a close frame that says nothing. */
const NO_STATUS = 1005

/** What a close frame says. Throws a `ProtocolFault` where it must not say so. */
export function closeCodeOf(payload: Buffer): number {
  if (payload.length === 0) return NO_STATUS
  if (payload.length === 1) throw new ProtocolFault(1002, 'half a close code')
  const code = payload.readUInt16BE(0)
  if (!isCloseCode(code)) throw new ProtocolFault(1002, 'unknown close code')
  if (!isUtf8(payload.subarray(2))) throw new ProtocolFault(1007, 'reason is no UTF-8')
  return code
}

/** Those that may travel (RFC 6455, section 7.4, and the registry behind it). */
function isCloseCode(code: number): boolean {
  if (code >= 3000) return code < 5000
  return code >= 1000 && code < 1015 && code !== 1004 && code !== 1005 && code !== 1006
}

/** Payload of a close frame; a long reason is cut, between characters. */
export function closePayload(code: number, reason: string): Buffer {
  if (code === NO_STATUS) return Buffer.alloc(0)
  let text = reason.slice(0, 123)
  while (Buffer.byteLength(text) > 123) text = text.slice(0, -1)
  const payload = Buffer.alloc(2 + Buffer.byteLength(text))
  payload.writeUInt16BE(code, 0)
  payload.write(text, 2)
  return payload
}
