import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createServer } from 'node:net'
import { PassThrough } from 'node:stream'
import { Worker } from 'node:worker_threads'
import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { ProtocolError, RpcError, TimeoutError } from '@rpcloom/rpc'
import { pair, port, socket, stdio, streamableHttp } from '@rpcloom/rpc/channels'
import { eventsOf } from './channel-events.ts'
import { clientOf, handlersOf, serverOf } from './ends.mjs'

/** A WebSocket without a network, as a platform passes it to a server. */
class FakeSocket {
  readonly #target = new EventTarget()
  readonly sent: string[] = []
  send(text: string): void {
    this.sent.push(text)
  }
  close(): void {
    this.#target.dispatchEvent(new Event('close'))
  }
  addEventListener(type: string, listen: (event: { readonly data: unknown }) => void): void {
    this.#target.addEventListener(type, (event) => listen(event as MessageEvent))
  }
  receive(message: object): void {
    this.#target.dispatchEvent(new MessageEvent('message', { data: JSON.stringify(message) }))
  }
}

describe('a WebSocket that is attached late', () => {
  test('loses no message that came before', async () => {
    const webSocket = new FakeSocket()
    const channel = socket(webSocket)
    webSocket.receive({ jsonrpc: '2.0', id: 1, method: 'echo', params: { value: 1 } })
    serverOf().attach(channel)
    webSocket.receive({ jsonrpc: '2.0', id: 2, method: 'echo', params: { value: 2 } })
    await expect.poll(() => webSocket.sent.length).toBe(2)
    expect(webSocket.sent.map((text) => (JSON.parse(text) as { id: number }).id)).toEqual([1, 2])
  })

  test('ends if it was closed before', async () => {
    const webSocket = new FakeSocket()
    const channel = socket(webSocket)
    webSocket.close()
    const { closed } = serverOf().attach(channel)
    expect(String(await closed)).toContain('closed the WebSocket')
  })
})

