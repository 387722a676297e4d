import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { streamableHttp } from '@rpcloom/rpc/channels'
import { listen } from '@rpcloom/rpc/node'
import { type Attached, type Context, type Dispatcher, specDialect } from '@rpcloom/rpc/server'
import { eventsOf } from './channel-events.ts'
import { clientOf, handlersOf, type Program, serverOf } from './ends.mjs'

type Fetch = (url: string, init: RequestInit) => Promise<Response>

/** The adapters of a server: `fetch` of the client sends requests to it. */
const adapters: readonly (readonly [string, (server: Dispatcher) => Promise<Fetch>])[] = [
  [
    'node:http',
    async (server) => {
      const { url, close } = await listen(server)
      onTestFinished(close)
      return (path, init) => fetch(url + path, init)
    },
  ],
  ['fetch', async (server) => (path, init) => server.fetch(new Request(`http://a${path}`, init))],
]

const accept = 'application/json, text/event-stream'

function post(
  send: Fetch,
  message: object,
  headers: Record<string, string> = { accept },
): Promise<Response> {
  return send('/editor', {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify({ jsonrpc: '2.0', ...message }),
  })
}

describe.each(adapters)('over %s', (_, adapter) => {
  test('handlers call the caller and report progress before they respond', async () => {
    const logged: string[] = []
    const log = ({ message }: { readonly message: string }): unknown => logged.push(message)
    const send = await adapter(serverOf())
    const peer = clientOf(streamableHttp('/editor', { fetch: send }), { handlers: { log } })
    expect(await peer.echo({ value: 1 })).toBe(1)
    const calls = Array.from({ length: 20 }, (_unused, value) => peer.back({ value }))
    expect(await Promise.all(calls)).toEqual(calls.map((_call, value) => value * 2 + 1))
    const seen: unknown[] = []
    const onProgress = (value: unknown): unknown => seen.push(value)
    expect(await peer.steps({ count: 3 }, { onProgress })).toBe(3)
    expect(seen).toEqual([{ n: 1 }, { n: 2 }, { n: 3 }])
    await peer.note({ n: 1 })
    await expect.poll(() => logged).toEqual(['noted 1'])
    await peer.close()
  })

  test('the caller reports the progress of a call back', async () => {
    const seen: unknown[] = []
    const back = async (_params: object, ctx: { readonly client: Program }): Promise<unknown> =>
      ctx.client.wait({ onProgress: (value) => seen.push(value) })
    // Progress and response are requests of their own, which may overtake each other.
    const wait = async (_params: object, ctx: Pick<Context, 'progress'>): Promise<string> => {
      ctx.progress({ n: 1 })
      await expect.poll(() => seen).toEqual([{ n: 1 }])
      return 'done'
    }
    const send = await adapter(serverOf({ handlers: { ...handlersOf(), back } }))
    const peer = clientOf(streamableHttp('/editor', { fetch: send }), { handlers: { wait } })
    expect(await peer.back({ value: 1 })).toBe('done')
    const guessed = { token: 1, value: 'guessed' }
    const stray = await post(send, { method: '$/progress', params: guessed }, {})
    expect(await stray.text()).toBe('')
    expect(seen).toEqual([{ n: 1 }])
    await peer.close()
  })

  test('only a caller that accepts it gets an event stream, and only if it has events', async () => {
    const send = await adapter(serverOf({ dialect: () => mcp }))
    const plain = await post(send, { id: 1, method: 'back', params: { value: 1 } }, {})
    expect(await plain.json()).toMatchObject({ id: 1, error: { code: -32603 } })
    const without = await post(send, { id: 1, method: 'echo' })
    expect(without.headers.get('content-type')).toBe('application/json')
    const notification = await post(send, { method: 'note', params: { n: 1 } }, {})
    expect([notification.status, await notification.text()]).toEqual([202, ''])
  })

  test('the dialect decides on the status of an error', async () => {
    const { echo: _echo, ...handlers } = handlersOf()
    const send = await adapter(serverOf({ handlers, dialect: () => statuses }))
    const statusOf = async (message: object): Promise<number> => (await post(send, message)).status
    const unknown = { jsonrpc: '2.0', id: 1, method: 'unknown' }
    expect(await statusOf(unknown)).toBe(404)
    expect(await statusOf({ ...unknown, method: 'fail' })).toBe(200)
    expect(await statusOf({ ...unknown, method: 'noted' })).toBe(200)
    const batch = { method: 'POST', headers: { 'content-type': 'application/json' } }
    const body = JSON.stringify([unknown])
    expect((await send('/editor', { ...batch, body })).status).toBe(200)
    // The error ends its call, and the channel stays open.
    const peer = clientOf(streamableHttp('/editor', { fetch: send }))
    await expect(peer.echo({ value: 1 })).rejects.toMatchObject({ code: -32601 })
    expect(await peer.noted()).toEqual([])
    await peer.close()
  })

  test('a cancelled call closes its request, before and after its first event', async () => {
    const handlers = handlersOf()
    const steps = (params: never, ctx: Context): unknown => {
      ctx.progress({ n: 1 })
      return handlers['hang']?.(params, ctx as Context<never>)
    }
    const send = await adapter(serverOf({ handlers: { ...handlers, steps }, cancel: undefined }))
    const peer = clientOf(streamableHttp('/editor', { fetch: send }), { cancel: undefined })
    const [first, second] = [new AbortController(), new AbortController()]
    const calls = Promise.allSettled([
      peer.hang({ signal: first.signal }),
      peer.steps({ count: 1 }, { signal: second.signal, onProgress: () => second.abort('two') }),
    ])
    await expect.poll(() => handlers.started.includes('aborted')).toBe(true)
    expect(handlers.started).toEqual(['hang', 'hang', 'aborted'])
    first.abort('one')
    expect(await calls).toMatchObject([{ reason: 'one' }, { reason: 'two' }])
    await expect.poll(() => handlers.started.length).toBe(4)
    expect(await peer.echo({ value: 1 })).toBe(1)
    await peer.close()
  })

  test('responses of others are ignored, and the end of a request ends its calls', async () => {
    const errors: string[] = []
    const back = async (_params: object, ctx: { readonly client: Program }): Promise<void> => {
      await ctx.client.wait().catch((error: unknown) => errors.push(String(error)))
    }
    const send = await adapter(
      serverOf({ handlers: { ...handlersOf(), back }, dialect: () => mcp }),
    )
    const abort = new AbortController()
    const response = await send('/editor', {
      method: 'POST',
      headers: { 'content-type': 'application/json', accept },
      body: '{"jsonrpc":"2.0","id":1,"method":"back"}',
      signal: abort.signal,
    })
    const reader = response.body?.getReader()
    const text = new TextDecoder().decode((await reader?.read())?.value)
    expect(text).toMatch(/^data: \{"jsonrpc":"2.0","id":\d{9,16},"method":"wait"\}\n\n$/)
    const stray = await post(send, { id: 1, result: 'guessed' })
    expect(await stray.json()).toMatchObject({ error: { code: -32600 } })
    await reader?.cancel()
    abort.abort()
    await expect.poll(() => errors).toEqual([expect.stringContaining('The call has ended')])
  })
})

