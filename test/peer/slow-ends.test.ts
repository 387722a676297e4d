import { afterEach, describe, expect, test, vi } from 'vitest'
import { type Channel, pair, socket } from '@rpcloom/rpc/channels'
import type { Context } from '@rpcloom/rpc/server'
import { clientOf, handlersOf, type Program, serverOf } from './ends.mjs'
import { eventsOf } from './channel-events.ts'

interface Message {
  readonly id?: unknown
  readonly method?: string
  readonly error?: { readonly code: number }
}

const request = (id: unknown, method: string, params: object = {}): string =>
  JSON.stringify({ jsonrpc: '2.0', id, method, params })

const turn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve))

/** Attaches a connection to a server. Returns its other end, and what arrives there. */
function connectionOf(
  server: ReturnType<typeof serverOf>,
  changed: Partial<Channel> = {},
): { readonly near: Channel; readonly received: Message[] } {
  const [near, far] = pair()
  server.attach(Object.defineProperties(far, Object.getOwnPropertyDescriptors(changed)))
  const received: Message[] = []
  near.listen(eventsOf((text) => received.push(JSON.parse(text) as Message)))
  return { near, received }
}

afterEach(() => void vi.useRealTimers())

test('a peer that could not connect leaves no timer when it is closed', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  const peer = clientOf(socket('ws://127.0.0.1:9', { reconnect: { attempts: 0 } }))
  await expect(peer.echo({ value: 1 })).rejects.toThrow('Could not connect')
  await peer.close()
  vi.advanceTimersByTime(5000)
  expect(vi.getTimerCount()).toBe(0)
})

test('a response does not overtake what its handler has sent', async () => {
  const echo = (_params: object, ctx: { readonly client: Program }): string => {
    for (let n = 1; n <= 3; n++) void ctx.client.log({ message: `part ${n}` })
    return 'done'
  }
  // The channel has no room for calls.
  const { near, received } = connectionOf(serverOf({ handlers: { ...handlersOf(), echo } }), {
    bufferedAmount: 500_000,
  })
  near.send(request(1, 'echo'))
  await turn()
  expect(received).toMatchObject([
    { params: { message: 'part 1' } },
    { params: { message: 'part 2' } },
    { params: { message: 'part 3' } },
    { id: 1, result: 'done' },
  ])
})

test('a caller that does not respond to the handlers leaves room for others', async () => {
  const server = serverOf({ limits: { concurrency: 10 } })
  const hostile = connectionOf(server)
  for (let id = 1; id <= 20; id++) hostile.near.send(request(`own ${id}`, 'back', { value: id }))
  await turn()
  expect(hostile.received.filter(({ method }) => method === 'twice')).toHaveLength(5)
  expect(hostile.received.filter(({ error }) => error?.code === -32005)).toHaveLength(15)
  const other = clientOf(connectedTo(server))
  expect(await other.back({ value: 2 })).toBe(5)
})

function connectedTo(server: ReturnType<typeof serverOf>): Channel {
  const [near, far] = pair()
  server.attach(far)
  return near
}

describe('a WebSocket of a browser', () => {
  /** A WebSocket that throws what browsers throw. */
  class BrowserSocket {
    readonly #target = new EventTarget()
    closedWith: unknown
    addEventListener(type: string, listen: (event: { readonly data: unknown }) => void): void {
      this.#target.addEventListener(type, (event) => listen(event as MessageEvent))
    }
    receive(data: string): void {
      this.#target.dispatchEvent(new MessageEvent('message', { data }))
    }
    send(): void {
      throw new Error('too long')
    }
    close(code?: number): void {
      if (code !== undefined && code !== 1000 && !(code >= 3000 && code < 5000))
        throw new DOMException('The close code is not allowed', 'InvalidAccessError')
      this.closedWith = code
    }
  }

  test('is closed with a code that it accepts', async () => {
    const webSocket = new BrowserSocket()
    const connection = serverOf().attach(socket(webSocket))
    await connection.close()
    expect(webSocket.closedWith).toBe(3001)
    expect(String(await connection.closed)).toContain('The connection was closed')
  })

  test('is closed if it does not send', async () => {
    const webSocket = new BrowserSocket()
    const connection = serverOf().attach(socket(webSocket))
    webSocket.receive(request(1, 'echo'))
    const error = await connection.closed
    expect([error.message, String(error.cause)]).toEqual(['The channel failed', 'Error: too long'])
    expect(webSocket.closedWith).toBe(3011)
    await expect((connection.client as Program).log({ message: 'after the end' })).rejects.toBe(
      error,
    )
  })
})

describe('over HTTP', () => {
  const post = (
    server: ReturnType<typeof serverOf>,
    body: string,
    headers: Readonly<Record<string, string>> = {},
  ): Promise<Response> =>
    server.fetch(
      new Request('http://a/editor', {
        method: 'POST',
        body,
        headers: {
          'content-type': 'application/json',
          accept: 'application/json, text/event-stream',
          ...headers,
        },
      }),
    )
  const cancel = '{"jsonrpc":"2.0","method":"$/cancelRequest","params":{"id":1}}'

  test('a session cancels its calls', async () => {
    const handlers = handlersOf()
    const server = serverOf({ handlers })
    const [one, other] = [{ 'mcp-session-id': 'one' }, { 'mcp-session-id': 'other' }]
    const call = post(server, request(1, 'hang'), one)
    void post(server, request(1, 'hang'))
    await turn()
    await post(server, cancel, other)
    await post(server, cancel)
    expect(handlers.started).toEqual(['hang', 'hang'])
    const response = await post(server, cancel, one)
    expect(await response.text()).toBe('')
    expect(await (await call).json()).toMatchObject({ id: 1, error: { code: -32800 } })
    expect(handlers.started).toEqual(['hang', 'hang', 'aborted'])
  })

  test('long messages arrive, though they exceed the limit of unsent bytes together', async () => {
    const echo = (_params: object, ctx: { readonly client: Program }): Promise<string> => {
      for (let n = 1; n <= 3; n++) void ctx.client.log({ message: 'x'.repeat(5000) })
      return Promise.resolve('done')
    }
    const limits = { bufferedBytes: 1000 }
    const server = serverOf({ handlers: { ...handlersOf(), echo }, limits })
    const response = await post(server, request(1, 'echo'))
    const events = (await response.text()).split('\n\n')
    expect(events).toHaveLength(5)
    expect(events[3]).toBe('data: {"jsonrpc":"2.0","id":1,"result":"done"}')
  })

  test('events that are kept for callers that resume are bounded together', async () => {
    const limits = { resumeMs: 60_000, unsentBytes: 10_000 }
    const echo = async (_params: object, ctx: Pick<Context, 'progress'>): Promise<string> => {
      ctx.progress({ n: 1 })
      return 'x'.repeat(4000)
    }
    const server = serverOf({ handlers: { ...handlersOf(), echo }, limits })
    const resume = async (text: string): Promise<number> => {
      const id = /^id: (.*)$/m.exec(text)?.[1] ?? ''
      const headers = { accept: 'text/event-stream', 'last-event-id': id }
      return (await server.fetch(new Request('http://a/editor', { headers }))).status
    }
    const texts: string[] = []
    for (let id = 1; id <= 5; id++)
      texts.push(await (await post(server, request(id, 'echo'))).text())
    expect(await Promise.all(texts.map(resume))).toEqual([404, 404, 404, 200, 200])
  })
})