describe('a call', () => {
  test.each([
    [{ error: 'text' }, ProtocolError],
    [{}, ProtocolError],
    [{ error: null }, ProtocolError],
    [{ error: { code: 1, message: 'no' } }, RpcError],
  ])('fails for the response %o', async (response, kind) => {
    const [near, far] = pair()
    far.listen(
      eventsOf((text) => {
        const { id } = JSON.parse(text) as { readonly id: number }
        far.send(JSON.stringify({ jsonrpc: '2.0', id, ...response }))
      }),
    )
    await expect(clientOf(near).echo({ value: 1 })).rejects.toThrow(kind)
  })

  test('obeys its signal and time limit while the channel is opened', async () => {
    // The address accepts connections but answers no handshake.
    const silent = createServer(() => undefined).listen(0, '127.0.0.1')
    await new Promise((resolve) => silent.once('listening', resolve))
    const { port } = silent.address() as { readonly port: number }
    const peer = clientOf(socket(`ws://127.0.0.1:${port}`))
    const abort = new AbortController()
    const call = peer.echo({ value: 1 }, { signal: abort.signal })
    const limited = peer.echo({ value: 1 }, { timeoutMs: 50 })
    abort.abort(new Error('enough'))
    await expect(call).rejects.toThrow('enough')
    await expect(limited).rejects.toThrow(TimeoutError)
    await peer.close()
    silent.close()
  })

  test('over HTTP fails if the response is empty', async () => {
    const fetch = async (): Promise<Response> => new Response('', { status: 200 })
    const peer = clientOf(streamableHttp('http://127.0.0.1/', { fetch }))
    await expect(peer.echo({ value: 1 })).rejects.toThrow('no response')
  })

  test.each(['<html></html>', '{}', '{"jsonrpc":"2.0","id":"other","result":1}'])(
    'over HTTP fails if the response is %s, which is not responded to',
    async (text) => {
      let posts = 0
      const fetch = async (): Promise<Response> => {
        posts++
        return new Response(text)
      }
      const peer = clientOf(streamableHttp('http://127.0.0.1/', { fetch }))
      await expect(peer.echo({ value: 1 })).rejects.toThrow('no response')
      expect(posts).toBe(1)
    },
  )

  test('over HTTP follows no redirect', async () => {
    const fetch = async (_url: string, { redirect }: RequestInit): Promise<Response> =>
      new Response(null, { status: redirect === 'manual' ? 307 : 200 })
    const peer = clientOf(streamableHttp('http://127.0.0.1/', { fetch }))
    await expect(peer.echo({ value: 1 })).rejects.toThrow('status 307')
  })

  test('over HTTP loses nothing with a stream that breaks after the response', async () => {
    const fetch = async (_url: string, { body }: RequestInit): Promise<Response> => {
      const { id } = JSON.parse(body as string) as { readonly id: number }
      const texts = [`data: ${JSON.stringify({ jsonrpc: '2.0', id, result: 'works' })}\n\n`]
      const stream = new ReadableStream({
        pull(controller) {
          const text = texts.pop()
          if (text === undefined) controller.error(new TypeError('reset'))
          else controller.enqueue(new TextEncoder().encode(text))
        },
      })
      return new Response(stream, { headers: { 'content-type': 'text/event-stream' } })
    }
    const peer = clientOf(streamableHttp('http://127.0.0.1/', { fetch }))
    for (let count = 0; count < 3; count++) {
      expect(await peer.echo({ value: 1 })).toBe('works')
      await new Promise((resolve) => setTimeout(resolve, 5))
    }
  })

  test('fails if its params cannot be written, and has no time limit then', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    onTestFinished(() => void vi.useRealTimers())
    const [near, far] = pair()
    far.listen(eventsOf(() => undefined))
    const cyclic: unknown[] = []
    cyclic.push(cyclic)
    const call = clientOf(near).echo({ value: cyclic }, { timeoutMs: 1000 })
    await expect(call).rejects.toThrow(TypeError)
    expect(vi.getTimerCount()).toBe(0)
  })

  test('fails if too much waits for an end that does not read', async () => {
    const ignore = (): void => undefined
    const channel = { bufferedAmount: 2 ** 30, send: ignore, listen: ignore, close: ignore }
    const peer = clientOf(channel)
    const value = 'x'.repeat(40 * 1024 * 1024)
    const calls = [peer.echo({ value }), peer.echo({ value })]
    for (const call of calls) await expect(call).rejects.toThrow('reads too slowly')
  })

  test('over HTTP fails if an event exceeds the limit in short lines', async () => {
    const stream = 'data: 0123456789\n'.repeat(100)
    const fetch = async (): Promise<Response> =>
      new Response(stream, { headers: { 'content-type': 'text/event-stream' } })
    const peer = clientOf(streamableHttp('http://127.0.0.1/', { fetch, maxLength: 500 }))
    await expect(peer.echo({ value: 1 })).rejects.toThrow('exceeds 500 characters')
  })
})