describe.each(adapters)('over %s, a stream outside of calls', (_, adapter) => {
  test('is opened by the client, and lets the server call it at any time', async () => {
    const connections: Attached<Program>[] = []
    const connected = (connection: Attached<Program>): unknown => connections.push(connection)
    const send = await adapter(serverOf({ connected }))
    const logged: string[] = []
    const log = ({ message }: { readonly message: string }): unknown => logged.push(message)
    const peer = clientOf(streamableHttp('/editor', { fetch: send }), { handlers: { log } })
    await peer.echo({ value: 1 })
    expect(connections.length).toBe(0)
    await peer.note({ n: 1 })
    await expect.poll(() => connections.length).toBe(1)
    const [connection] = connections
    expect(await connection?.client.twice({ value: 21 })).toBe(42)
    await connection?.client.log({ message: 'outside' })
    await expect.poll(() => logged).toContain('outside')
    await peer.note({ n: 2 })
    await peer.echo({ value: 1 })
    expect(connections.length).toBe(1)
    await peer.close()
    expect(await connection?.closed).toBeInstanceOf(Error)
  })

  test('is opened again after the server ended it', async () => {
    const connections: Attached<Program>[] = []
    const connected = (connection: Attached<Program>): unknown => connections.push(connection)
    const send = await adapter(serverOf({ connected, limits: { resumeMs: 20 } }))
    // A proxy tells the client to come back at once.
    const soon: Fetch = async (url, init) =>
      replaced(await send(url, init), 'retry: 1000', 'retry: 1')
    const peer = clientOf(streamableHttp('/editor', { fetch: soon }))
    await peer.note({ n: 1 })
    await expect.poll(() => connections.length).toBe(1)
    await connections[0]?.close()
    // The events of a closed stream are no longer kept.
    await expect.poll(() => connections.length).toBe(2)
    expect(await connections[1]?.client.twice({ value: 1 })).toBe(2)
    expect(await peer.echo({ value: 1 })).toBe(1)
    await peer.close()
  })

  test('is offered only to callers of allowed origins, and only with the option', async () => {
    const headers = { accept: 'text/event-stream' }
    const without = await adapter(serverOf())
    expect((await without('/editor', { headers })).status).toBe(405)
    const send = await adapter(serverOf({ connected: () => undefined }))
    const foreign = { ...headers, origin: 'https://other.example' }
    expect((await send('/editor', { headers: foreign })).status).toBe(403)
    expect((await send('/editor', { headers: { accept: 'text/html' } })).status).toBe(405)
    expect((await send('/other', { headers })).status).toBe(404)
  })

  test('a failing hook does not end the connection', async () => {
    const log: unknown[] = []
    const connected = (): never => {
      throw new Error('broken')
    }
    const send = await adapter(
      serverOf({ connected, log: (...entry: unknown[]) => log.push(entry) }),
    )
    const response = await send('/editor', { headers: { accept: 'text/event-stream' } })
    expect(response.status).toBe(200)
    await response.body?.cancel()
    expect(log).toMatchObject([['error', 'The hook `connected` failed', { error: {} }]])
  })
})

