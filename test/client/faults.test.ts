import { getEventListeners } from 'node:events'
import { createServer, type Server, type Socket } from 'node:net'
import type { AddressInfo } from 'node:net'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { brotliCompressSync, deflateSync, gzipSync } from 'node:zlib'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { http as httpFetch } from '../../packages/rpc/src/client/http-fetch.ts'
import { http as httpNode } from '../../packages/rpc/src/client/http-node.ts'
import { coalesce, logged, retry, type Transport } from '../../packages/rpc/src/client/index.ts'
import { webSocket } from '../../packages/rpc/src/client/socket/web-socket-node.ts'
import { NodeError } from '../../packages/rpc/src/index.ts'
import { createClient, serve } from '../rpc/client-fixture.ts'
import { fakeNode, until, well } from './socket-fixture.ts'

const cleanups: (() => unknown)[] = []
const unhandled: unknown[] = []
const onUnhandled = (reason: unknown): void => void unhandled.push(reason)
beforeEach(() => void process.on('unhandledRejection', onUnhandled))
afterEach(async () => {
  await Promise.all(cleanups.splice(0).map((close) => close()))
  // An unhandled rejection is reported one event loop turn later.
  await new Promise((resolve) => setImmediate(resolve))
  process.off('unhandledRejection', onUnhandled)
  expect(unhandled.splice(0)).toEqual([])
})

/**
 * A server that works on bytes: it receives the text of a request and can respond with anything.
 */