describe('a notification over HTTP', () => {
  /** A server that responds to notifications after a time in milliseconds, and what has arrived there. */
  function serverAfter(ms: number): {
    readonly arrived: string[]
    readonly fetch: (url: string, init: RequestInit) => Promise<Response>
  } {
    const arrived: string[] = []
    const respond = async (_url: string, { body, signal }: RequestInit): Promise<Response> => {
      if (typeof body !== 'string') return new Response(null, { status: 405 })
      const { id, method } = JSON.parse(body) as { readonly id?: number; readonly method: string }
      if (id === undefined) await new Promise((resolve) => setTimeout(resolve, ms))
      signal?.throwIfAborted()
      arrived.push(method)
      return id === undefined
        ? new Response(null, { status: 202 })
        : Response.json({ jsonrpc: '2.0', id, result: method })
    }
    return { arrived, fetch: respond }
  }

  test('is not overtaken by what is sent later', async () => {
    const { arrived, fetch } = serverAfter(20)
    const peer = clientOf(streamableHttp('/', { fetch }))
    void peer.note({ n: 1 })
    void peer.note({ n: 2 })
    await Promise.all([peer.echo({ value: 1 }), peer.started()])
    expect(arrived).toEqual(['note', 'note', 'echo', 'started'])
    await peer.close()
  })

  test('does not stop the calls if the server responds to it late', async () => {
    const { arrived, fetch } = serverAfter(1500)
    const peer = clientOf(streamableHttp('/', { fetch }))
    void peer.note({ n: 1 })
    expect(await peer.echo({ value: 1 })).toBe('echo')
    expect(arrived).toEqual(['echo'])
    await peer.close()
  })

  test('arrives if the channel is closed at once', async () => {
    const { arrived, fetch } = serverAfter(20)
    const peer = clientOf(streamableHttp('/', { fetch }))
    void peer.note({ n: 1 })
    void peer.note({ n: 2 })
    await peer.close()
    await expect.poll(() => arrived).toEqual(['note', 'note'])
  })
})

test('the last messages of a closed channel are dropped if nobody reads them', () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  onTestFinished(() => void vi.useRealTimers())
  const input = new PassThrough({ highWaterMark: 1 })
  const channel = stdio(
    { stdin: input, stdout: new PassThrough(), exitCode: null, signalCode: null, on: () => {} },
    'lines',
  )
  channel.listen(eventsOf(() => undefined))
  channel.send('"long"')
  channel.close()
  vi.advanceTimersByTime(29_000)
  expect(input.destroyed).toBe(false)
  vi.advanceTimersByTime(1000)
  expect(input.destroyed).toBe(true)
})

test('a process that still writes when the channel is closed can exit', async () => {
  const program = `process.stdin.resume().on('end', () => process.stdout.write('x'.repeat(1e6)))`
  const child = spawn(process.execPath, ['-e', program], { stdio: ['pipe', 'pipe', 'inherit'] })
  const channel = stdio(child, 'lines')
  channel.listen(eventsOf(() => undefined))
  channel.pause?.()
  channel.close()
  expect(await once(child, 'exit')).toEqual([0, null])
})

test('a worker that throws ends its channel with the error', async () => {
  const worker = new Worker('setTimeout(() => { throw new Error("planned") })', { eval: true })
  const ended = new Promise<Error>((end) => {
    port(worker).listen({ ...eventsOf(() => undefined), end })
  })
  expect((await ended).message).toBe('The worker failed')
  expect(String((await ended).cause)).toContain('planned')
})

test('the calls of an other end that sends no more are aborted after a time limit', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  onTestFinished(() => void vi.useRealTimers())
  const handlers = handlersOf()
  // The input ends, but the output does not, as in a process.
  const streams = { argv: [], stdin: new PassThrough(), stdout: new PassThrough() }
  const { closed } = serverOf({ handlers }).attach(stdio(streams, 'lines'))
  streams.stdin.end('{"jsonrpc":"2.0","id":1,"method":"hang"}\n')
  await new Promise((resolve) => streams.stdin.once('close', resolve))
  await vi.advanceTimersByTimeAsync(9000)
  expect(handlers.started).toEqual(['hang'])
  await vi.advanceTimersByTimeAsync(2000)
  expect(String(await closed)).toContain('The other end closed the channel')
  expect(handlers.started).toEqual(['hang', 'aborted'])
})

test('an address whose connection fails slowly is not dialled without an end', async () => {
  let now = 0
  // Each attempt seems to take longer than a connection that counts as stable.
  const clock = vi.spyOn(performance, 'now').mockImplementation(() => (now += 10_000))
  onTestFinished(() => clock.mockRestore())
  const peer = clientOf(socket('ws://127.0.0.1:9', { reconnect: { attempts: 2, baseMs: 1 } }))
  expect(await peer.closed).toBeInstanceOf(Error)
})
