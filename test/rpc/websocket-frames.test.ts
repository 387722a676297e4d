import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { listen, type Listening } from '@rpcloom/rpc/node'
import { streaming } from './stream-fixture.ts'

const { dispatcher } = streaming({ limits: { bodyBytes: 70_000 } })
let listening: Listening
beforeAll(async () => {
  listening = await listen(dispatcher)
})
afterAll(() => listening.close())

const text = 0x1
const binary = 0x2
const close = 0x8
const ping = 0x9
const pong = 0xa

interface FrameParts {
  readonly opcode?: number
  readonly payload?: Buffer | string
  readonly fin?: boolean
  readonly rsv?: number
  readonly masked?: boolean
  /** How the length is written; the shortest way unless given. */
  readonly width?: 7 | 16 | 64
}

/** A frame as a client sends it. */
function frame({ opcode = text, payload = '', fin = true, rsv = 0, ...how }: FrameParts): Buffer {
  const { masked = true } = how
  const bytes = Buffer.from(payload)
  const width = how.width ?? (bytes.length < 126 ? 7 : bytes.length < 65_536 ? 16 : 64)
  const length = Buffer.alloc(width === 7 ? 1 : width === 16 ? 3 : 9)
  if (width === 7) length[0] = bytes.length
  else if (width === 16) length.writeUInt16BE(bytes.length, 1)
  else length.writeBigUInt64BE(BigInt(bytes.length), 1)
  if (width !== 7) length[0] = width === 16 ? 126 : 127
  if (masked) length[0] = (length[0] ?? 0) | 0x80
  const mask = Buffer.from([0x12, 0x34, 0x56, 0x78])
  const sent = masked ? bytes.map((byte, at) => byte ^ (mask[at & 3] ?? 0)) : bytes
  const head = Buffer.from([(fin ? 0x80 : 0) | rsv | opcode])
  return Buffer.concat([head, length, masked ? mask : Buffer.alloc(0), sent])
}

interface Got {
  readonly opcode: number
  readonly payload: Buffer
}

/** What a server sent, frame by frame: whole, unmasked and without extension bits. */
function framesIn(bytes: Buffer): Got[] {
  const frames: Got[] = []
  for (let at = 0; at < bytes.length;) {
    const first = bytes.readUInt8(at)
    const short = bytes.readUInt8(at + 1)
    expect(first & 0xf0).toBe(0x80)
    expect(short & 0x80).toBe(0)
    const start = at + (short < 126 ? 2 : short === 126 ? 4 : 10)
    const length =
      short < 126
        ? short
        : short === 126
          ? bytes.readUInt16BE(at + 2)
          : Number(bytes.readBigUInt64BE(at + 2))
    frames.push({ opcode: first & 0x0f, payload: bytes.subarray(start, start + length) })
    at = start + length
  }
  return frames
}

const upgrade = (path = '/ws', more: readonly string[] = []): string =>
  [
    `GET ${path} HTTP/1.1`,
    'Host: 127.0.0.1',
    'Upgrade: websocket',
    'Connection: Upgrade',
    'Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==',
    'Sec-WebSocket-Version: 13',
    ...more,
    '',
    '',
  ].join('\r\n')

async function raw(request: string): Promise<{ readonly socket: Socket; readonly head: string }> {
  const socket = connect(listening.port, '127.0.0.1')
  socket.on('error', () => {})
  socket.write(request)
  const [data] = (await once(socket, 'data')) as [Buffer]
  return { socket, head: data.toString('latin1') }
}

/** Sends chunks over an upgraded connection; gives what came until it ended. */
async function exchange(chunks: readonly Buffer[]): Promise<Got[]> {
  const { socket, head } = await raw(upgrade())
  expect(head).toMatch(/^HTTP\/1\.1 101 /)
  const got: Buffer[] = []
  socket.on('data', (data: Buffer) => got.push(data))
  // A reset is an end as well.
  const closed = new Promise((resolve) => socket.once('close', resolve))
  socket.setNoDelay(true)
  for (const chunk of chunks) {
    socket.write(chunk)
    if (chunks.length < 20) await new Promise((resolve) => setImmediate(resolve))
  }
  await closed
  return framesIn(Buffer.concat(got))
}

const goodbye = frame({ opcode: close, payload: Buffer.from([0x03, 0xe8]) })

function codeOf(frames: readonly Got[]): number | undefined {
  const last = frames.at(-1)
  if (last?.opcode !== close) return undefined
  return last.payload.length === 0 ? 1005 : last.payload.readUInt16BE(0)
}

const call = (value: unknown, id: unknown = 1): string =>
  JSON.stringify({ jsonrpc: '2.0', id, method: 'eth_echo', params: [value] })