async function bytes(answer: (socket: Socket, asked: string) => void): Promise<string> {
  const sockets = new Set<Socket>()
  const server: Server = createServer((socket) => {
    sockets.add(socket)
    socket.on('error', () => undefined)
    socket.on('close', () => sockets.delete(socket))
    let asked = ''
    socket.on('data', (data: Buffer) => {
      asked += data.toString()
      const [, length = '0'] = /content-length: (\d+)/i.exec(asked) ?? []
      const start = asked.indexOf('\r\n\r\n') + 4
      if (start < 4 || Buffer.byteLength(asked.slice(start)) < Number(length)) return
      const text = asked
      asked = ''
      answer(socket, text.slice(start))
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  cleanups.push(() => {
    for (const socket of sockets) socket.destroy()
    return new Promise((resolve) => server.close(resolve))
  })
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}

function idOf(asked: string): number {
  return (JSON.parse(asked) as { id: number }).id
}

function reply(body: string | Buffer, head: string = ''): string {
  return `HTTP/1.1 200 OK\r\ncontent-length: ${Buffer.byteLength(body)}\r\n${head}\r\n`
}

type Answer = (socket: Socket, asked: string) => void
const sum = (asked: string, rest: string): string => `{"jsonrpc":"2.0","id":${idOf(asked)},${rest}}`
const says =
  (text: (asked: string) => string): Answer =>
  (socket, asked) => {
    const body = text(asked)
    socket.write(reply(body) + body)
  }

it.each<[string, string, (text: string) => Buffer | string]>([
  ['text declared as gzip', 'gzip', (text) => text],
  ['gzip that ends early', 'gzip', (text) => gzipSync(text).subarray(0, -12)],
  ['an unknown coding', 'rot13', (text) => text],
  ['coding upon coding', 'gzip, gzip, gzip, gzip', gzipSync],
  [
    'a body that unpacks to more than the limit',
    'gzip',
    (text) => gzipSync(text + ' '.repeat(1e6)),
  ],
])('node:http does not accept %s as a response', async (_what, coding, pack) => {
  const url = await bytes((socket, asked) => {
    const body = pack(sum(asked, '"result":3'))
    socket.write(reply(body, `content-encoding: ${coding}\r\n`))
    socket.write(body)
  })
  const client = createClient(httpNode(url, { maxBytes: 100_000 }))
  await expect(client.cChain.eth.add(1, 2)).rejects.toMatchObject({ name: 'ProtocolError' })
})

describe.each([
  ['fetch', httpFetch],
  ['node:http', httpNode],
] as const)('a node that misbehaves, over %s', (_name, http) => {
  it.each<[string, Answer, object]>([
    ['HTML', says(() => '<html>'), { name: 'ProtocolError', body: '<html>' }],
    [
      'truncated JSON',
      says((asked) => sum(asked, '"result":1').slice(0, -3)),
      { name: 'ProtocolError' },
    ],
    ['a wrong id', says(() => '{"jsonrpc":"2.0","id":0,"result":1}'), { name: 'ProtocolError' }],
    [
      'an id that is a string',
      says((asked) => `{"jsonrpc":"2.0","id":"${idOf(asked)}","result":1}`),
      { name: 'ProtocolError' },
    ],
    [
      'result and error',
      says((asked) => sum(asked, '"result":1,"error":{"code":5,"message":"x"}')),
      { name: 'RpcError', code: 5 },
    ],
    ['neither', says((asked) => sum(asked, '"other":1')), { name: 'ProtocolError' }],
    [
      'an error without a code',
      says((asked) => sum(asked, '"error":"no"')),
      { name: 'ProtocolError' },
    ],
    [
      'an error whose message is a trap',
      says((asked) => sum(asked, '"error":{"code":5,"message":{"toString":1,"valueOf":1}}')),
      { name: 'ProtocolError' },
    ],
    [
      'data without a prototype to speak of',
      says((asked) => sum(asked, '"error":{"code":5,"message":"x","data":{"__proto__":null}}')),
      { name: 'RpcError', code: 5 },
    ],
    [
      'an error that is null and no result',
      says((asked) => sum(asked, '"error":null')),
      { name: 'ProtocolError' },
    ],
    ['no response', () => undefined, { name: 'TimeoutError' }],
    [
      'a slow drip',
      (socket) => {
        socket.write('HTTP/1.1 200 OK\r\ncontent-length: 1000\r\n\r\n')
        const drip = setInterval(() => socket.write(' '), 5)
        socket.on('close', () => clearInterval(drip))
      },
      { name: 'TimeoutError' },
    ],
    [
      'a reset inside the head',
      (socket) => void socket.write('HTTP/1.1 200', () => socket.resetAndDestroy()),
      { name: 'TransportError' },
    ],
    [
      'a reset inside the body',
      (socket) =>
        void socket.write('HTTP/1.1 200 OK\r\ncontent-length: 99\r\n\r\n{', () =>
          socket.resetAndDestroy(),
        ),
      { name: 'TransportError' },
    ],
    [
      'bytes that are not HTTP',
      (socket) => void socket.write('nonsense\r\n\r\n'),
      { name: 'TransportError' },
    ],
    [
      '429',
      (socket) =>
        void socket.write(
          'HTTP/1.1 429 Slow down\r\ncontent-length: 4\r\nretry-after: 9\r\n\r\nbusy',
        ),
      { name: 'HttpError', status: 429, body: 'busy' },
    ],
  ])('%s', async (_what, answer, want) => {
    // The first fetch of a process can be slow on a busy machine.
    const timeoutMs = 'name' in want && want.name === 'TimeoutError' ? 300 : 30_000
    const client = createClient(http(await bytes(answer), { timeoutMs }))
    const error: unknown = await client.cChain.eth.add(1, 2).catch((thrown: unknown) => thrown)
    expect(error).toBeInstanceOf(NodeError)
    expect(error).toMatchObject(want)
  })

  it.each<[string, (asked: string) => string]>([
    ['another version', (asked) => `{"jsonrpc":"1.0","id":${idOf(asked)},"result":3,"error":null}`],
    ['no version', (asked) => `{"id":${idOf(asked)},"result":3}`],
    ['white space around', (asked) => ` \n${sum(asked, '"result":3')}\n`],
  ])('ignores %s', async (_what, text) => {
    const client = createClient(http(await bytes(says(text))))
    expect(await client.cChain.eth.add(1, 2)).toBe(3)
  })

  it.each<[string, string, (text: string) => Buffer | string]>([
    ['gzip', 'gzip', gzipSync],
    ['a coding in other letters', 'GZip', gzipSync],
    ['deflate', 'deflate', deflateSync],
    ['brotli', 'br', brotliCompressSync],
    ['two codings', 'deflate, gzip', (text) => gzipSync(deflateSync(text))],
    ['no coding', 'identity', (text) => text],
    ['a byte order mark', 'identity', (text) => `\uFEFF${text}`],
  ])('reads %s, although it is unsolicited', async (_what, coding, pack) => {
    const url = await bytes((socket, asked) => {
      const body = pack(sum(asked, '"result":3'))
      socket.write(reply(body, `content-encoding: ${coding}\r\n`))
      socket.write(body)
    })
    expect(await createClient(http(url)).cChain.eth.add(1, 2)).toBe(3)
  })

  it.each([Infinity, 2 ** 31, 1e300, 0])(
    'does not wait longer than a limit of %d ms',
    async (timeoutMs) => {
      const url = await bytes((socket, asked) => {
        const body = sum(asked, '"result":3')
        setTimeout(() => socket.write(reply(body) + body), 20)
      })
      expect(await createClient(http(url, { timeoutMs })).cChain.eth.add(1, 2)).toBe(3)
    },
  )

  it('does not accept a redirect as a response', async () => {
    const url = await bytes(
      (socket) =>
        void socket.write('HTTP/1.1 302 Found\r\nlocation: /login\r\ncontent-length: 0\r\n\r\n'),
    )
    await expect(
      createClient(http(url, { timeoutMs: 500 })).cChain.eth.add(1, 2),
    ).rejects.toBeInstanceOf(NodeError)
  })

  it('reads ten thousand responses to one batch in any order', async () => {
    const { url, close } = await serve((request, response) => {
      const chunks: Buffer[] = []
      request.on('data', (chunk: Buffer) => chunks.push(chunk))
      request.on('end', () => {
        const calls = JSON.parse(Buffer.concat(chunks).toString()) as { id: number }[]
        const answers = calls.map(({ id }) => ({
          jsonrpc: '2.0',
          id,
          result: { height: String(id) },
        }))
        // A fixed order, which is neither that of the calls nor its reverse.
        response.end(
          JSON.stringify(
            answers.toSorted((a, b) => ((a.id * 7919) % 10_007) - ((b.id * 7919) % 10_007)),
          ),
        )
      })
    })
    cleanups.push(close)
    const client = createClient(coalesce(http(url)))
    const heights = await Promise.all(Array.from({ length: 10_000 }, () => client.info.getHeight()))
    const numbers = heights.map(({ height }) => Number(height))
    expect(numbers.every((number, index) => number === (numbers[0] ?? 0) + index)).toBe(true)
  })
})

it('limits how much it reads', async () => {
  const url = await bytes((socket) => {
    socket.write('HTTP/1.1 200 OK\r\n\r\n')
    const flood = (): void => {
      while (!socket.destroyed && socket.write(Buffer.alloc(65_536, 32))) continue
    }
    socket.on('drain', flood)
    flood()
  })
  await expect(
    createClient(httpNode(url, { maxBytes: 1e6 })).cChain.eth.add(1, 2),
  ).rejects.toMatchObject({
    name: 'ProtocolError',
    message: expect.stringContaining('1000000') as string,
  })
})

/** Returns the used bytes of the heap after garbage collection. */
async function retained(): Promise<number> {
  setFlagsFromString('--expose-gc')
  const collect = runInNewContext('gc') as () => void
  for (let turn = 0; turn < 4; turn++) {
    await new Promise((resolve) => setTimeout(resolve, 20))
    collect()
  }
  return process.memoryUsage().heapUsed
}

describe('no memory is retained', () => {
  const rounds = process.env['RPCLOOM_LONG'] === '1' ? 100_000 : 10_000

  async function many(transport: Transport, wanted: number = rounds): Promise<number> {
    const client = createClient(transport)
    let failed = 0
    for (let done = 0; done < wanted; done += 100) {
      const calls = Array.from({ length: 100 }, (_, index) => client.cChain.eth.add(index, 1))
      const settled = await Promise.allSettled(calls)
      failed += settled.filter(({ status }) => status === 'rejected').length
    }
    return failed
  }

  it.each<readonly [string, (url: string) => Transport]>([
    ['node:http', httpNode],
    // The built-in timeout of fetch is twenty seconds.
    ...(process.env['RPCLOOM_LONG'] === '1' ? [['fetch', httpFetch] as const] : []),
    ['node:http with every wrapper', (url) => coalesce(retry(logged(httpNode(url), () => 0)))],
  ])('in memory after ten thousand calls over %s', async (_name, open) => {
    const { url, close } = await serve((request, response) => {
      const chunks: Buffer[] = []
      request.on('data', (chunk: Buffer) => chunks.push(chunk))
      request.on('end', () => {
        const asked = JSON.parse(Buffer.concat(chunks).toString()) as { id: number }
        const answers = [asked].flat().map(({ id }) => ({ jsonrpc: '2.0', id, result: 3 }))
        response.end(JSON.stringify(Array.isArray(asked) ? answers : answers[0]))
      })
    })
    cleanups.push(close)
    const transport = open(url)
    expect(await many(transport, 1000)).toBe(0)
    const before = await retained()
    expect(await many(transport, 10_000)).toBe(0)
    // Anything retained per call would take more than a hundred bytes.
    expect((await retained()) - before).toBeLessThan(1_000_000)
  })

  it('after calls over a WebSocket that closes under load', async () => {
    const node = await fakeNode((socket, calls, text) => {
      if (node.calls.length % 1000 === 0) return socket.terminate()
      well(socket, calls, text)
    })
    cleanups.push(() => node.close())
    const abort = new AbortController()
    const socket = webSocket(node.url)
    cleanups.push(() => socket.close())
    const failed = await many((request) => socket({ ...request, signal: abort.signal }))
    expect(failed).toBeGreaterThan(0)
    expect(failed).toBeLessThanOrEqual((rounds / 1000) * 101 + 101)
    await until(() => node.sockets.size <= 1)
    expect(getEventListeners(abort.signal, 'abort')).toHaveLength(0)
  })

  it('after calls over node:http with a signal', async () => {
    const { url, close } = await serve((request, response) => {
      request.resume()
      request.on('end', () => response.end('{"id":null,"error":{"code":1,"message":"x"}}'))
    })
    cleanups.push(close)
    const abort = new AbortController()
    const transport = retry(httpNode(url))
    const failed = await many((request) => transport({ ...request, signal: abort.signal }), 3000)
    expect(failed).toBe(3000)
    expect(getEventListeners(abort.signal, 'abort')).toHaveLength(0)
    const sockets = process.getActiveResourcesInfo().filter((name) => name === 'TCPSocketWrap')
    expect(sockets.length).toBeLessThan(500)
  })
})
