import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { inspect } from 'node:util'
import { afterEach, describe, expect, it } from 'vitest'
import { WebSocketServer } from 'ws'
import { http as httpFetch } from '../../packages/rpc/src/client/http-fetch.ts'
import { http as httpNode } from '../../packages/rpc/src/client/http-node.ts'
import { method } from '../../packages/rpc/src/client/codegen.ts'
import type { Transport } from '../../packages/rpc/src/client/index.ts'
import { webSocket as socketGlobal } from '../../packages/rpc/src/client/socket/web-socket-global.ts'
import { webSocket as socketNode } from '../../packages/rpc/src/client/socket/web-socket-node.ts'
import { separateCredentials, withoutCredentials } from '../../packages/rpc/src/url-credentials.ts'
import { fetchSend } from '../../packages/rpc-conform/src/fetch-send.ts'
import { descriptor } from '../rpc/client-fixture.ts'

const cleanups: (() => unknown)[] = []
afterEach(async () => {
  await Promise.all(cleanups.splice(0).map((close) => close()))
})

const ping = method(descriptor({ name: 'ping', order: [] }))

class ClosedSocket {
  constructor(url: string) {
    throw new SyntaxError(`${url} is not allowed here`)
  }
  send(): void {}
  close(): void {}
  addEventListener(): void {}
}

const transports: readonly (readonly [name: string, open: (url: string) => Transport])[] = [
  ['fetch', (url) => httpFetch(url)],
  ['node:http', (url) => httpNode(url)],
  ['an injected fetch', (url) => httpNode(url, { fetch })],
  ['WebSocket', (url) => socketNode(url)],
  ['an injected WebSocket', (url) => socketGlobal(url, { webSocket: ClosedSocket })],
]

/** Base URLs of a port without server, or invalid ones, that contain the password `hunter2`. */
const unusable = [
  'http://ann:hunter2@127.0.0.1:1/rpc?key=hunter2#hunter2',
  'http://127.0.0.1:1/v3/hunter2',
  'http://[::1]/v3/hunter2',
  'http://hunter2@127.0.0.1:1',
  'http://ann:x@hunter2@127.0.0.1:1',
  'http://ann:x#hunter2@127.0.0.1:1',
  'http://ann:x/hunter2@127.0.0.1:1',
  'http://ann:x?hunter2@127.0.0.1:1',
  'http://ann:%zzhunter2@127.0.0.1:1',
  'http://ann:hunter2@127.0.0.1:port',
  'http://ann:hunter2@',
  'ftp://ann:hunter2@127.0.0.1:1',
]

describe.each(transports)('over %s', (_, open) => {
  it.each(unusable)('no error shows the password of %s', async (url) => {
    const attempt = async (): Promise<unknown> => ping(open(url))
    const error: unknown = await attempt().then(
      () => undefined,
      (thrown: unknown) => thrown,
    )
    expect(error).toBeInstanceOf(Error)
    expect(inspect(error, { depth: 9, showHidden: true })).not.toContain('hunter2')
  })
})

describe.each([transports[0], transports[1], transports[2]].flatMap((one) => (one ? [one] : [])))(
  'over %s',
  (_, open) => {
    it.each([
      ['ann:hunter2', 'ann:hunter2'],
      ['ann', 'ann:'],
      [':hunter2', ':hunter2'],
      ['ann:p%40ss%3A', 'ann:p@ss:'],
      ['ann:p@ss', 'ann:p@ss'],
      ['jos%C3%A9:ñ', 'josé:ñ'],
    ])('sends %s as %s', async (written, sent) => {
      const seen: string[] = []
      const server = createServer((request, response) => {
        seen.push(Buffer.from(String(request.headers.authorization).slice(6), 'base64').toString())
        seen.push(String(request.url))
        request.on('end', () => response.end('{"jsonrpc":"2.0","id":1,"result":"pong"}')).resume()
      }).listen(0, '127.0.0.1')
      await new Promise((resolve) => server.once('listening', resolve))
      cleanups.push(
        () => server.closeAllConnections(),
        () => server.close(),
      )
      const { port } = server.address() as AddressInfo
      await open(`http://${written}@127.0.0.1:${port}/a/@b?c=d@e`)({
        method: 'ping',
        path: '/',
        id: 1,
      }).catch(() => undefined)
      expect(seen).toEqual([sent, '/a/@b?c=d@e'])
    })
  },
)

it.each([
  'https://proxy.example/?target=https://ann:pw@node.example',
  'https://e.example//key@v2/',
  'node_modules//@acme/api.json',
  '/rpc',
])('%s has no credentials', (url) => {
  expect(separateCredentials(url)).toEqual({ url })
})

it.each([
  ['a literal %u', 'http://u:p%u4e2d@h', 'u:p%u4e2d'],
  ['an escaped percent sign', 'http://u:p%2541@h', 'u:p%41'],
])('keeps %s in a password', (_, url, sent) => {
  expect(separateCredentials(url)).toEqual({
    url: 'http://h',
    authorization: { authorization: `Basic ${btoa(sent)}` },
  })
})

it('removes credentials from texts with many addresses, each in little time', () => {
  const text = '//a:b http://a:b@c '.repeat(20_000)
  expect(withoutCredentials(text)).toBe('//a:b http://c '.repeat(20_000))
  expect(withoutCredentials('http://a:b'.repeat(8000))).toHaveLength(80_000)
})

it('sends the credentials of a WebSocket URL with the handshake', async () => {
  const server = new WebSocketServer({ port: 0, host: '127.0.0.1' })
  const authorization = new Promise((resolve) => {
    server.on('connection', (socket, request) => {
      resolve(request.headers.authorization)
      socket.terminate()
    })
  })
  await new Promise((resolve) => server.once('listening', resolve))
  cleanups.push(() => server.close())
  const { port } = server.address() as AddressInfo
  const transport = socketNode(`ws://ann:p%40ss@127.0.0.1:${port}`)
  cleanups.push(() => transport.close())
  const ended = expect(ping(transport)).rejects.toThrow(`ws://127.0.0.1:${port}`)
  expect(await authorization).toBe(`Basic ${Buffer.from('ann:p@ss').toString('base64')}`)
  await ended
})

it('sends contract cases to a URL with credentials', async () => {
  const seen: string[] = []
  const send = fetchSend({
    addressOf: (path) => `http://ann:hunter2@127.0.0.1:1${path}`,
    fetch: (request) => {
      seen.push(request.url, String(request.headers.get('authorization')))
      return Promise.resolve(new Response('{}'))
    },
  })
  await send({ kind: 'call', path: '/a', call: { jsonrpc: '2.0', id: 1, method: 'ping' } })
  expect(seen).toEqual(['http://127.0.0.1:1/a', `Basic ${btoa('ann:hunter2')}`])
})
