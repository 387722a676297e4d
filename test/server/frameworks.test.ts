import { createServer as createHttpServer } from 'node:http'
import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import express from 'express'
import fastify from 'fastify'
import { Hono } from 'hono'
import { afterEach, describe, expect, test } from 'vitest'
import { WebSocket, WebSocketServer } from 'ws'
import { socket as socketChannel } from '@rpcloom/rpc/channels'
import type { Dispatcher } from '@rpcloom/rpc/server'
import { requestListener } from '@rpcloom/rpc/node'
import { createServer } from '@native-node/server'
import { serveIn as serveInExpress } from '../../examples/serving/express.ts'
import { serveIn as serveInFastify } from '../../examples/serving/fastify.ts'
import { serveIn as serveInHono } from '../../examples/serving/hono.ts'
import { worker } from '../../examples/serving/worker.ts'

const server = createServer({
  info: { getNetworkID: () => ({ networkID: 12345 }) },
  cChain: {
    eth: {
      async *newHeads() {},
      blockNumber: () => 7n,
    },
  },
})

const call = '{"jsonrpc":"2.0","id":1,"method":"info.getNetworkID"}'
const want = { jsonrpc: '2.0', id: 1, result: { networkID: '12345' } }
const request: RequestInit = {
  method: 'POST',
  headers: { 'content-type': 'application/json' },
  body: call,
}

const open: (() => unknown)[] = []
afterEach(async () => {
  for (const close of open.splice(0).reverse()) await close()
})

describe('a server inside', () => {
  test('Hono works, next to its own routes', async () => {
    const app = new Hono()
    app.get('/version', (c) => c.text('1'))
    serveInHono(app, server, '/ext')

    const response = await app.request('/ext/info', request)
    expect(await response.json()).toEqual(want)
    expect(await (await app.request('/version')).text()).toBe('1')
    expect((await app.request('/ext/info')).status).toBe(405)
  })

  test('Bun and Deno work, with an object that has fetch', async () => {
    const bun = worker(server, ['localhost'])
    const response = await bun.fetch(new Request('http://localhost/ext/info', request))
    expect(await response.json()).toEqual(want)
    const other = await bun.fetch(new Request('http://elsewhere.example/ext/info', request))
    expect(other.status).toBe(403)
  })

  test('Fastify works, and leaves the body to the server', async () => {
    const app = fastify()
    serveInFastify(app, server, '/ext')
    app.post('/echo', ({ body }) => body)
    app.get('/version', () => '1')

    const url = await app.listen()
    open.push(() => app.close())
    expect(await (await fetch(`${url}/ext/info`, request)).json()).toEqual(want)
    expect(await (await fetch(`${url}/version`)).text()).toBe('1')
    expect(await (await fetch(`${url}/echo`, request)).text()).toBe(call)
    expect(await blockNumber(`${url.replace('http', 'ws')}/ext/bc/C/ws`)).toBe('0x7')
  })

  test('Express works in front of body parsers', async () => {
    const app = express()
    serveInExpress(app, server, '/ext')
    app.use(express.json())
    app.get('/version', (_incoming, response) => void response.send('1'))

    const http = app.listen(0, '127.0.0.1')
    open.push(() => http.close())
    await once(http, 'listening')
    const url = `http://127.0.0.1:${(http.address() as AddressInfo).port}`
    expect(await (await fetch(`${url}/ext/info`, request)).json()).toEqual(want)
    expect(await (await fetch(`${url}/version`)).text()).toBe('1')
  })

  test('Express fails behind body parsers, with an error that explains why', async () => {
    const logged: unknown[] = []
    const app = express()
    app.use(express.json())
    app.use(requestListener(server, { log: (_level, _message, fields) => logged.push(fields) }))
    const http = app.listen(0, '127.0.0.1')
    open.push(() => http.close())
    await once(http, 'listening')
    const url = `http://127.0.0.1:${(http.address() as AddressInfo).port}`
    expect((await fetch(`${url}/ext/info`, request)).status).toBe(500)
    expect(String((logged[0] as { error: unknown }).error)).toContain('before any body parser')
    const used = new Request(`${url}/ext/info`, request)
    await used.text()
    await expect(server.fetch(used)).rejects.toThrow('before any body parser')
  })

  test('a WebSocketServer of ws works like any socket with its interface', async () => {
    const http = createHttpServer()
    const sockets = new WebSocketServer({ server: http })
    sockets.on('connection', (socket, { url, headers }) => {
      server.attach(socketChannel(socket), { path: url, headers })
    })
    http.listen(0, '127.0.0.1')
    await once(http, 'listening')
    open.push(() => {
      for (const socket of sockets.clients) socket.terminate()
      http.close()
    })
    const { port } = http.address() as AddressInfo
    expect(await blockNumber(`ws://127.0.0.1:${port}/ext/bc/C/ws`)).toBe('0x7')
  })
})