describe('the handshake', () => {
  test('accepts as the example of RFC 6455, section 1.3', async () => {
    const { socket, head } = await raw(upgrade())
    socket.destroy()
    expect(head).toContain('sec-websocket-accept: s3pPLMBiTxaQ9kYGzzhZRbK+xOo=')
    expect(head.toLowerCase()).not.toContain('sec-websocket-extensions')
  })

  test.each([
    ['another version', upgrade().replace('Version: 13', 'Version: 8'), 426],
    ['no key', upgrade().replace(/Sec-WebSocket-Key.*\r\n/, ''), 400],
    ['a key that is too short', upgrade().replace('dGhlIHNhbXBsZSBub25jZQ==', 'dGhl'), 400],
    ['a path of nobody', upgrade('/nowhere'), 404],
    ['a path for HTTP alone', upgrade('/rpc'), 404],
    ['POST', upgrade().replace('GET', 'POST'), 405],
    ['another host in a whole address', upgrade('http://evil.example/ws'), 403],
  ])('refuses %s', async (_, request, status) => {
    const { socket, head } = await raw(request)
    socket.destroy()
    expect(Number(head.split(' ')[1])).toBe(status)
  })

  test.each(['', '{"jsonrpc":"2.0","id":1,'])(
    'of another protocol is not taken up, and the request answered (%j of its body with the head)',
    async (early) => {
      const body = call('h2')
      const offer =
        'Connection: Upgrade, HTTP2-Settings\r\nUpgrade: h2c\r\nHTTP2-Settings: AAMAAABkAAQ\r\n'
      const request = `POST /rpc HTTP/1.1\r\nHost: localhost\r\n${offer}Content-Type: application/json\r\nContent-Length: ${body.length}\r\n\r\n`
      const socket = connect(listening.port, '127.0.0.1')
      socket.write(request + body.slice(0, early.length))
      await new Promise((resolve) => setTimeout(resolve, 20))
      socket.write(body.slice(early.length))
      const [data] = (await once(socket, 'data')) as [Buffer]
      expect(data.toString()).toMatch(/^HTTP\/1.1 200 [\s\S]*"result":"h2"/)
      socket.destroy()
    },
  )

  test('ignores extensions and takes a whole address with a query', async () => {
    const offer = ['Sec-WebSocket-Extensions: permessage-deflate']
    const { socket, head } = await raw(upgrade('http://localhost/ws?key=1', offer))
    socket.destroy()
    expect(head).toMatch(/^HTTP\/1\.1 101 /)
  })
})

describe('messages', () => {
  test.each([0, 1, 125, 126, 127, 128, 65_000])('of %i bytes are echoed', async (size) => {
    const value = 'x'.repeat(size)
    const frames = await exchange([frame({ payload: call(value) }), goodbye])
    expect(JSON.parse(String(frames[0]?.payload))).toMatchObject({ result: value })
    expect(codeOf(frames)).toBe(1000)
  })

  test.each([16, 64] as const)('may have a length of %i bits that is not needed', async (width) => {
    const frames = await exchange([frame({ payload: call('a'), width }), goodbye])
    expect(String(frames[0]?.payload)).toContain('"result":"a"')
  })

  test('in fragments of any size, with pings between them, in chunks of one byte', async () => {
    const bytes = Buffer.from(call('ä€😀'))
    const parts = [bytes.subarray(0, 5), Buffer.alloc(0), bytes.subarray(5, 71), bytes.subarray(71)]
    const sent = parts.flatMap((payload, index) => [
      frame({ opcode: index === 0 ? text : 0, payload, fin: index === parts.length - 1 }),
      frame({ opcode: ping, payload: `${index}` }),
    ])
    const all = Buffer.concat([...sent, goodbye])
    const frames = await exchange([...all].map((byte) => Buffer.from([byte])))
    const answers = frames.filter(({ opcode }) => opcode === text)
    expect(answers.map(({ payload }) => JSON.parse(payload.toString()) as unknown)).toMatchObject([
      { result: 'ä€😀' },
    ])
    const pongs = frames.filter(({ opcode }) => opcode === pong)
    expect(pongs.map(({ payload }) => payload.toString())).toEqual(['0', '1', '2', '3'])
  })

  test('whatever the fragments and chunks: every call is answered, in order', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.string({ unit: 'binary', maxLength: 300 }), { minLength: 1, maxLength: 8 }),
        fc.array(fc.nat({ max: 400 }), { maxLength: 12 }),
        fc.array(fc.nat({ max: 5000 }), { maxLength: 12 }),
        async (values, cuts, chunkCuts) => {
          const frames = values.flatMap((value, id) =>
            pieces(Buffer.from(call(value, id)), cuts).map((payload, index, all) =>
              frame({
                opcode: index > 0 ? 0 : id % 2 ? binary : text,
                payload,
                fin: index === all.length - 1,
              }),
            ),
          )
          const bytes = Buffer.concat([...frames, goodbye])
          const got = await exchange(pieces(bytes, chunkCuts))
          const answers = got.filter(({ opcode }) => opcode === text)
          expect(answers.map(({ payload }) => JSON.parse(payload.toString()) as object)).toEqual(
            values.map((result, id) => ({
              jsonrpc: '2.0',
              id,
              result: Buffer.from(result).toString(),
            })),
          )
        },
      ),
      { seed: 6455, numRuns: 60 },
    )
  })
})

