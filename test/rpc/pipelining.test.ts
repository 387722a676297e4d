import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { expect, onTestFinished, test } from 'vitest'
import { listen, type Listening } from '@rpcloom/rpc/node'
import { createDispatcher, type Limits, type ServerGroup } from '@rpcloom/rpc/server'

// Requests that share a connection, or that are received only in part.

const both = { http: 'public', ws: 'public' } as const
const group: ServerGroup = {
  key: 'a',
  slug: 'a',
  path: '/a',
  wsPath: '/ws',
  transports: ['http', 'ws'],
  batch: { allowed: true },
  availability: both,
  methods: ['wait', 'echo'].map((member) => ({
    name: `a.${member}`,
    member,
    order: [],
    effect: 'read',
    availability: both,
  })),
  document: () => ({ methods: [] }),
}

interface Serving extends Listening {
  /** Resolves when a call of `a.wait` is in progress. */
  readonly called: Promise<void>
  /** Responds to this call. */
  readonly answer: () => void
}

async function serve(limits: Partial<Limits> = {}): Promise<Serving> {
  let answer = (): void => {}
  let note = (): void => {}
  const called = new Promise<void>((resolve) => (note = resolve))
  const wait = (): Promise<string> => {
    note()
    return new Promise((resolve) => (answer = () => resolve('waited')))
  }
  const handlers = { a: { wait, echo: () => 'echoed' } }
  // Longer than any test.
  const options = { graceMs: 2 ** 31 - 1 }
  const listening = await listen(createDispatcher({ groups: [group], handlers, limits }), options)
  onTestFinished(() => listening.server.closeAllConnections())
  return { ...listening, called, answer: () => answer() }
}

function open({ port }: Listening): { readonly socket: Socket; readonly text: () => string } {
  let text = ''
  const socket = connect(port, '127.0.0.1').on('error', () => {})
  socket.on('data', (chunk) => (text += chunk.toString('latin1')))
  onTestFinished(() => void socket.destroy())
  return { socket, text: () => text }
}

function post(name: string, headers: readonly string[] = []): string {
  const body = `{"jsonrpc":"2.0","id":1,"method":"a.${name}"}`
  const lines = ['Host: localhost', 'Content-Type: application/json', ...headers]
  return `POST /a HTTP/1.1\r\n${lines.join('\r\n')}\r\nContent-Length: ${body.length}\r\n\r\n${body}`
}

const handshake = [
  'GET /ws HTTP/1.1',
  'Host: localhost',
  'Connection: Upgrade',
  'Upgrade: websocket',
  'Sec-WebSocket-Version: 13',
  'Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==',
].join('\r\n')

test.each([
  ['an offer of HTTP/2', post('echo', ['Connection: Upgrade', 'Upgrade: h2c']), '"echoed"'],
  ['an upgrade to WebSocket', `${handshake}\r\n\r\n`, '101 Switching'],
])('%s waits for the response before it', async (_, second, expected) => {
  const serving = await serve()
  const { socket, text } = open(serving)
  socket.write(post('wait') + second)
  await serving.called
  // The server has read the second request once it has answered a later one on another connection.
  const other = open(serving)
  other.socket.write(post('echo'))
  await expect.poll(other.text).toContain('"echoed"')
  expect(text()).toBe('')
  serving.answer()
  await expect.poll(text).toContain(expected)
  expect(text().indexOf('"waited"')).toBeLessThan(text().indexOf(expected))
})

test('a connection may offer HTTP/2 with each request', async () => {
  const serving = await serve()
  const { socket, text } = open(serving)
  const [opened] = (await once(serving.server, 'connection')) as [Socket]
  const counts: number[] = []
  for (let count = 1; count <= 12; count++) {
    socket.write(post('echo', ['Connection: Upgrade', 'Upgrade: h2c']))
    await expect.poll(() => text().split('"echoed"').length - 1).toBe(count)
    counts.push(opened.listenerCount('close'))
  }
  expect(counts.at(-1)).toBe(counts[1])
})

test.each([
  ['body', post('echo').slice(0, -5)],
  ['head', 'POST /a HTTP/1.1\r\nHost: loc'],
])('closing does not wait for the rest of a request: its %s', async (_, part) => {
  const serving = await serve()
  const { socket } = open(serving)
  const connected = once(serving.server, 'connection')
  socket.write(part)
  await connected
  await serving.close()
  expect(serving.server.listening).toBe(false)
})

