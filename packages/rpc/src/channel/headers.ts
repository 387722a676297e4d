import { ProtocolError } from '../errors.ts'
import { byteLength } from '../byte-length.ts'
import { type Bytes, excerptOf, type Framing, textOf } from './framing.ts'
import { Received } from '../received.ts'

/** Maximum size of the headers of a message, with anything that a program prints before them. */
const MAX_HEADERS = 8192
const CARRIAGE_RETURN = 0x0d
const LINE_FEED = 0x0a

/**
 * A header `Content-Length` before each message, as in LSP. Other headers are ignored, and so are lines before the
 * headers, which a library may have printed.
 */
export const headers: Framing = {
  frame: (text) => `Content-Length: ${byteLength(text)}\r\n\r\n${text}`,
  splitter(receive, maxBytes) {
    const rest = new Received()
    /** Length of the message whose headers were read; undefined while headers are read. */
    let length: number | undefined
    return (part) => {
      rest.add(part)
      // Without this check, each of many small parts of a long message would copy the message.
      if (length !== undefined && rest.size < length) return
      const bytes = rest.take()
      let start = 0
      for (;;) {
        if (length === undefined) {
          const end = endOfHeaders(bytes, start)
          const head = bytes.subarray(start, end ?? bytes.length)
          if (head.length > MAX_HEADERS)
            throw new ProtocolError(`Headers exceed ${MAX_HEADERS} bytes: ${excerptOf(head)}`)
          if (end === undefined) break
          length = contentLength(head, maxBytes)
          start = end
        }
        if (bytes.length - start < length) break
        const text = textOf(bytes.subarray(start, start + length))
        start += length
        length = undefined
        receive(text)
      }
      if (start < bytes.length) rest.add(bytes.subarray(start))
    }
  },
}

/** Returns the index after the empty line that ends headers; undefined if the line has not arrived yet. */
function endOfHeaders(bytes: Bytes, start: number): number | undefined {
  for (let at = bytes.indexOf(LINE_FEED, start); at >= 0; at = bytes.indexOf(LINE_FEED, at + 1)) {
    const next = bytes[at + 1] === CARRIAGE_RETURN ? at + 2 : at + 1
    if (bytes[next] === LINE_FEED) return next + 1
  }
  return undefined
}

function contentLength(head: Bytes, maxBytes: number): number {
  const [, digits] = /^content-length:[ \t]*(\d+)[ \t]*\r?$/im.exec(textOf(head)) ?? []
  if (digits === undefined)
    throw new ProtocolError(`Expected the header Content-Length, received ${excerptOf(head)}`)
  if (Number(digits) > maxBytes)
    throw new ProtocolError(`A message of ${digits} bytes exceeds ${maxBytes} bytes`)
  return Number(digits)
}
