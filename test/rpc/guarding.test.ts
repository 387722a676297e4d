import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { afterEach, describe, expect, test } from 'vitest'
import { WebSocket } from 'ws'
import {
  createDispatcher,
  memoryLimiter,
  rateLimit,
  RpcError,
  Unauthorized,
  type Context,
} from '@rpcloom/rpc/server'
import { listen, type Listening, type ListenOptions } from '@rpcloom/rpc/node'
import { dispatcher, group, method } from './server-fixture.ts'
import { streaming } from './stream-fixture.ts'

const call = (name: string, params: unknown = {}, id: unknown = 1): string =>
  JSON.stringify({ jsonrpc: '2.0', id, method: name, params })

const open: { close(): unknown }[] = []
afterEach(async () => {
  for (const one of open.splice(0).reverse()) await one.close()
})

async function start(options: ListenOptions): Promise<Listening> {
  const listening = await listen(streaming().dispatcher, options)
  open.push(listening)
  return listening
}

function post({ url }: Listening, headers: Record<string, string>): Promise<Response> {
  return fetch(`${url}/rpc`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: call('eth_echo', ['me']),
  })
}

const upgrade = [
  'GET /ws HTTP/1.1',
  'Host: 127.0.0.1',
  'Upgrade: websocket',
  'Connection: Upgrade',
  'Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==',
  'Sec-WebSocket-Version: 13',
  '',
  '',
].join('\r\n')

describe('authentication', () => {
  const token = async ({
    headers,
  }: {
    headers: { authorization?: string | undefined }
  }): Promise<string> => {
    await new Promise((resolve) => setTimeout(resolve, 1))
    if (headers.authorization !== 'Bearer secret') throw new Unauthorized('Bearer')
    return 'the owner'
  }

  test('happens before the request is read, over HTTP', async () => {
    const listening = await start({ authenticate: token })
    const refused = await post(listening, {})
    expect([refused.status, refused.headers.get('www-authenticate')]).toEqual([401, 'Bearer'])
    expect(await (await post(listening, { authorization: 'Bearer secret' })).json()).toMatchObject({
      result: 'me',
    })
  })

  test('happens before the request is read, over WebSocket', async () => {
    const listening = await start({ authenticate: token })
    const url = `${listening.url.replace('http', 'ws')}/ws`
    const refused = new WebSocket(url)
    refused.on('error', () => {})
    const [, response] = (await once(refused, 'unexpected-response')) as [
      unknown,
      { statusCode: number },
    ]
    expect(response.statusCode).toBe(401)
    const socket = new WebSocket(url, { headers: { authorization: 'Bearer secret' } })
    open.push({ close: () => socket.terminate() })
    await once(socket, 'open')
    socket.send(call('eth_echo', ['me']))
    const [data] = (await once(socket, 'message')) as [Buffer]
    expect(JSON.parse(data.toString())).toMatchObject({ result: 'me' })
  })

  test('that never finishes does not keep the server from closing', async () => {
    let asked = (): void => {}
    const waiting = new Promise<void>((resolve) => (asked = resolve))
    const listening = await start({
      graceMs: 60_000,
      authenticate: () => {
        asked()
        return new Promise(() => {})
      },
    })
    // Half-open, so that only the server can close the connection.
    const socket = connect({ port: listening.port, host: '127.0.0.1', allowHalfOpen: true })
    open.push({ close: () => socket.destroy() })
    socket.write(upgrade)
    await waiting
    const closed = listening.close()
    expect(String((await once(socket, 'data'))[0])).toMatch(/^HTTP\/1\.1 503 /)
    await closed
  })

  test('that fails for a WebSocket does not keep the connection open', async () => {
    const listening = await start({ graceMs: 60_000 })
    const socket = connect({ port: listening.port, host: '127.0.0.1', allowHalfOpen: true })
    open.push({ close: () => socket.destroy() })
    socket.write(upgrade.replace('/ws', '/nowhere'))
    expect(String((await once(socket, 'data'))[0])).toMatch(/^HTTP\/1\.1 404 /)
    await listening.close()
  })

  test('that throws responds with 500 and without internals', async () => {
    const listening = await start({
      authenticate: () => {
        throw new Error('secret detail')
      },
      log: () => {},
    })
    const response = await post(listening, {})
    expect([response.status, await response.text()]).toEqual([500, ''])
  })

  test('of a keystore user uses the params', async () => {
    const users = group({
      key: 'keystore',
      methods: [
        method({
          name: 'keystore.whoami',
          order: ['username', 'password'],
          required: ['username', 'password'],
          auth: 'keystore',
        }),
        method({ name: 'keystore.open', member: 'open' }),
      ],
    })
    const server = createDispatcher({
      groups: [users],
      handlers: {
        keystore: {
          whoami: (_: object, { auth }: Context) => auth,
          open: (_: object, { auth }: Context) => auth ?? 'nobody',
        },
      },
      authenticateUser: async ({ scheme, params: { username, password } }) => {
        if (scheme !== 'keystore' || password !== 'right')
          throw new RpcError(-32001, 'wrong password')
        return { username }
      },
    })
    const ask = async (params: unknown): Promise<unknown> =>
      JSON.parse((await server.handle(call('keystore.whoami', params))) ?? '')
    expect(await ask({ username: 'bob', password: 'right' })).toMatchObject({
      result: { username: 'bob' },
    })
    expect(await ask({ username: 'bob', password: 'wrong' })).toMatchObject({
      error: { code: -32001 },
    })
    expect(await ask({})).toMatchObject({ error: { code: -32602 } })
    expect(await server.handle(call('keystore.open'))).toContain('"nobody"')
  })
})