function pieces(bytes: Buffer, cuts: readonly number[]): Buffer[] {
  const at = [0, ...cuts.filter((cut) => cut <= bytes.length).toSorted((a, b) => a - b)]
  return at.map((start, index) => bytes.subarray(start, at[index + 1] ?? bytes.length))
}

describe('what must not be', () => {
  test.each<[string, Buffer, number]>([
    ['no mask', frame({ payload: call(1), masked: false }), 1002],
    ['a bit of an extension', frame({ payload: call(1), rsv: 0x40 }), 1002],
    ['another such bit', frame({ payload: call(1), rsv: 0x10 }), 1002],
    ...[3, 4, 5, 6, 7, 11, 12, 13, 14, 15].map((opcode): [string, Buffer, number] => [
      `opcode ${opcode}`,
      frame({ opcode }),
      1002,
    ]),
    ['a ping in fragments', frame({ opcode: ping, fin: false }), 1002],
    ['a ping of 126 bytes', frame({ opcode: ping, payload: 'x'.repeat(126) }), 1002],
    ['a close of 126 bytes', frame({ opcode: close, payload: Buffer.alloc(126) }), 1002],
    ['a continuation of nothing', frame({ opcode: 0, payload: 'x' }), 1002],
    [
      'a message inside another',
      Buffer.concat([frame({ payload: 'x', fin: false }), frame({ payload: 'y' })]),
      1002,
    ],
    ['text that is no UTF-8', frame({ payload: Buffer.from([0xc3, 0x28]) }), 1007],
    ['a surrogate in UTF-8', frame({ payload: Buffer.from([0xed, 0xa0, 0x80]) }), 1007],
    ['UTF-8 cut short', frame({ payload: Buffer.from([0xe2, 0x82]) }), 1007],
    ['a message beyond the limit', frame({ payload: 'x'.repeat(70_001) }), 1009],
    [
      'fragments beyond the limit',
      Buffer.concat([
        frame({ payload: 'x'.repeat(60_000), fin: false }),
        frame({ opcode: 0, payload: 'x'.repeat(60_000) }),
      ]),
      1009,
    ],
    ['a length of 2^63', Buffer.from([0x81, 0xff, 0x80, 0, 0, 0, 0, 0, 0, 0, 1, 2, 3, 4]), 1009],
    ['half a close code', frame({ opcode: close, payload: Buffer.from([3]) }), 1002],
    ...[0, 999, 1004, 1005, 1006, 1015, 1016, 1100, 2000, 2999, 5000, 65_535].map(
      (code): [string, Buffer, number] => [
        `close code ${code}`,
        frame({ opcode: close, payload: Buffer.from([code >> 8, code & 0xff]) }),
        1002,
      ],
    ),
    [
      'a reason that is no UTF-8',
      frame({ opcode: close, payload: Buffer.from([3, 0xe8, 0xff]) }),
      1007,
    ],
  ])('%s ends the connection', async (_, bytes, code) => {
    expect(codeOf(await exchange([bytes]))).toBe(code)
  })

  test.each([1000, 1001, 1002, 1003, 1007, 1011, 1012, 1013, 1014, 3000, 4999])(
    'close code %i is answered with itself',
    async (code) => {
      const payload = Buffer.concat([Buffer.from([code >> 8, code & 0xff]), Buffer.from('why')])
      expect(codeOf(await exchange([frame({ opcode: close, payload })]))).toBe(code)
    },
  )

  test('a close that says nothing is answered with one that says nothing', async () => {
    expect(codeOf(await exchange([frame({ opcode: close })]))).toBe(1005)
  })

  test('nothing behind a close is answered', async () => {
    const frames = await exchange([Buffer.concat([goodbye, frame({ payload: call(1) })])])
    expect(frames.map(({ opcode }) => opcode)).toEqual([close])
  })

  test('no bytes at all do harm: the server closes by the book', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.uint8Array({ maxLength: 200 }), { minLength: 1, maxLength: 4 }),
        async (chunks) => {
          const frames = await exchange([...chunks.map((chunk) => Buffer.from(chunk)), endOfStream])
          const code = codeOf(frames)
          if (code !== undefined) expect([1002, 1005, 1007, 1009]).toContain(code)
        },
      ),
      { seed: 6455, numRuns: 100 },
    )
    const { ok } = await fetch(`${listening.url}/rpc`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: call(1),
    })
    expect(ok).toBe(true)
  })
})

/** A frame that cannot be, whatever stands before it: enough of them end any waiting. */
const endOfStream = Buffer.alloc(80_000, 0xff)