test('bodies that are being received hold a limited amount of memory together', async () => {
  const serving = await serve({ receivingBytes: 1_000_000 })
  let closed = 0
  const part = 'x'.repeat(300_000)
  for (let count = 0; count < 6; count++) {
    const { socket } = open(serving)
    socket.once('close', () => closed++)
    const head = 'POST /a HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json'
    socket.write(`${head}\r\nContent-Length: 400000\r\n\r\n${part}`)
  }
  await expect.poll(() => closed, { timeout: 10_000 }).toBeGreaterThan(0)
  const response = await fetch(`${serving.url}/a`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: '{"jsonrpc":"2.0","id":1,"method":"a.echo"}',
  })
  expect(await response.json()).toMatchObject({ result: 'echoed' })
})

test('a body that is slow to arrive outlasts those that stopped', async () => {
  const serving = await serve({ receivingBytes: 1_000_000 })
  let received = 0
  serving.server.on('request', (request) =>
    request.on('data', ({ length }: Buffer) => (received += length)),
  )
  const head = 'POST /a HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json'
  const body = '{"jsonrpc":"2.0","id":1,"method":"a.echo"}'.padStart(300_000)
  const { socket, text } = open(serving)
  socket.write(`${head}\r\nContent-Length: 300000\r\n\r\n`)
  for (let [at, total] = [0, 0]; at < body.length; at += 100_000) {
    socket.write(body.slice(at, at + 100_000))
    total += 100_000
    await expect.poll(() => received, { interval: 1 }).toBe(total)
    for (let count = 0; count < 3; count++) {
      open(serving).socket.write(`${head}\r\nContent-Length: 400000\r\n\r\n${'x'.repeat(290_000)}`)
      total += 290_000
      await expect.poll(() => received, { interval: 1 }).toBe(total)
    }
  }
  await expect.poll(text).toContain('"echoed"')
})

test('messages that are being received over WebSockets hold a limited amount of memory together', async () => {
  const serving = await serve({ receivingBytes: 1_000_000 })
  let closed = 0
  const part = Buffer.alloc(300_000, 'x')
  // A masked text frame of 400,000 bytes; the mask is zero.
  const frame = Buffer.alloc(14)
  frame.writeUInt16BE(0x81_ff)
  frame.writeBigUInt64BE(400_000n, 2)
  for (let count = 0; count < 6; count++) {
    const { socket } = open(serving)
    socket.once('close', () => closed++)
    const key = 'Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ=='
    socket.write(
      `GET /ws HTTP/1.1\r\nHost: localhost\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n${key}\r\n\r\n`,
    )
    await once(socket, 'data')
    socket.write(Buffer.concat([frame, part]))
  }
  await expect.poll(() => closed, { timeout: 10_000 }).toBeGreaterThan(0)
})

test('pings of a socket are not counted as parts of a message', async () => {
  const serving = await serve({ receivingBytes: 300_000 })
  const { socket, text } = open(serving)
  socket.write(`${handshake}\r\n\r\n`)
  await once(socket, 'data')
  // Masked pings of 125 bytes; the mask is zero.
  const ping = Buffer.alloc(131, 'p')
  ping.writeUInt16BE(0x89_fd)
  ping.writeUInt32BE(0, 2)
  const pongs = (): number => text().split('p'.repeat(125)).length - 1
  for (let count = 100; count <= 3000; count += 100) {
    socket.write(Buffer.concat(Array<Buffer>(100).fill(ping)))
    await expect.poll(pongs, { interval: 1, timeout: 10_000 }).toBe(count)
  }
  const other = open(serving)
  const head = 'POST /a HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json'
  other.socket.write(`${head}\r\nContent-Length: 250000\r\n\r\n${' '.repeat(200_000)}`)
  other.socket.write(`{"jsonrpc":"2.0","id":1,"method":"a.echo"}`.padEnd(50_000))
  await expect.poll(other.text, { timeout: 10_000 }).toContain('"echoed"')
  expect(socket.destroyed).toBe(false)
})

test('a body takes little memory, however many parts it has', async () => {
  setFlagsFromString('--expose-gc')
  // Safe cast: the flag defines the function.
  const collect = runInNewContext('gc') as () => void
  const serving = await serve()
  let received = 0
  serving.server.on('request', (request) => request.on('data', () => received++))
  const { socket, text } = open(serving)
  const head = 'POST /a HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json'
  socket.write(`${head}\r\nTransfer-Encoding: chunked\r\n\r\n`)
  collect()
  const { heapUsed } = process.memoryUsage()
  const parts = '1\r\n \r\n'.repeat(10_000)
  for (let count = 10_000; count <= 300_000; count += 10_000) {
    socket.write(parts)
    await expect.poll(() => received, { interval: 1, timeout: 10_000 }).toBe(count)
  }
  collect()
  expect(process.memoryUsage().heapUsed - heapUsed).toBeLessThan(10e6)
  const call = '{"jsonrpc":"2.0","id":1,"method":"a.echo"}'
  socket.write(`${call.length.toString(16)}\r\n${call}\r\n0\r\n\r\n`)
  await expect.poll(text, { timeout: 10_000 }).toContain('"echoed"')
})
