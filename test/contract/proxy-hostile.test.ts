import { once } from 'node:events'
import { createServer as createHttpServer } from 'node:http'
import { connect, createServer, type Socket } from 'node:net'
import { afterEach, expect, test } from 'vitest'
import type { Traffic } from '@rpcloom/conform'
import { proxyTo } from './proxied.ts'

const open: (() => Promise<unknown> | void)[] = []
afterEach(async () => {
  for (const close of open.splice(0)) await close()
})

interface Between {
  readonly seen: readonly Traffic[]
  readonly asked: Promise<unknown>
  readonly caller: Socket
  readonly close: () => Promise<void>
}

/**
 * A client that sends one request through the proxy. The server responds with these bytes, or
 * never.
 */
async function between(answer: string | undefined): Promise<Between> {
  const server = createServer((socket) => {
    open.push(() => void socket.destroy())
    socket.on('error', () => undefined)
    socket.on('data', () => answer !== undefined && socket.end(answer, 'latin1'))
  })
  const asked = once(server, 'connection').then(([socket]) => once(socket as Socket, 'data'))
  const { url, seen, close } = await proxyTo(server)
  open.push(() => void server.close())
  const caller = connect(Number(new URL(url).port), '127.0.0.1')
  caller.on('error', () => undefined)
  caller.write('POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 2\r\n\r\n{}')
  return { seen, asked, caller, close }
}

const body = 'Content-Length: 2\r\n\r\n{}'

test.each([
  ['a status below 100', `HTTP/1.1 099 Odd\r\n${body}`, /status code/i],
  ['a status of zeros', `HTTP/1.1 000 Odd\r\n${body}`, /status code/i],
  ['a reason with control characters', `HTTP/1.1 200 \x01\x7f\r\n${body}`, /character/i],
  ['a header with control characters', `HTTP/1.1 200 OK\r\nx: \x01\r\n${body}`, /header/i],
  ['two lengths', `HTTP/1.1 200 OK\r\nContent-Length: 3\r\n${body}`, /content-length/i],
  ['no HTTP', '{"jsonrpc":"2.0"}', /HTTP/],
  [
    'another protocol',
    'HTTP/1.1 101 Switching Protocols\r\nUpgrade: x\r\nConnection: Upgrade\r\n\r\nhello',
    /switched protocols/,
  ],
])(
  'a response with %s becomes a 502 for the caller, and is reported once',
  async (_name, answer, reason) => {
    const { seen, caller, close } = await between(answer)
    const [head] = (await once(caller, 'data')) as [Buffer]
    expect(head.toString()).toMatch(/^HTTP\/1\.1 502 /)
    await close()
    expect(seen).toMatchObject([
      { exchange: { kind: 'failed', reason: expect.stringMatching(reason) } },
    ])
  },
)

test.each(['the caller', 'the proxy'])(
  'a connection broken by %s is not a fault of the server',
  async (who) => {
    const { seen, asked, caller, close } = await between(undefined)
    await asked
    if (who === 'the caller') {
      caller.destroy()
      await once(caller, 'close')
    }
    await close()
    expect(seen).toEqual([])
  },
)

test.each([
  ['offers HTTP/2', 'HTTP/1.1\r\nHost: x\r\nConnection: Upgrade, HTTP2-Settings\r\nUpgrade: h2c'],
  ['speaks HTTP/1.0', 'HTTP/1.0'],
])('a caller that %s gets a response, which is checked', async (_name, rest) => {
  const heads: string[] = []
  const server = createHttpServer((request, response) => {
    heads.push(`${request.headers.host} ${request.headers.upgrade}`)
    request.pipe(response)
  })
  const { url, target, seen, close } = await proxyTo(server)
  open.push(() => void server.close())
  const caller = connect(Number(new URL(url).port), '127.0.0.1')
  caller.write(`POST /a ${rest}\r\nContent-Length: 4\r\n\r\nlate`)
  const [answer] = (await once(caller, 'data')) as [Buffer]
  expect(answer.toString()).toMatch(/^HTTP\/1\.1 200 /)
  await close()
  expect(heads).toEqual([`${target.host} undefined`])
  expect(seen).toMatchObject([{ path: '/a', body: 'late', exchange: { body: 'late' } }])
})