/** Returns a response in which a text of the body is replaced. */
function replaced(response: Response, from: string, to: string): Response {
  const decoder = new TextDecoderStream()
  const changed = new TransformStream<string, string>({
    transform: (chunk, output) => output.enqueue(chunk.replace(from, to)),
  })
  const body = response.body?.pipeThrough(decoder).pipeThrough(changed)
  return new Response(body?.pipeThrough(new TextEncoderStream()), response)
}

describe.each(adapters)('over %s, a stream whose connection was lost', (_, adapter) => {
  const limits = { resumeMs: 5000 }

  /** Returns a `fetch` whose event streams of POSTs end, or fail, after some events. */
  function losing(send: Fetch, events: number, error?: Error): { send: Fetch; asked: string[] } {
    const asked: string[] = []
    return {
      asked,
      async send(url, init) {
        asked.push(`${init.method} ${new Headers(init.headers).get('last-event-id') ?? ''}`)
        const response = await send(url, init)
        if (init.method !== 'POST' || !response.headers.get('content-type')?.includes('stream'))
          return replaced(response, 'retry: 1000', 'retry: 1')
        const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader()
        let left = events
        const body = new ReadableStream<string>({
          async pull(controller) {
            const { done, value = '' } = (await reader?.read()) ?? { done: true }
            controller.enqueue(value.replace('retry: 1000', 'retry: 1'))
            left -= value.split('\n\n').length - 1
            if (!done && left > 0) return
            await reader?.cancel()
            if (error && !done) controller.error(error)
            else controller.close()
          },
        })
        return new Response(body.pipeThrough(new TextEncoderStream()), response)
      },
    }
  }

  test.each([
    [1, undefined],
    [3, undefined],
    [3, new TypeError('terminated')],
  ])('is resumed without losing an event (%d, %s)', async (events, error) => {
    const lossy = losing(await adapter(serverOf({ limits })), events, error)
    const channel = streamableHttp('/editor', { fetch: lossy.send, reconnect: { baseMs: 1 } })
    const peer = clientOf(channel)
    const seen: unknown[] = []
    const onProgress = (value: unknown): unknown => seen.push(value)
    expect(await peer.steps({ count: 5 }, { onProgress })).toBe(5)
    expect(seen).toEqual([1, 2, 3, 4, 5].map((n) => ({ n })))
    expect(lossy.asked).toEqual(['POST ', expect.stringMatching(/^GET [\da-f-]{36}\/\d$/)])
    await peer.close()
  })

  test('keeps its handler and its calls until the time limit', async () => {
    const aborted: number[] = []
    let calls = 0
    const hang = (_params: object, ctx: Context): Promise<never> => {
      const call = ++calls
      ctx.signal.addEventListener('abort', () => aborted.push(call))
      ctx.progress({ n: 1 })
      return new Promise(() => {})
    }
    const send = await adapter(
      serverOf({ handlers: { ...handlersOf(), hang }, limits: { resumeMs: 80 } }),
    )
    const response = await post(send, { id: 1, method: 'hang' })
    const reader = response.body?.getReader()
    const text = new TextDecoder().decode((await reader?.read())?.value)
    expect(text).toMatch(/^id: [\da-f-]+\/0\nretry: \d+\ndata:\n\n/)
    await reader?.cancel()
    await new Promise((resolve) => setTimeout(resolve, 20))
    expect(aborted).toEqual([])
    await expect.poll(() => aborted).toEqual([1])
  })

  test.each(['x', 'x/0', '/', `${'0'.repeat(36)}/1`, 'a/-1', 'a/NaN'])(
    'cannot be resumed from the unknown event %s',
    async (id) => {
      const send = await adapter(serverOf({ limits }))
      const headers = { accept: 'text/event-stream', 'last-event-id': id }
      const response = await send('/editor', { headers })
      expect([response.status, await response.text()]).toEqual([404, 'unknown event stream'])
    },
  )
})