async function blockNumber(url: string): Promise<unknown> {
  const socket = new WebSocket(url)
  await once(socket, 'open')
  open.push(() => socket.terminate())
  socket.send('{"jsonrpc":"2.0","id":1,"method":"eth_blockNumber"}')
  const [data] = (await once(socket, 'message')) as [Buffer]
  return (JSON.parse(data.toString()) as { result: unknown }).result
}

describe('any socket', () => {
  /** A WebSocket of a platform, driven by the test. */
  class Socket {
    bufferedAmount = 0
    readonly sent: unknown[] = []
    readonly closed: unknown[] = []
    readonly #listeners = new Map<string, (event: { readonly data: unknown }) => void>()
    addEventListener(type: string, listen: (event: { readonly data: unknown }) => void): void {
      this.#listeners.set(type, listen)
    }
    send(text: string): void {
      this.sent.push(JSON.parse(text))
    }
    close(...args: unknown[]): void {
      this.closed.push(args[0])
    }
    emit(type: string, data?: unknown): void {
      this.#listeners.get(type)?.({ data })
    }
  }

  function attached(dispatcher: Dispatcher = server): Socket {
    const socket = new Socket()
    dispatcher.attach(socketChannel(socket), { path: '/ext/bc/C/ws' })
    return socket
  }

  const text = '{"jsonrpc":"2.0","id":1,"method":"eth_blockNumber"}'

  test.each([
    ['text', text],
    ['a Buffer', Buffer.from(text)],
    ['an ArrayBuffer', new TextEncoder().encode(text).buffer],
  ])('may receive %s', (_, data) => {
    const socket = attached()
    socket.emit('message', data)
    expect(socket.sent).toMatchObject([{ id: 1, result: '0x7' }])
  })

  test.each([
    ['bytes that are not UTF-8', Buffer.from([0xff])],
    ['a blob', new Blob([text])],
  ])('sends a parse error for %s', (_, data) => {
    const socket = attached()
    socket.emit('message', data)
    expect(socket.sent).toMatchObject([{ id: null, error: { code: -32700 } }])
  })

  test('is closed if it receives too much', () => {
    const socket = attached()
    socket.emit('message', 'x'.repeat(6_000_000))
    expect(socket.closed).toEqual([1009])
  })

  test.each([text, '', undefined])(
    'that cannot be paused is closed if it receives more than the queue holds: %j',
    (data) => {
      const socket = attached()
      socket.bufferedAmount = 100_000_000
      for (let n = 0; n < 300_000 && socket.closed.length === 0; n++) socket.emit('message', data)
      expect(socket.closed).toEqual([1013])
      socket.emit('message', text)
      expect(socket.sent).toEqual([])
      socket.emit('close')
    },
  )

  test('that catches up gets responses in order', async () => {
    const socket = attached()
    socket.bufferedAmount = 100_000_000
    for (let id = 0; id < 1000; id++) socket.emit('message', text.replace('1,', `${id},`))
    expect(socket.sent).toEqual([])
    socket.bufferedAmount = 0
    await expect.poll(() => socket.sent.length).toBe(1000)
    expect(socket.sent).toMatchObject(Array.from({ length: 1000 }, (_, id) => ({ id })))
    socket.emit('close')
  })
})
