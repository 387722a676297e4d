import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { request } from 'node:http'
import { describe, expect, onTestFinished, test } from 'vitest'
import { WebSocketServer } from 'ws'
import { type Channel, pair, socket, stdio, streamableHttp } from '@rpcloom/rpc/channels'
import { listen } from '@rpcloom/rpc/node'
import type { Attached, Context } from '@rpcloom/rpc/server'
import { eventsOf } from './channel-events.ts'
import { clientOf, handlersOf, type Program, serverOf } from './ends.mjs'

const deep = `${'['.repeat(30_000)}${']'.repeat(30_000)}`

/** Attaches a server to one end of a channel. Returns the other end, and what arrives there. */
function attached(handlers: Readonly<Record<string, unknown>> = {}): {
  readonly near: Channel
  readonly received: unknown[]
} {
  const [near, far] = pair()
  serverOf({ handlers: { ...handlersOf(), ...handlers } }).attach(far)
  const received: unknown[] = []
  near.listen(eventsOf((text) => received.push(JSON.parse(text))))
  return { near, received }
}

const echo = '{"jsonrpc":"2.0","id":1,"method":"echo","params":{"value":1}}'

test('a cancellation whose ID is too deep to be written is ignored', async () => {
  const { near, received } = attached()
  near.send(`{"jsonrpc":"2.0","method":"$/cancelRequest","params":{"id":${deep}}}`)
  near.send(echo)
  await expect.poll(() => received).toMatchObject([{ id: 1, result: 1 }])
})

describe('a result with a member that throws', () => {
  const bad = {
    get x(): never {
      throw new Error('not loaded')
    },
  }
  test.each([
    ['at once', () => bad],
    ['later', async () => bad],
  ])('is an error of its call: %s', async (_, made) => {
    const { near, received } = attached({ echo: made })
    near.send(echo)
    near.send(`[${echo.replace('"id":1', '"id":2')}]`)
    await expect.poll(() => received.length).toBe(2)
    expect(received.flat()).toMatchObject([
      { id: 1, error: { code: -32603 } },
      { id: 2, error: { code: -32603 } },
    ])
  })
})

test('a process that has ended before its channel is listened to ends the peer', async () => {
  const child = spawn(process.execPath, ['-e', 'process.exit(3)'], {
    stdio: ['pipe', 'pipe', 'inherit'],
  })
  child.stdout.resume()
  await once(child, 'close')
  const peer = clientOf(stdio(child, 'lines'))
  await expect(peer.echo({ value: 1 })).rejects.toThrow('The process ended (3)')
  expect(String(await peer.closed)).toContain('The process ended (3)')
})

test('responses in an array that is posted reach the handler that waits', async () => {
  const { url, close } = await listen(serverOf())
  onTestFinished(close)
  const inArrays = async (path: string, init: RequestInit): Promise<Response> => {
    const { body } = init
    const isResponse = typeof body === 'string' && !body.includes('"method"')
    return fetch(url + path, { ...init, ...(isResponse && { body: `[${body}]` }) })
  }
  const peer = clientOf(streamableHttp('/editor', { fetch: inArrays }))
  expect(await peer.back({ value: 4 })).toBe(9)
  await peer.close()
})

test('a caller that leaves while it is authenticated gets no stream', async () => {
  let admit = (): void => {}
  const isAdmitted = new Promise<void>((resolve) => (admit = resolve))
  const connections: Attached<Program>[] = []
  const connected = (one: Attached<Program>): unknown => connections.push(one)
  let asked = 0
  const { url, close } = await listen(serverOf({ connected }), {
    authenticate: async () => {
      asked++
      await isAdmitted
    },
  })
  onTestFinished(close)
  const asking = request(`${url}/editor`, { headers: { accept: 'text/event-stream' } })
  asking.on('error', () => undefined)
  asking.end()
  await expect.poll(() => asked).toBe(1)
  asking.destroy()
  await new Promise((resolve) => setTimeout(resolve, 50))
  admit()
  await new Promise((resolve) => setTimeout(resolve, 50))
  expect(connections).toEqual([])
})

test('a stream of messages is opened again after an error of a proxy', async () => {
  const asked: string[] = []
  const statuses = [200, 503, 200]
  const headers = { 'content-type': 'text/event-stream' }
  const open: ReadableStreamDefaultController[] = []
  const peer = clientOf(
    streamableHttp('/editor', {
      reconnect: { baseMs: 1 },
      fetch: async (_url, { method = '', body }) => {
        asked.push(method)
        if (method !== 'GET') {
          const { id } = JSON.parse(typeof body === 'string' ? body : '{}') as {
            readonly id?: number
          }
          return id === undefined
            ? new Response(null, { status: 202 })
            : Response.json({ jsonrpc: '2.0', id, result: 1 })
        }
        const status = statuses.shift() ?? 200
        if (status !== 200) return new Response('no upstream', { status })
        return new Response(new ReadableStream({ start: (one) => void open.push(one) }), {
          headers,
        })
      },
    }),
  )
  await peer.note({ n: 1 })
  await expect.poll(() => open.length).toBe(1)
  open[0]?.close()
  await expect.poll(() => open.length).toBe(2)
  expect(asked.filter((method) => method === 'GET')).toHaveLength(3)
  await peer.close()
})

test('a heartbeat does not cut a long message that is arriving', async () => {
  const server = new WebSocketServer({ port: 0 })
  onTestFinished(() => new Promise<void>((resolve) => server.close(() => resolve())))
  server.on('connection', (webSocket, { socket: raw }) => {
    webSocket.on('message', (data: Buffer) => {
      const { id } = JSON.parse(data.toString()) as { readonly id: number }
      const text = JSON.stringify({ jsonrpc: '2.0', id, result: 'x'.repeat(1000) })
      // A frame that takes longer than the heartbeat waits.
      raw.write(Buffer.from([0x81, 126, text.length >> 8, text.length & 255]))
      const parts = text.match(/.{1,100}/g) ?? []
      const timer = setInterval(() => {
        const part = parts.shift()
        if (part === undefined) clearInterval(timer)
        else raw.write(part)
      }, 60)
    })
  })
  const { port } = server.address() as { readonly port: number }
  const peer = clientOf(
    socket(`ws://127.0.0.1:${port}`, {
      idle: { afterMs: 150, waitMs: 150 },
      reconnect: { attempts: 0 },
    }),
  )
  expect(await peer.echo({ value: 1 })).toBe('x'.repeat(1000))
  await peer.close()
})

test('progress that the other end does not read ends the channel', async () => {
  let reported = 0
  const steps = async (_params: object, ctx: Context<Program>): Promise<void> => {
    while (!ctx.signal.aborted && reported < 1000) {
      ctx.progress({ n: ++reported })
      await Promise.resolve()
    }
  }
  const [, far] = pair()
  let buffered = 0
  let code: number | undefined
  let deliver = (_text: string): void => {}
  serverOf({ handlers: { ...handlersOf(), steps } }).attach({
    ...far,
    send: () => void (buffered += 1_000_000),
    listen: (events) => void (deliver = (text) => events.text(text)),
    close: (given) => void (code = given),
    get bufferedAmount() {
      return buffered
    },
  })
  deliver('{"jsonrpc":"2.0","id":1,"method":"steps","params":{"count":1,"workDoneToken":7}}')
  await expect.poll(() => code).toBe(1013)
  expect(reported).toBeLessThan(100)
})