test.each([
  ['one', 'one'],
  ['€1', 'â\u0082¬1'],
])(
  'the stream of a batch is followed until all calls have a response, from event %s',
  async (first, sent) => {
    const asked: string[] = []
    const responseTo = (id: number): string => JSON.stringify({ jsonrpc: '2.0', id, result: id })
    const fetch: Fetch = (_url, init) => {
      asked.push(`${init.method} ${new Headers(init.headers).get('last-event-id') ?? ''}`)
      const [id, event] = init.method === 'POST' ? [1, first] : [2, 'two']
      return Promise.resolve(
        new Response(`id: ${event}\nretry: 1\ndata: ${responseTo(id)}\n\n`, {
          headers: { 'content-type': 'text/event-stream' },
        }),
      )
    }
    const channel = streamableHttp('http://127.0.0.1/', { fetch, reconnect: { baseMs: 1 } })
    const received: string[] = []
    const errors: unknown[] = []
    channel.listen(
      eventsOf(
        (one) => received.push(one),
        (error) => errors.push(error),
      ),
    )
    const call = (id: number): object => ({ jsonrpc: '2.0', id, method: 'echo' })
    channel.send(JSON.stringify([call(1), call(2)]))
    await expect.poll(() => received).toEqual([responseTo(1), responseTo(2)])
    await new Promise((resolve) => setTimeout(resolve, 20))
    expect(asked).toEqual(['POST ', `GET ${sent}`])
    expect(errors).toEqual([])
    channel.close()
  },
)

test('a session is sent with every request, and ended with the channel', async () => {
  const asked: string[] = []
  const fetch: Fetch = async (_url, init) => {
    const session = new Headers(init.headers).get('mcp-session-id')
    asked.push(`${init.method} ${session}`)
    const { id } = JSON.parse(typeof init.body === 'string' ? init.body : '{}') as { id?: number }
    const headers = { 'mcp-session-id': 's1', 'content-type': 'application/json' }
    if (id === undefined) return new Response('', { status: 202, headers })
    return new Response(JSON.stringify({ jsonrpc: '2.0', id, result: 1 }), { headers })
  }
  const peer = clientOf(streamableHttp('http://127.0.0.1/', { fetch }))
  await peer.echo({ value: 1 })
  await peer.note({ n: 1 })
  await expect.poll(() => asked.length).toBe(3)
  await peer.close()
  await expect.poll(() => asked).toEqual(['POST null', 'POST s1', 'GET s1', 'DELETE s1'])
})

