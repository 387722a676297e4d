import { once } from 'node:events'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { WebSocket } from 'ws'
import { listen, type Listening, type ListenOptions } from '@rpcloom/rpc/node'
import type { DispatcherOptions } from '@rpcloom/rpc/server'
import { streaming, type Seen } from './stream-fixture.ts'

interface Message {
  readonly id?: unknown
  readonly result?: unknown
  readonly error?: { readonly code: number; readonly message: string }
  readonly method?: string
  readonly params?: {
    readonly subscription: string
    readonly result?: unknown
    readonly error?: object
  }
}

const open: { close(): unknown }[] = []
afterEach(async () => {
  for (const one of open.splice(0).reverse()) await one.close()
})

async function start(
  options: Partial<DispatcherOptions> = {},
  listenOptions: ListenOptions = {},
): Promise<{ readonly listening: Listening; readonly seen: Seen; readonly url: string }> {
  const { dispatcher, seen } = streaming(options)
  const listening = await listen(dispatcher, { graceMs: 2000, ...listenOptions })
  open.push(listening)
  return { listening, seen, url: `${listening.url.replace('http', 'ws')}/ws` }
}

/** A connection of the `ws` client that queues messages. */
class Caller {
  readonly socket: WebSocket
  readonly #kept: Message[] = []
  #wake: (() => void) | undefined

  constructor(url: string, headers: Record<string, string> = {}) {
    this.socket = new WebSocket(url, { headers, perMessageDeflate: false })
    this.socket.on('message', (data: Buffer) => {
      this.#kept.push(JSON.parse(data.toString()) as Message)
      this.#wake?.()
    })
    this.socket.on('error', () => {})
  }

  static async to(url: string, headers?: Record<string, string>): Promise<Caller> {
    const caller = new Caller(url, headers)
    await once(caller.socket, 'open')
    open.push({ close: () => caller.socket.terminate() })
    return caller
  }

  async next(): Promise<Message> {
    while (this.#kept.length === 0) {
      await new Promise<void>((resolve) => {
        this.#wake = resolve
      })
    }
    return this.#kept.shift() ?? {}
  }

  ask(id: unknown, method: string, ...params: unknown[]): Promise<Message> {
    this.socket.send(JSON.stringify({ jsonrpc: '2.0', id, method, params }))
    return this.next()
  }

  async closed(): Promise<number> {
    const [code] = (await once(this.socket, 'close')) as [number]
    return code
  }
}

async function until(holds: () => boolean): Promise<void> {
  while (!holds()) await new Promise((resolve) => setTimeout(resolve, 2))
}

