import { once } from 'node:events'
import { request as send } from 'node:http'
import { connect } from 'node:net'
import { afterEach, describe, expect, it } from 'vitest'
import type { DispatcherOptions } from '@rpcloom/rpc/server'
import { listen } from '@rpcloom/rpc/node'
import { call, exchange, json, path } from './exchange.ts'
import { dispatcher, group, method } from './server-fixture.ts'

const cleanups: (() => Promise<void>)[] = []
afterEach(async () => {
  await Promise.all(cleanups.splice(0).map((close) => close()))
})

/** Returns a server, and a promise that resolves when it has read the head of a request. */
async function headReader(): Promise<{ readonly port: number; readonly asked: Promise<void> }> {
  let note = (): void => undefined
  const asked = new Promise<void>((resolve) => (note = resolve))
  const server = await listen(dispatcher(), { authenticate: () => note() })
  cleanups.push(() => server.close())
  return { port: server.port, asked }
}

describe('listen', () => {
  it.each([
    [true, ['outer', 'inner']],
    [false, []],
  ])('compiles schemas before it listens: %s', async (compileAtStart, expected) => {
    const read: string[] = []
    const noted = (name: string, keyword: string, value: unknown): object =>
      Object.defineProperty({}, keyword, {
        enumerable: true,
        get: () => (read.push(name), value),
      })
    const inner = noted('inner', 'maxLength', 2)
    const schemas = { text: noted('outer', 'items', inner) }
    const methods = [method({ name: 'shop.find', order: ['text'] })]
    const shop = group({ key: 'shop', methods }, schemas)
    const handlers = { shop: { find: () => ({}) } }
    const server = await listen(dispatcher({ groups: [shop], handlers }), { compileAtStart })
    cleanups.push(() => server.close())
    expect([...new Set(read)]).toEqual(expected)
  })

  it('writes non-ASCII responses with the right length', async () => {
    const handlers = {
      info: { empty: () => ({ text: 'é€😀' }), unhandled: () => 'é'.repeat(30_000) },
    }
    const server = await listen(dispatcher({ handlers }), { headers: { 'x-name': 'caf\u00e9' } })
    cleanups.push(() => server.close())
    const to = { host: '127.0.0.1', port: server.port }
    const short = await exchange(to, { path, headers: json, body: call })
    expect(short.body).toBe('{"jsonrpc":"2.0","id":1,"result":{"text":"é€😀"}}')
    expect(short.headers['content-length']).toBe(String(Buffer.byteLength(short.body)))
    const long = await exchange(to, {
      path,
      headers: json,
      body: call.replace('empty', 'unhandled').replace('1}', '"é"}'),
    })
    expect(JSON.parse(long.body)).toMatchObject({ result: 'é'.repeat(30_000) })
  })

  it('uses the first of repeated headers, in any case, in one packet or more', async () => {
    const { port, asked } = await headReader()
    const socket = connect(port, '127.0.0.1')
    let text = ''
    socket.on('data', (chunk) => (text += chunk.toString()))
    const head = `POST ${path} HTTP/1.1\r\nHOST: localhost\r\ncontent-TYPE: application/json\r\nContent-Type: text/plain\r\n`
    socket.write(`${head}Content-Length: ${call.length}\r\n\r\n${call.slice(0, 9)}`)
    await asked
    socket.write(call.slice(9))
    await expect.poll(() => text).toMatch(/200 OK[^]*"result":\{\}/)
    socket.destroy()
  })

  it('survives an incomplete body', async () => {
    const { port, asked } = await headReader()
    const socket = connect(port, '127.0.0.1')
    const head = `POST ${path} HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n`
    socket.write(`${head}Content-Length: 100\r\n\r\n{`)
    await asked
    socket.destroy()
    const got = await exchange({ host: '127.0.0.1', port }, { path, headers: json, body: call })
    expect(got.status).toBe(200)
  })

  it('finishes calls in progress and then accepts no more', async () => {
    const server = await listen(dispatcher())
    const to = { host: '127.0.0.1', port: server.port }
    const slow = exchange(to, { path, headers: json, body: call.replace('empty', 'slow') })
    await once(server.server, 'request')
    await Promise.all([server.close(), server.close()])
    expect((await slow).status).toBe(200)
    await expect(exchange(to, { path, headers: json, body: call })).rejects.toMatchObject({
      code: 'ECONNREFUSED',
    })
  })

  it('closes connections that send their request too slowly', async () => {
    const server = await listen(dispatcher(), { graceMs: 20 })
    const socket = connect(server.port, '127.0.0.1')
    socket.on('error', () => undefined)
    await new Promise<void>((resolve) =>
      socket.write('POST /ext/info HTTP/1.1\r\n', () => resolve()),
    )
    const ended = new Promise<void>((resolve) => socket.on('close', () => resolve()))
    await server.close()
    await ended
  })

  it('accepts a full URL as request target', async () => {
    const server = await listen(dispatcher())
    cleanups.push(() => server.close())
    const to = { host: '127.0.0.1', port: server.port }
    const ask = { path: `http://127.0.0.1${path}`, headers: json, body: call }
    expect(await exchange(to, ask)).toMatchObject({ status: 200 })
    // The host of the request target takes precedence (RFC 9112, section 3.2.2).
    const elsewhere = { ...ask, path: `http://evil.example${path}` }
    expect(await exchange(to, elsewhere)).toMatchObject({ status: 403 })
  })

  it.each([
    ['which is good', path, call.length, /^HTTP\/1.1 100 Continue\r\n\r\nHTTP\/1.1 200 /],
    ['with an unknown path', '/nowhere', call.length, /^HTTP\/1.1 404 /],
    ['with a body beyond the limit', path, 10_000_000, /^HTTP\/1.1 413 /],
  ])('responds with 100 Continue after a head %s', async (_, to, length, want) => {
    const server = await listen(dispatcher())
    cleanups.push(() => server.close())
    const socket = connect(server.port, '127.0.0.1')
    let text = ''
    socket.on('data', (chunk) => {
      if (text === '') socket.write(call)
      text += chunk.toString()
    })
    const head = `POST ${to} HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n`
    socket.write(`${head}Expect: 100-continue\r\nContent-Length: ${length}\r\n\r\n`)
    await expect.poll(() => text).toMatch(want)
    socket.destroy()
  })

  it('keeps connections, also after a rejected call without a body', async () => {
    const server = await listen(dispatcher())
    cleanups.push(() => server.close())
    const socket = connect(server.port, '127.0.0.1')
    let text = ''
    socket.on('data', (chunk) => (text += chunk.toString()))
    const head = 'Host: localhost\r\n'
    socket.write(`GET /nowhere HTTP/1.1\r\n${head}\r\n`)
    socket.write(
      `POST ${path} HTTP/1.1\r\n${head}Content-Type: application/json\r\nContent-Length: ${call.length}\r\n\r\n${call}`,
    )
    await expect.poll(() => text).toMatch(/404[^]*200 OK[^]*"result":\{\}/)
    socket.destroy()
  })

  it('does not serve other paths', async () => {
    const server = await listen(dispatcher(), {
      fallback: (_request, response) => response.end('docs'),
    })
    cleanups.push(() => server.close())
    const got = await exchange(
      { host: '127.0.0.1', port: server.port },
      { method: 'GET', path: '/docs/' },
    )
    expect(got).toMatchObject({ status: 200, body: 'docs' })
  })

  it('fails if the port is in use', async () => {
    const server = await listen(dispatcher())
    cleanups.push(() => server.close())
    await expect(listen(dispatcher(), { port: server.port })).rejects.toMatchObject({
      code: 'EADDRINUSE',
    })
  })

  it('tells a handler that asks for the signal after the client disconnected', async () => {
    let [start, close] = [(): void => {}, (): void => {}]
    const started = new Promise<void>((resolve) => (start = resolve))
    const closed = new Promise<void>((resolve) => (close = resolve))
    let reason: unknown
    let done = (): void => {}
    const asked = new Promise<void>((resolve) => (done = resolve))
    const fallbackHandler: DispatcherOptions['fallbackHandler'] = async ({ ctx }) => {
      start()
      await closed
      reason = ctx.signal.reason
      done()
    }
    const server = await listen(dispatcher({ fallbackHandler }))
    cleanups.push(() => server.close())
    server.server.on('connection', (socket) => socket.once('close', () => setImmediate(close)))
    const to = { host: '127.0.0.1', port: server.port, path, method: 'POST', headers: json }
    const outgoing = send({ ...to, agent: false })
    outgoing.on('error', () => undefined)
    outgoing.end(call.replace('empty', 'unhandled'))
    await started
    outgoing.destroy()
    await asked
    expect(reason).toMatchObject({ message: 'The client disconnected' })
  })

  it('tells handlers who calls, and when the client disconnects', async () => {
    const aborted = new Promise<unknown>((resolve) => {
      let leave = (): void => undefined
      const fallbackHandler: DispatcherOptions['fallbackHandler'] = ({ ctx }) =>
        new Promise(() => {
          leave()
          ctx.signal.addEventListener('abort', () =>
            resolve([ctx.transport, ctx.remote, ctx.auth, ctx.headers['x-a']]),
          )
        })
      void listen(dispatcher({ fallbackHandler }), {
        authenticate: ({ headers }) => headers.authorization,
        graceMs: 1,
      }).then((server) => {
        cleanups.push(() => server.close())
        const headers = { ...json, authorization: 'me', 'x-a': 'b' }
        const outgoing = send({
          host: '127.0.0.1',
          port: server.port,
          path,
          method: 'POST',
          headers,
          agent: false,
        })
        outgoing.on('error', () => undefined)
        outgoing.end(call.replace('empty', 'unhandled'))
        leave = () => void outgoing.destroy()
      })
    })
    expect(await aborted).toEqual(['http', '127.0.0.1', 'me', 'b'])
  })
})
