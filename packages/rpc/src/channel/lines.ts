import { ProtocolError } from '../errors.ts'
import type { Framing } from './framing.ts'
import { textOf } from './framing.ts'
import { Received } from '../received.ts'

const LINE_FEED = 0x0a

/** One message a line, as in MCP and ACP. Empty lines are ignored. */
export const lines: Framing = {
  frame: (text) => `${text}\n`,
  splitter(receive, maxBytes) {
    const rest = new Received()
    return (part) => {
      let start = 0
      for (;;) {
        const end = part.indexOf(LINE_FEED, start)
        const bytes = part.subarray(start, end < 0 ? part.length : end)
        if (rest.size + bytes.length > maxBytes)
          throw new ProtocolError(`A line exceeds ${maxBytes} bytes`)
        if (end < 0 || rest.size > 0) rest.add(bytes)
        if (end < 0) return
        const text = textOf(rest.size > 0 ? rest.take() : bytes)
        if (text.trim() !== '') receive(text)
        start = end + 1
      }
    }
  },
}