describe('calls over WebSocket', () => {
  test('have responses as over HTTP, only on the path of the group', async () => {
    const { url, listening } = await start()
    const caller = await Caller.to(url)
    expect(await caller.ask(1, 'eth_echo', 'ä€😀')).toMatchObject({ id: 1, result: 'ä€😀' })
    expect(await caller.ask('x', 'eth_none')).toMatchObject({ id: 'x', error: { code: -32601 } })
    caller.socket.send('{')
    expect(await caller.next()).toMatchObject({ id: null, error: { code: -32700 } })
    const lost = new WebSocket(`${listening.url.replace('http', 'ws')}/rpc`)
    const [error] = (await once(lost, 'error')) as [Error]
    expect(error.message).toContain('404')
  })

  test('in batches and as notifications', async () => {
    const { url } = await start()
    const caller = await Caller.to(url)
    caller.socket.send('{"jsonrpc":"2.0","method":"eth_echo","params":[1]}')
    caller.socket.send('[]')
    expect(await caller.next()).toMatchObject({ id: null, error: { code: -32600 } })
    caller.socket.send(
      '[{"jsonrpc":"2.0","id":1,"method":"eth_slow","params":[5]},{"jsonrpc":"2.0","id":2,"method":"eth_echo"}]',
    )
    expect(await caller.next()).toMatchObject([
      { id: 1, result: 5 },
      { id: 2, result: null },
    ])
  })

  test('accept text in binary frames; invalid UTF-8 is a parse error', async () => {
    const { url } = await start()
    const caller = await Caller.to(url)
    caller.socket.send(Buffer.from('{"jsonrpc":"2.0","id":7,"method":"eth_echo","params":["é"]}'))
    expect(await caller.next()).toMatchObject({ id: 7, result: 'é' })
    caller.socket.send(Buffer.from([0x22, 0xff, 0x22]))
    expect(await caller.next()).toMatchObject({ id: null, error: { code: -32700 } })
  })

  test('are not delayed by a slow call', async () => {
    const { url } = await start()
    const caller = await Caller.to(url)
    const first = caller.ask(1, 'eth_slow', 50)
    caller.socket.send('{"jsonrpc":"2.0","id":2,"method":"eth_echo"}')
    expect(await first).toMatchObject({ id: 2 })
    expect(await caller.next()).toMatchObject({ id: 1 })
  })

  test('are processed in limited parallel; the others wait', async () => {
    const { url, seen } = await start({ limits: { messages: 4 } })
    const caller = await Caller.to(url)
    let most = 0
    for (let id = 0; id < 40; id++) {
      caller.socket.send(JSON.stringify({ jsonrpc: '2.0', id, method: 'eth_slow', params: [1] }))
    }
    const ids = new Set<unknown>()
    while (ids.size < 40) {
      most = Math.max(most, seen.open)
      ids.add((await caller.next()).id)
    }
    expect(most).toBeLessThanOrEqual(4)
  })

  test('are aborted when the connection closes', async () => {
    const { url, seen } = await start()
    const caller = await Caller.to(url)
    caller.socket.send('{"jsonrpc":"2.0","id":1,"method":"eth_hang"}')
    await until(() => seen.open === 1)
    caller.socket.terminate()
    await until(() => seen.aborted.length === 1)
  })

  test('messages longer than the limit close the connection with 1009', async () => {
    const { url } = await start({ limits: { bodyBytes: 1000 } })
    const caller = await Caller.to(url)
    caller.socket.send('x'.repeat(1001))
    expect(await caller.closed()).toBe(1009)
  })
})