describe('rate limits', () => {
  test('a bucket in memory refills with time, and each call of a batch counts', async () => {
    let now = 0
    const limiter = memoryLimiter({ points: 3, durationMs: 3000 }, () => now)
    const server = dispatcher({ middleware: [rateLimit({ limiter })] })
    const ask = async (remote: string, count: number): Promise<unknown> => {
      const batch = Array.from({ length: count }, (_, id) => call('info.empty', {}, id))
      return JSON.parse((await server.handle(`[${batch.join()}]`, { remote })) ?? '')
    }
    expect(await ask('a', 4)).toMatchObject([
      { result: {} },
      { result: {} },
      { result: {} },
      { error: { code: -32005, data: { retryAfterMs: 1000 } } },
    ])
    expect(await ask('b', 1)).toMatchObject([{ result: {} }])
    now = 1000
    expect(await ask('a', 2)).toMatchObject([{ result: {} }, { error: { code: -32005 } }])
  })

  test('callers without a key are not counted', async () => {
    const limiter = memoryLimiter({ points: 1, durationMs: 1000 })
    const server = dispatcher({ middleware: [rateLimit({ limiter })] })
    for (let n = 0; n < 5; n++) expect(await server.handle(call('info.empty'))).toContain('result')
  })
})

describe('validated results', () => {
  const numbers = group({
    key: 'numbers',
    methods: [
      method({ name: 'n.get', member: 'get' }),
      method({ name: 'n.later', member: 'later' }),
    ],
    document: () => ({
      methods: ['n.get', 'n.later'].map((name) => ({
        name,
        params: [],
        result: {
          name: 'r',
          schema: { type: 'object', properties: { list: { items: { type: 'integer' } } } },
        },
      })),
    }),
  })

  test.each(['get', 'later'])(
    'that are invalid are internal errors, which are logged (%s)',
    async (name) => {
      const logged: unknown[] = []
      let result: unknown = { list: [1, 'two'] }
      const server = createDispatcher({
        groups: [numbers],
        handlers: { numbers: { get: () => result, later: async () => result } },
        checkResults: true,
        log: (_level, _message, fields) => logged.push(fields?.['error']),
      })
      const ask = async (): Promise<unknown> =>
        JSON.parse((await server.handle(call(`n.${name}`))) ?? '')
      expect(await ask()).toEqual({
        jsonrpc: '2.0',
        id: 1,
        error: { code: -32603, message: 'Internal error' },
      })
      expect(String(logged[0])).toContain(
        `n.${name} does not match its schema: /list/1 must be integer`,
      )
      result = { list: [1] }
      expect(await ask()).toMatchObject({ result: { list: [1] } })
    },
  )
})

