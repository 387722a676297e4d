import { createHash } from 'node:crypto'
import { createServer, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, describe, expect, it, test } from 'vitest'
import { WebSocketServer } from 'ws'
import { big, losslessJson, num, numeric, uint32, uint64, uint64Hex } from '@rpcloom/rpc/codegen'
import { http as httpFetch } from '../../packages/rpc/src/client/http-fetch.ts'
import { http as httpNode } from '../../packages/rpc/src/client/http-node.ts'
import { method, subscription } from '../../packages/rpc/src/client/codegen.ts'
import type { Transport } from '../../packages/rpc/src/client/index.ts'
import {
  webSocket,
  type WebSocketTransport,
} from '../../packages/rpc/src/client/socket/web-socket-node.ts'
import type { Shape } from '../../packages/rpc/src/codegen.ts'
import { decode } from '../../packages/rpc/src/shape/decode.ts'
import { descriptor } from '../rpc/client-fixture.ts'
import { fakeNode, type Manner } from './socket-fixture.ts'

const cleanups: (() => unknown)[] = []
afterEach(async () => {
  await Promise.all(cleanups.splice(0).map((close) => close()))
})

const login = method(descriptor({ name: 'user.login', order: ['password'], auth: 'keystore' }))
const call = (transport: Transport): Promise<unknown> => login(transport, { password: 'hunter2' })

interface Host {
  readonly url: string
  /** Everything that the server received. */
  readonly received: string[]
}

async function listening(server: Server): Promise<string> {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  cleanups.push(() => {
    server.closeAllConnections()
    return new Promise((resolve) => server.close(resolve))
  })
  return `127.0.0.1:${(server.address() as AddressInfo).port}`
}

async function host(respond: (response: ServerResponse, id: unknown) => void): Promise<Host> {
  const received: string[] = []
  const server = createServer((request, response) => {
    let body = ''
    request.on('data', (chunk: Buffer) => (body += chunk.toString()))
    request.on('end', () => {
      received.push(JSON.stringify(request.headers) + body)
      respond(response, (JSON.parse(body || '{}') as { id?: unknown }).id)
    })
  })
  return { url: `http://${await listening(server)}`, received }
}

const headers = { 'x-api-key': 'k3y' }

describe.each([
  ['fetch', httpFetch],
  ['node:http', httpNode],
] as const)('a hostile server, over %s', (_name, http) => {
  it.each([301, 302, 303, 307, 308])('cannot redirect secrets with %i', async (status) => {
    const other = await host((response, id) => {
      response.end(JSON.stringify({ jsonrpc: '2.0', id: id ?? 1, result: 'taken' }))
    })
    const first = await host((response) => {
      response.writeHead(status, { location: `${other.url}/collect` }).end()
    })
    await expect(call(http(first.url, { headers }))).rejects.toMatchObject({
      name: 'HttpError',
      status,
    })
    expect(first.received.join()).toContain('k3y')
    expect(other.received).toEqual([])
  })

  it.each<[string, (response: ServerResponse, id: unknown) => void]>([
    [
      'an endless response',
      (response) => {
        const more = (): void => {
          if (!response.destroyed) response.write(' '.repeat(50_000), more)
        }
        more()
      },
    ],
    [
      'a long response',
      (response, id) => response.end(JSON.stringify({ id, result: 'x'.repeat(150_000) })),
    ],
    ['a long response to an error', (response) => response.writeHead(500).end('x'.repeat(150_000))],
  ])('cannot exhaust memory with %s', async (_what, respond) => {
    const { url } = await host(respond)
    await expect(call(http(url, { maxBytes: 100_000 }))).rejects.toMatchObject({
      name: 'ProtocolError',
      message: 'The response exceeds 100000 bytes',
    })
  })

  it('can send as many bytes as the limit', async () => {
    const { url } = await host((response, id) => {
      response.end(JSON.stringify({ id, result: 3 }).padEnd(100_000))
    })
    expect(await call(http(url, { maxBytes: 100_000 }))).toBe(3)
  })

  it.each(['null', '[]', '[[]]', '3', '"x"', 'true', '{"id":null}', ''])(
    'cannot pass %s as a response',
    async (body) => {
      const { url } = await host((response) => response.end(body))
      await expect(call(http(url))).rejects.toMatchObject({ name: 'ProtocolError' })
    },
  )
})

describe('a hostile server, over a WebSocket', () => {
  it('cannot redirect the handshake', async () => {
    const other = await host((response) => response.end())
    const server = createServer()
    server.on('upgrade', (_request, socket) => {
      socket.end(`HTTP/1.1 307 Moved\r\nlocation: ${other.url}\r\ncontent-length: 0\r\n\r\n`)
    })
    const transport = webSocket(`ws://${await listening(server)}`, { headers })
    await expect(call(transport)).rejects.toMatchObject({ name: 'HttpError', status: 307 })
    expect(other.received).toEqual([])
  })

  it('cannot exhaust memory with a long message', async () => {
    const sockets = new WebSocketServer({ port: 0, host: '127.0.0.1' })
    cleanups.push(() => {
      for (const socket of sockets.clients) socket.terminate()
      return new Promise((resolve) => sockets.close(resolve))
    })
    sockets.on('connection', (socket) => {
      socket.on('message', () => socket.send('x'.repeat(150_000)))
    })
    await new Promise((resolve) => sockets.once('listening', resolve))
    const { port } = sockets.address() as AddressInfo
    const transport = webSocket(`ws://127.0.0.1:${port}`, { maxBytes: 100_000 })
    await expect(call(transport)).rejects.toMatchObject({ name: 'ProtocolError' })
  })
})