describe('subscriptions', () => {
  test('return an ID, then events, then end when the handler returns', async () => {
    const { url, seen } = await start()
    const caller = await Caller.to(url)
    const { result } = await caller.ask(1, 'eth_subscribe', 'ticks', 2)
    expect(result).toMatch(/^0x[1-9a-f][\da-f]{1,31}$/)
    for (const n of ['1', '2']) {
      expect(await caller.next()).toEqual({
        jsonrpc: '2.0',
        method: 'eth_subscription',
        params: { subscription: result, result: { n } },
      })
    }
    await until(() => seen.ended.includes('ticks'))
    expect(await caller.ask(2, 'eth_unsubscribe', result)).toMatchObject({
      id: 2,
      error: { code: -32000, message: 'subscription not found' },
    })
  })

  test('send no event after the response to eth_unsubscribe', async () => {
    const { url, seen } = await start()
    const caller = await Caller.to(url)
    const { result } = await caller.ask(1, 'eth_subscribe', 'waiting')
    expect(await caller.next()).toMatchObject({ params: { result: 'first' } })
    expect(await caller.ask(2, 'eth_unsubscribe', result)).toMatchObject({ id: 2, result: true })
    await until(() => seen.ended.includes('waiting'))
    expect(await caller.ask(3, 'eth_echo', 1)).toMatchObject({ id: 3 })
  })

  test.each([
    ['an unknown topic', ['nothing'], -32601, 'no "nothing" subscription in eth namespace'],
    [
      'a topic without a handler',
      ['unhandled'],
      -32601,
      'no "unhandled" subscription in eth namespace',
    ],
    ['no topic', [], -32602, 'expected subscription name as first argument'],
    ['a topic that is not a string', [7], -32602, 'expected subscription name as first argument'],
    [
      'a param that is invalid for the topic',
      ['picky', 'yes'],
      -32602,
      'Invalid params: /flag must be boolean',
    ],
    [
      'too many params',
      ['picky', true, 1],
      -32602,
      'Invalid params: params must have at most 2 items',
    ],
    ['a handler that fails before the first event', ['refusing'], -32603, 'Internal error'],
  ])('%s is an error', async (_, params, code, message) => {
    const { url } = await start()
    const caller = await Caller.to(url)
    expect((await caller.ask(1, 'eth_subscribe', ...params)).error).toMatchObject({ code, message })
  })

  test('end with an error without internals if the handler throws', async () => {
    const { url } = await start()
    const caller = await Caller.to(url)
    const { result: subscription } = await caller.ask(1, 'eth_subscribe', 'failing')
    expect(await caller.next()).toMatchObject({ params: { subscription, result: 1 } })
    expect((await caller.next()).params).toEqual({
      subscription,
      error: { code: -32603, message: 'Internal error' },
    })
  })

  test.each([
    ['throws a value that cannot be inspected', 'hostile', undefined],
    ['throws while the log fails', 'failing', 'disk full'],
  ])('end if the handler %s', async (_, kind, broken) => {
    const lines = vi.spyOn(console, 'error').mockReturnValue()
    const log = async (): Promise<void> => {
      if (broken !== undefined) throw new Error(broken)
    }
    const { url } = await start({ log })
    const caller = await Caller.to(url)
    await caller.ask(1, 'eth_subscribe', kind)
    await caller.next()
    expect(await caller.next()).toMatchObject({ params: { error: { code: -32603 } } })
    expect(lines).toHaveBeenCalledTimes(broken === undefined ? 0 : 1)
    lines.mockRestore()
  })

  test('are not affected by a handler that throws when it is ended', async () => {
    const { url, seen } = await start()
    const caller = await Caller.to(url)
    await caller.ask(1, 'eth_subscribe', 'stubborn')
    await caller.next()
    caller.socket.terminate()
    await until(() => seen.ended.includes('stubborn'))
    const other = await Caller.to(url)
    expect(await other.ask(2, 'eth_echo', 'still here')).toMatchObject({ result: 'still here' })
  })

  test('with invalid events end with an error if results are validated', async () => {
    const logged: string[] = []
    const { url } = await start({
      checkResults: true,
      log: (_level, _message, fields) => void logged.push(String(fields?.['error'])),
    })
    const caller = await Caller.to(url)
    await caller.ask(1, 'eth_subscribe', 'ticks', 20)
    for (let n = 1; n <= 9; n++) {
      expect(await caller.next()).toMatchObject({ params: { result: { n: `${n}` } } })
    }
    expect(await caller.next()).toMatchObject({ params: { error: { code: -32603 } } })
    expect(logged).toEqual([
      expect.stringContaining('eth_subscribe ticks does not match its schema: /n '),
    ])
  })

  test('start after the response to their batch', async () => {
    const { url } = await start()
    const caller = await Caller.to(url)
    caller.socket.send(
      '[{"jsonrpc":"2.0","id":1,"method":"eth_subscribe","params":["ticks"]},{"jsonrpc":"2.0","id":2,"method":"eth_slow","params":[30]}]',
    )
    expect(await caller.next()).toMatchObject([{ id: 1 }, { id: 2, result: 30 }])
    expect(await caller.next()).toMatchObject({ method: 'eth_subscription' })
  })

  test('requested by a notification do not start, because no call could end them', async () => {
    const { url, seen } = await start()
    const caller = await Caller.to(url)
    caller.socket.send('{"jsonrpc":"2.0","method":"eth_subscribe","params":["flood"]}')
    expect(await caller.ask(1, 'eth_echo', 1)).toMatchObject({ id: 1 })
    expect(seen.yielded).toBe(0)
  })

  test('end with the connection', async () => {
    const { url, seen } = await start()
    const caller = await Caller.to(url)
    await caller.ask(1, 'eth_subscribe', 'waiting')
    await caller.next()
    caller.socket.close(1000)
    expect(await caller.closed()).toBe(1000)
    await until(() => seen.ended.includes('waiting'))
  })

  test('are limited per connection', async () => {
    const { url } = await start({ limits: { subscriptions: 2 } })
    const caller = await Caller.to(url)
    const ids = [(await caller.ask(1, 'eth_subscribe', 'waiting')).result]
    await caller.next()
    ids.push((await caller.ask(2, 'eth_subscribe', 'waiting')).result)
    await caller.next()
    expect(await caller.ask(3, 'eth_subscribe', 'waiting')).toMatchObject({
      error: { code: -32005 },
    })
    expect(await caller.ask(4, 'eth_unsubscribe', ids[0])).toMatchObject({ result: true })
    expect(await caller.ask(5, 'eth_subscribe', 'waiting')).toHaveProperty('result')
  })

  test('are not available over HTTP', async () => {
    const { listening } = await start()
    const ask = async (method: string, params: unknown[]): Promise<unknown> => {
      const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method, params })
      const headers = { 'content-type': 'application/json' }
      return (await fetch(`${listening.url}/rpc`, { method: 'POST', headers, body })).json()
    }
    const error = { code: -32601, message: 'notifications not supported' }
    expect(await ask('eth_subscribe', ['ticks'])).toEqual({ jsonrpc: '2.0', id: 1, error })
    expect(await ask('eth_unsubscribe', ['0x1'])).toEqual({ jsonrpc: '2.0', id: 1, error })
    expect(await ask('eth_echo', [1])).toMatchObject({ result: 1 })
  })
})