const mcp = { ...specDialect, http: { ...specDialect.http, emptyStatus: 202 } } as const

/** Has status 404 for unknown methods. */
const statuses = {
  ...specDialect,
  http: {
    ...specDialect.http,
    errorStatus: ({ code }: { readonly code: number }) => (code === -32601 ? 404 : 200),
  },
} as const

describe('streamableHttp', () => {
  async function serverWith(listener: RequestListener): Promise<string> {
    const server = createServer(listener).listen(0, '127.0.0.1')
    onTestFinished(() => void server.close())
    await new Promise((resolve) => server.once('listening', resolve))
    return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  }

  test.each([
    ['status 500', { type: 'application/json', status: 500, body: '{}' }],
    [
      'ended before',
      { type: 'text/event-stream', status: 200, body: 'data: {"method":"log"}\n\n' },
    ],
    ['ended before', { type: 'text/event-stream', status: 200, body: '' }],
  ])('fails the calls: %s', async (message, { type, status, body }) => {
    const url = await serverWith((_request, response) => {
      response.writeHead(status, { 'content-type': type }).end(body)
    })
    const peer = clientOf(streamableHttp(url))
    await expect(peer.echo({ value: 1 })).rejects.toThrow(message)
    expect(await peer.closed).toBeInstanceOf(Error)
  })

  test.each([
    ['a response', 200, 'exceeds 1000 characters'],
    ['an error', 500, 'status 500'],
  ])('does not read %s without an end', async (_, status, message) => {
    const closed: string[] = []
    const url = await serverWith((_request, response) => {
      response.writeHead(status, { 'content-type': 'application/json' })
      const timer = setInterval(() => response.write(' '.repeat(500)), 1)
      response.on('close', () => {
        clearInterval(timer)
        closed.push('closed')
      })
    })
    const peer = clientOf(streamableHttp(url, { maxLength: 1000 }))
    await expect(peer.echo({ value: 1 })).rejects.toThrow(message)
    await expect.poll(() => closed).toEqual(['closed'])
  })

  test.each(['application/json', 'text/event-stream'])(
    'ends the request of a batch only when all its calls are cancelled: %s',
    async (type) => {
      const requests: { signal: AbortSignal; respond: (text: string) => void }[] = []
      const fetch: Fetch = (_url, { signal }) =>
        new Promise((resolve, reject) => {
          const text = (body: string): string =>
            type.includes('json') ? body : `data: ${body}\n\n`
          const headers = { 'content-type': type }
          const respond = (body: string): void => resolve(new Response(text(body), { headers }))
          if (!signal) return
          requests.push({ signal, respond })
          signal.addEventListener('abort', () => reject(signal.reason as Error))
        })
      const received: string[] = []
      const channel = streamableHttp('http://127.0.0.1/', { fetch })
      channel.listen(eventsOf((text) => received.push(text ?? '')))
      const batchOf = (ids: readonly number[]): string =>
        JSON.stringify(ids.map((id) => ({ jsonrpc: '2.0', id, method: 'hang' })))
      channel.send(batchOf([1, 2]))
      channel.send(batchOf([3, 4]))
      const [first, second] = requests
      channel.cancel?.(1)
      channel.cancel?.(3)
      channel.cancel?.(3)
      expect(requests.map(({ signal }) => signal.aborted)).toEqual([false, false])
      channel.cancel?.(4)
      expect(second?.signal.aborted).toBe(true)
      const response = '[{"jsonrpc":"2.0","id":2,"result":"two"}]'
      first?.respond(response)
      await expect.poll(() => received).toEqual([response])
      expect(first?.signal.aborted).toBe(false)
    },
  )

  test('reads events with any line ends, in any parts', async () => {
    const events =
      ': comment\r\nevent: message\r\ndata: {"jsonrpc":"2.0","id":ID,\r\ndata:"result":"ü"}\r\n\r\n'
    const url = await serverWith((request, response) => {
      let text = ''
      request.on('data', (chunk: Buffer) => (text += chunk.toString()))
      request.on('end', () => {
        const { id } = JSON.parse(text) as { readonly id: number }
        response.writeHead(200, { 'content-type': 'text/event-stream' })
        for (const byte of Buffer.from(events.replace('ID', `${id}`)))
          response.write(Buffer.of(byte))
        response.end()
      })
    })
    expect(await clientOf(streamableHttp(url)).echo({ value: 1 })).toBe('ü')
  })

  describe('whose streams end early', () => {
    const headers = { 'content-type': 'text/event-stream' }
    const reconnect = { attempts: 3, baseMs: 17, random: () => 1 }

    /** Returns a `fetch` whose streams have these events, and the methods of its requests. */
    function ending(posted: string, listened: string): { send: Fetch; asked: string[] } {
      const asked: string[] = []
      const send: Fetch = async (_url, { method = '', body }) => {
        asked.push(method)
        if (method === 'GET') return new Response(listened, { headers })
        const isCall = typeof body === 'string' && body.includes('"id"')
        return isCall ? new Response(posted, { headers }) : new Response('', { status: 202 })
      }
      return { send, asked }
    }

    test('fails a call when no attempt is left, and waits longer before each', async () => {
      const waits = vi.spyOn(globalThis, 'setTimeout')
      onTestFinished(() => waits.mockRestore())
      const { send, asked } = ending('id: 1\ndata:\n\n', 'retry: 20\n\n')
      const peer = clientOf(streamableHttp('http://127.0.0.1/', { fetch: send, reconnect }))
      await expect(peer.hang()).rejects.toThrow('lost too often')
      expect(asked).toEqual(['POST', 'GET', 'GET', 'GET'])
      // The server asks for at least 20 ms.
      const times = waits.mock.calls.map(([, ms]) => ms)
      expect(times.filter((ms) => [17, 20, 34, 68].includes(ms ?? 0))).toEqual([17, 34, 68])
    })

    test('stops listening when no attempt is left, and goes on with calls', async () => {
      const { send, asked } = ending('', '')
      const peer = clientOf(streamableHttp('http://127.0.0.1/', { fetch: send, reconnect }))
      await peer.note({ n: 1 })
      await expect.poll(() => asked.length).toBe(5)
      await new Promise((resolve) => setTimeout(resolve, 200))
      await peer.note({ n: 2 })
      await expect.poll(() => asked).toEqual(['POST', 'GET', 'GET', 'GET', 'GET', 'POST'])
      await peer.close()
    })

    test('goes on as long as each has a message', async () => {
      const log = '{"jsonrpc":"2.0","method":"log","params":{"message":"polled"}}'
      const { send, asked } = ending('id: 1\ndata:\n\n', `id: 2\ndata: ${log}\n\n`)
      const once = { ...reconnect, attempts: 1, baseMs: 1 }
      const peer = clientOf(streamableHttp('http://127.0.0.1/', { fetch: send, reconnect: once }))
      const call = peer.hang()
      await expect.poll(() => asked.length).toBeGreaterThan(6)
      await peer.close()
      await expect(call).rejects.toThrow('closed')
    })
  })

  test('passes on no event without data', async () => {
    const message = '{"jsonrpc":"2.0","id":1,"result":"ü"}'
    const url = await serverWith((_request, response) => {
      response.writeHead(200, { 'content-type': 'text/event-stream' })
      response.end(`id: 1\ndata: \n\nretry: 5\n\nid: 2\ndata: ${message}\n\n`)
    })
    const received: unknown[] = []
    const channel = streamableHttp(url)
    channel.listen(eventsOf((text) => received.push(text)))
    channel.send('{"jsonrpc":"2.0","id":1,"method":"echo"}')
    await expect.poll(() => received.length).toBeGreaterThan(0)
    expect(received).toEqual([message])
  })
})
