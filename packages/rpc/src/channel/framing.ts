/** Bytes of a stream. */
export type Bytes = Uint8Array<ArrayBuffer>

/** How a stream of bytes is divided into messages. */
export interface Framing {
  /** Returns a message as it is sent. */
  frame(text: string): string
  /**
   * Returns the function that receives the parts of a stream and passes complete messages to `receive`. It throws a
   * `ProtocolError` for bytes that violate the framing.
   */
  splitter(receive: (text: string) => void, maxBytes: number): (part: Bytes) => void
}

/** The members of Node's `Buffer` that this package uses. Node converts short texts faster with it. */
interface NodeBuffer {
  from(
    buffer: ArrayBuffer,
    offset: number,
    length: number,
  ): {
    toString(encoding: 'utf8'): string
  }
}

// Programs for other platforms have no types of Node.
const { Buffer } = globalThis as { readonly Buffer?: NodeBuffer }
const utf8 = new TextDecoder()

/** Returns bytes as text. */
export function textOf(bytes: Bytes): string {
  if (!Buffer) return utf8.decode(bytes)
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).toString('utf8')
}

/** Returns the start of unexpected bytes, for error messages. */
export function excerptOf(bytes: Bytes): string {
  return JSON.stringify(textOf(bytes.subarray(0, 100)))
}