describe('slow readers', () => {
  test('get no more than the buffers hold, and are disconnected after a while', async () => {
    const { url, seen } = await start({ limits: { bufferedBytes: 100_000, stallMs: 300 } })
    const caller = await Caller.to(url)
    await caller.ask(1, 'eth_subscribe', 'flood', 10_000)
    caller.socket.pause()
    await until(() => seen.ended.includes('flood'))
    // Only what the buffers on both sides of the connection hold.
    expect(seen.yielded * 10_000).toBeLessThan(50_000_000)
  })

  test('get everything in order', async () => {
    const { url } = await start({ limits: { bufferedBytes: 10_000 } })
    const caller = await Caller.to(url)
    await caller.ask(1, 'eth_subscribe', 'ticks', 200)
    for (let n = 1; n <= 200; n++) {
      if (n === 50) caller.socket.pause()
      if (n === 50) setTimeout(() => caller.socket.resume(), 50)
      expect(await caller.next()).toMatchObject({ params: { result: { n: `${n}` } } })
    }
  })
})

describe('the server', () => {
  test('drains when it closes: calls in progress get responses, then 1001', async () => {
    const { url, listening, seen } = await start()
    const caller = await Caller.to(url)
    const answer = caller.ask(1, 'eth_slow', 50)
    await until(() => seen.open === 1)
    const closed = caller.closed()
    const done = listening.close()
    expect(await answer).toMatchObject({ id: 1, result: 50 })
    expect(await closed).toBe(1001)
    await done
    expect(listening.sockets.size).toBe(0)
  })

  test('closes connections that do not respond to pings', async () => {
    const { url, listening } = await start({}, { pingMs: 30 })
    const live = await Caller.to(url)
    const dead = await Caller.to(url)
    dead.socket.pause()
    await until(() => listening.sockets.size === 1)
    expect(await live.ask(1, 'eth_echo', 1)).toMatchObject({ id: 1 })
  })

  test.each([
    ['a page of another site', { origin: 'https://evil.example' }, 403],
    ['another host name', { host: 'evil.example' }, 403],
  ])('rejects %s', async (_, headers, status) => {
    const { url } = await start()
    const { socket } = new Caller(url, headers)
    const [, response] = (await once(socket, 'unexpected-response')) as [
      unknown,
      { statusCode: number },
    ]
    expect(response.statusCode).toBe(status)
  })

  test.each([
    ['of the same host', { origin: 'http://127.0.0.1' }, {}],
    ['on the list', { origin: 'https://app.example' }, { cors: ['https://app.example'] }],
  ])('accepts pages %s', async (_, { origin }, options) => {
    const { url, listening } = await start({}, options)
    const own = origin.endsWith('1') ? `${origin}:${listening.port}` : origin
    const caller = await Caller.to(url, { origin: own })
    expect(await caller.ask(1, 'eth_echo', 1)).toMatchObject({ id: 1 })
  })

  test('limits the number of connections', async () => {
    const { url } = await start({}, { maxSockets: 1 })
    await Caller.to(url)
    const { socket } = new Caller(url)
    const [, response] = (await once(socket, 'unexpected-response')) as [
      unknown,
      { statusCode: number },
    ]
    expect(response.statusCode).toBe(503)
  })
})
