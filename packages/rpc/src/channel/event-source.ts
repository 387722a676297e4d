import { LONGEST_MS } from '../client/abort.ts'
import { ProtocolError } from '../errors.ts'

/** Reads the text of a response until it ends or exceeds `maxLength` characters. */
export async function readText({ body }: Response, maxLength: number): Promise<string> {
  if (!body) return ''
  let text = ''
  const reader = body.pipeThrough(new TextDecoderStream()).getReader()
  while (text.length <= maxLength) {
    const { done, value } = await reader.read()
    if (done) return text
    text += value
  }
  await reader.cancel()
  return text
}

/** Where to resume an event stream. */
export interface Cursor {
  /** ID of the last event; empty if events have no IDs. */
  id: string
  /** Time in milliseconds to wait before resuming, if the server says it. */
  retryMs: number | undefined
}

interface Reading {
  readonly maxLength: number
  readonly cursor: Cursor
  readonly receive: (text: string) => void
}

/** Reads an event stream of messages. Other fields than `data`, `id` and `retry` are ignored. */
export async function readEvents(
  { body }: Response,
  { maxLength, cursor, receive }: Reading,
): Promise<void> {
  if (!body) return
  const reader = body.pipeThrough(new TextDecoderStream()).getReader()
  let rest = ''
  let data: string[] = []
  let { id } = cursor
  let size = 0
  for (;;) {
    const { done, value } = await reader.read()
    if (done) return
    rest += value
    if (rest.length > maxLength) throw new ProtocolError(`An event exceeds ${maxLength} characters`)
    // Only a part with the end of a line is searched, so that a long line takes time in proportion to its length.
    if (!/[\r\n]/.test(value)) continue
    const lines = rest.split(/\r\n|\n|\r(?!$)/)
    rest = lines.pop() ?? ''
    for (const line of lines) {
      if (line.startsWith('data:')) data.push(line.slice(5))
      else if (line.startsWith('id:') && !line.includes('\0')) id = line.slice(3).trim()
      else if (/^retry: ?\d+$/.test(line))
        cursor.retryMs = Math.min(Number(line.slice(6)), LONGEST_MS)
      size += line.length
      if (size > maxLength) throw new ProtocolError(`An event exceeds ${maxLength} characters`)
      if (line !== '') continue
      cursor.id = id
      const text = data.join('\n').trim()
      // Servers begin a stream with an empty event, whose ID is for resuming.
      if (text !== '') receive(text)
      data = []
      size = 0
    }
  }
}