describe('slow clients over HTTP', () => {
  test('that do not finish their head or body are disconnected', async () => {
    const listening = await start({
      headersTimeoutMs: 150,
      requestTimeoutMs: 300,
      idleTimeoutMs: 200,
    })
    const head = 'POST /rpc HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n'
    const cut = async (text: string): Promise<string> => {
      const socket = connect(listening.port, '127.0.0.1')
      const got: Buffer[] = []
      socket.on('data', (data: Buffer) => got.push(data)).on('error', () => {})
      socket.write(text)
      await once(socket, 'close')
      return Buffer.concat(got).toString()
    }
    expect(await cut(head)).toMatch(/^HTTP\/1.1 408/)
    expect(await cut(`${head}Content-Length: 100\r\n\r\n{"jsonrpc"`)).toMatch(/^HTTP\/1.1 408/)
    expect(await (await post(listening, {})).json()).toMatchObject({ result: 'me' })
  })

  test('that do not read their response are disconnected, and hold at most one', async () => {
    const listening = await listen(streaming().dispatcher, { readTimeoutMs: 200 })
    open.push(listening)
    const body = JSON.stringify({
      jsonrpc: '2.0',
      id: 1,
      method: 'eth_echo',
      params: ['x'.repeat(4_000_000)],
    })
    const socket = connect(listening.port, '127.0.0.1')
    socket.on('error', () => {})
    socket.pause()
    socket.write(
      `POST /rpc HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: ${body.length}\r\n\r\n${body}`,
    )
    await new Promise<void>((resolve) => {
      listening.server.once('connection', (held) => held.once('close', () => resolve()))
      const poll = setInterval(() => {
        listening.server.getConnections((_, count) => {
          if (count > 0) return
          clearInterval(poll)
          resolve()
        })
      }, 50)
    })
    socket.destroy()
  })

  test('that do not read hold a limited amount of memory together', async () => {
    const text = 'x'.repeat(4_000_000)
    const unsentBytes = 10_000_000
    const listening = await listen(streaming({ limits: { unsentBytes } }).dispatcher)
    open.push(listening)
    const held = new Set<Socket>()
    listening.server.on('connection', (socket: Socket) => {
      held.add(socket)
      socket.once('close', () => held.delete(socket))
    })
    const unsent = (): number => [...held].reduce((sum, socket) => sum + socket.writableLength, 0)
    for (let count = 1; count <= 10; count++) {
      const socket = connect(listening.port, '127.0.0.1').on('error', () => {})
      socket.pause()
      open.push({ close: () => socket.destroy() })
      const body = call('eth_echo', [text])
      socket.write(
        `POST /rpc HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: ${body.length}\r\n\r\n${body}`,
      )
    }
    const webSocket = new WebSocket(`${listening.url.replace('http', 'ws')}/ws`)
    await once(webSocket, 'open')
    webSocket.pause()
    open.push({ close: () => webSocket.terminate() })
    for (let count = 1; count <= 3; count++) webSocket.send(call('eth_echo', [text]))
    await expect.poll(() => held.size, { timeout: 10_000 }).toBeLessThan(5)
    expect(unsent()).toBeLessThan(unsentBytes)
    const response = await post(listening, {})
    expect(await response.json()).toMatchObject({ result: 'me' })
  })
})