const subscribe = subscription(
  descriptor({
    name: 'eth_subscribe',
    structure: 'by-position',
    order: ['topic'],
    subscription: {
      notification: 'eth_subscription',
      unsubscribe: 'eth_unsubscribe',
      topics: { heads: { order: [] } },
    },
  }),
)

async function fake(manner: Manner): Promise<string> {
  const node = await fakeNode(manner)
  cleanups.push(() => node.close())
  return node.url
}

function opened(url: string): WebSocketTransport {
  const transport = webSocket(url)
  cleanups.push(() => transport.close())
  return transport
}

describe('a subscription', () => {
  it.each([null, {}, [], true, [['0x1']]])('is not accepted with the result %j', async (result) => {
    const url = await fake((socket, [call]) => {
      socket.send(JSON.stringify({ jsonrpc: '2.0', id: call?.id, result }))
    })
    const events = subscribe(opened(url), 'heads')
    await expect(events.ready).rejects.toMatchObject({ name: 'ProtocolError' })
    const next = events[Symbol.asyncIterator]().next()
    await expect(next).rejects.toMatchObject({ name: 'ProtocolError' })
  })

  it('ends by an event whose ID is too deep', async () => {
    const id = `${'['.repeat(20_000)}${']'.repeat(20_000)}`
    const url = await fake((socket) =>
      socket.send(`{"jsonrpc":"2.0","method":"eth_subscription","params":{"subscription":${id}}}`),
    )
    const { ready } = subscribe(opened(url), 'heads')
    await expect(ready).rejects.toMatchObject({ name: 'ProtocolError' })
  })

  it('keeps the latest events before its response, up to a number of bytes', async () => {
    const size = 1024 * 1024
    const url = await fake((socket, [call]) => {
      for (let number = 0; number < 40; number++) {
        const params = { subscription: '0x1', result: { number, filler: 'x'.repeat(size) } }
        socket.send(JSON.stringify({ jsonrpc: '2.0', method: 'eth_subscription', params }))
      }
      socket.send(JSON.stringify({ jsonrpc: '2.0', id: call?.id, result: '0x1' }))
    })
    const events = subscribe(opened(url), 'heads')
    await events.ready
    events.close()
    const numbers: number[] = []
    for await (const { number } of events as AsyncIterable<{ number: number }>) numbers.push(number)
    expect(numbers.at(-1)).toBe(39)
    expect(numbers.length).toBeGreaterThan(10)
    expect(numbers.length).toBeLessThanOrEqual(16)
  })
})

/** A server that sends a frame after the handshake, and neither reads nor closes afterwards. */
async function deaf(
  frame: Buffer,
): Promise<{ readonly url: string; readonly gone: Promise<void> }> {
  const server = createServer()
  const gone = new Promise<void>((resolve) => {
    server.on('upgrade', (request, socket) => {
      const key = `${request.headers['sec-websocket-key']}258EAFA5-E914-47DA-95CA-C5AB0DC85B11`
      const accept = createHash('sha1').update(key).digest('base64')
      socket.write(
        `HTTP/1.1 101 Switching Protocols\r\nupgrade: websocket\r\nconnection: upgrade\r\nsec-websocket-accept: ${accept}\r\n\r\n`,
      )
      socket.on('error', () => undefined)
      cleanups.push(() => socket.destroy())
      socket.once('end', resolve)
      socket.once('data', () => socket.write(frame))
      socket.resume()
    })
  })
  return { url: `ws://${await listening(server)}`, gone }
}

it.each([
  ['a binary frame', Buffer.from([0x82, 0x01, 0x00])],
  ['an invalid frame', Buffer.from([0xff, 0x00])],
  ['text that is no JSON', Buffer.from([0x81, 0x01, 0x78])],
])(
  '%s closes the connection, although the server does not respond',
  async (_what, frame) => {
    const { url, gone } = await deaf(frame)
    const transport = opened(url)
    await expect(call(transport)).rejects.toMatchObject({ name: 'ProtocolError' })
    transport.close()
    await gone
  },
  15_000,
)

const int8 = numeric({ as: 'number', encoding: 'number', min: -128, max: 127, integer: true })
const int64 = numeric({ as: 'bigint', encoding: 'number', min: -(2n ** 63n), max: 2n ** 63n - 1n })
const digits = '9'.repeat(5_000_000)

test.each<[string, Shape, string]>([
  ['uint64', uint64, '-5'],
  ['uint64', uint64, '"-5"'],
  ['uint64', uint64, '18446744073709551616'],
  ['uint64', uint64, digits],
  ['uint64', uint64, `"${digits}"`],
  ['uint64Hex', uint64Hex, '"0x10000000000000000"'],
  ['uint64Hex', uint64Hex, `"0x${digits}"`],
  ['big', big, '-1'],
  ['big', big, `-${digits}`],
  ['big', big, `"${digits}"`],
  ['int64', int64, '9223372036854775808'],
  ['int64', int64, digits],
  ['uint32', uint32, '-1'],
  ['uint32', uint32, '1.5'],
  ['uint32', uint32, digits],
  ['int8', int8, '128'],
  ['a number', num, digits],
  ['a number', num, `"${digits}"`],
])('%s cannot be read from an integer out of range (%#)', (_name, shape, json) => {
  const read = (): unknown => decode({ n: shape }, { n: losslessJson.parse(json) })
  expect(read).toThrow(expect.objectContaining({ name: 'ProtocolError' }) as Error)
})
