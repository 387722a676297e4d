import { duplexPair, PassThrough } from 'node:stream'
import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { stdio } from '@rpcloom/rpc/channels'
import { eventsOf } from './channel-events.ts'

type FramingName = 'lines' | 'headers' | 'values'

interface Received {
  readonly texts: string[]
  readonly errors: string[]
  readonly input: PassThrough
}

/** Returns a channel that reads `input`, with what it has received. */
function reading(framing: FramingName, maxBytes?: number): Received {
  const input = new PassThrough()
  const texts: string[] = []
  const errors: string[] = []
  const end = (error: Error): unknown => errors.push(`${error.name}: ${error.message}`)
  stdio(input, framing, maxBytes === undefined ? {} : { maxBytes }).listen(
    eventsOf((text) => texts.push(text), end),
  )
  return { texts, errors, input }
}

const settled = (): Promise<void> => new Promise((resolve) => setImmediate(resolve))

function framed(framing: FramingName, text: string): string {
  if (framing === 'lines') return `${text}\n`
  if (framing === 'values') return text
  return `Content-Length: ${Buffer.byteLength(text)}\r\n\r\n${text}`
}

const messages = [
  '{"id":1}',
  '[{"a":"}]\\"{["},{}]',
  '{"text":"ü🚀\\\\","n":[[1],{"x":"\\\\\\""}]}',
]

describe.each(['lines', 'headers', 'values'] as const)('%s', (framing) => {
  const bytes = Buffer.from(messages.map((text) => framed(framing, text)).join(''))

  test.each([1, 2, 3, 7, 1000])('messages arrive whole in parts of %d bytes', async (size) => {
    const { texts, errors, input } = reading(framing)
    for (let at = 0; at < bytes.length; at += size) input.write(bytes.subarray(at, at + size))
    await settled()
    expect(texts).toEqual(messages)
    expect(errors).toEqual([])
  })

  test('what is sent is what is received', async () => {
    const [one, other] = duplexPair()
    const texts: unknown[] = []
    stdio(other, framing).listen(eventsOf((text) => texts.push(text)))
    const channel = stdio(one, framing)
    for (const text of messages) channel.send(text)
    await settled()
    expect(texts).toEqual(messages)
  })

  test('a message over the limit ends the channel', async () => {
    const { texts, errors, input } = reading(framing, 100)
    input.write(framed(framing, '{"id":1}'))
    input.write(framed(framing, `{"text":"${'x'.repeat(100)}"}`))
    await settled()
    expect(texts).toEqual(['{"id":1}'])
    expect(errors).toEqual([expect.stringMatching(/^ProtocolError: .*exceeds 100 bytes/)])
  })

  test('the end of the stream ends the channel, even within a message', async () => {
    const { errors, input } = reading(framing)
    input.end(framed(framing, '{"id":1}').slice(0, -3))
    await settled()
    expect(errors).toEqual(['TransportError: The other end closed the channel'])
  })

  test('a long message in many parts is copied a few times only', async () => {
    let copied = 0
    const set = vi.spyOn(Uint8Array.prototype, 'set')
    set.mockImplementation(function (this: Uint8Array, source, offset = 0) {
      copied += source.length
      for (let at = 0; at < source.length; at++) this[offset + at] = Number(source[at])
    })
    onTestFinished(() => set.mockRestore())
    const { texts, input } = reading(framing)
    const text = `{"text":"${'x'.repeat(500_000)}"}`
    const all = Buffer.from(framed(framing, text))
    for (let at = 0; at < all.length; at += 100) input.write(all.subarray(at, at + 100))
    await settled()
    expect(texts).toEqual([text])
    // A copy for each part would be 2500 times the length.
    expect(copied).toBeGreaterThan(0)
    expect(copied).toBeLessThan(all.length * 4)
  })
})

describe('headers', () => {
  test.each([
    ['another header', 'Content-Type: application/json\r\nContent-Length: 2\r\n\r\n{}'],
    ['lower case', 'content-length:2\r\n\r\n{}'],
    ['line feeds only', 'Content-Length: 2\n\n{}'],
    ['garbage before it', 'Debugger attached.\nContent-Length: 2\r\n\r\n{}'],
  ])('%s is accepted', async (_, text) => {
    const { texts, errors, input } = reading('headers')
    input.write(text)
    await settled()
    expect([texts, errors]).toEqual([['{}'], []])
  })

  test.each([
    ['no length', 'Content-Type: x\r\n\r\n{}', 'Content-Length'],
    ['a length that is no number', 'Content-Length: -2\r\n\r\n{}', 'Content-Length'],
    ['a gigabyte', 'Content-Length: 1000000000\r\n\r\n{}', 'exceeds 67108864 bytes'],
    ['a number of many digits', `Content-Length: ${'9'.repeat(400)}\r\n\r\n`, 'exceeds'],
    ['headers without an end', 'x'.repeat(9000), 'Headers exceed 8192 bytes'],
  ])('%s ends the channel', async (_, text, message) => {
    const { texts, errors, input } = reading('headers')
    input.write(text)
    await settled()
    expect(texts).toEqual([])
    expect(errors).toEqual([expect.stringContaining(message)])
  })
})

describe('lines', () => {
  test('empty lines and carriage returns are ignored', async () => {
    const { texts, input } = reading('lines')
    input.write('\n\r\n{}\r\n \n')
    await settled()
    expect(texts.map((text) => text.trim())).toEqual(['{}'])
  })
})

describe('values', () => {
  test.each([
    ['a word', '{} null {}', ['{}'], 'Expected a JSON object or array, received "null {}"'],
    ['a bracket that nothing opens', '} {}', [], 'Expected a JSON object'],
    ['deep nesting', '['.repeat(1001), [], 'more than 1000 levels'],
  ])('%s ends the channel', async (_, text, want, message) => {
    const { texts, errors, input } = reading('values')
    input.write(text)
    await settled()
    expect(texts).toEqual(want)
    expect(errors).toEqual([expect.stringContaining(message)])
  })
})
