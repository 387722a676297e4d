import { ProtocolError } from '../errors.ts'
import { excerptOf, type Framing, textOf } from './framing.ts'
import { Received } from '../received.ts'

/** Maximum nesting of a message. */
const MAX_DEPTH = 1000
const QUOTE = 0x22
const BACKSLASH = 0x5c

/**
 * JSON values one after another, as Core Lightning sends them. A message is an object or an array. In UTF-8,
 * no byte of another character equals the byte of a bracket or quotation mark.
 */
export const values: Framing = {
  frame: (text) => text,
  splitter(receive, maxBytes) {
    const rest = new Received()
    let depth = 0
    let isString = false
    let isEscaped = false
    return (part) => {
      let start = 0
      for (let at = 0; at < part.length; at++) {
        const byte = part[at] ?? 0
        if (isString) {
          if (isEscaped) isEscaped = false
          else if (byte === BACKSLASH) isEscaped = true
          else if (byte === QUOTE) isString = false
        } else if (depth === 0 && isSpace(byte)) start = at + 1
        else if (isOpening(byte)) {
          if (++depth > MAX_DEPTH)
            throw new ProtocolError(`A message is nested more than ${MAX_DEPTH} levels deep`)
        } else if (depth === 0) {
          throw new ProtocolError(
            `Expected a JSON object or array, received ${excerptOf(part.subarray(at))}`,
          )
        } else if (byte === QUOTE) isString = true
        else if (isClosing(byte) && --depth === 0) {
          const bytes = part.subarray(start, at + 1)
          start = at + 1
          checkSize(rest.size + bytes.length, maxBytes)
          if (rest.size > 0) rest.add(bytes)
          receive(textOf(rest.size > 0 ? rest.take() : bytes))
        }
      }
      if (start === part.length) return
      checkSize(rest.size + part.length - start, maxBytes)
      rest.add(part.subarray(start))
    }
  },
}

function checkSize(size: number, maxBytes: number): void {
  if (size > maxBytes) throw new ProtocolError(`A message exceeds ${maxBytes} bytes`)
}

/** Whether a byte may be between messages: white space of JSON. */
function isSpace(byte: number): boolean {
  return byte === 0x20 || (byte >= 0x09 && byte <= 0x0d)
}

function isOpening(byte: number): boolean {
  return byte === 0x7b || byte === 0x5b
}

function isClosing(byte: number): boolean {
  return byte === 0x7d || byte === 0x5d
}
