import { createServer, type IncomingHttpHeaders } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { WebSocketServer } from 'ws'
import { http as httpFetch } from '../../packages/rpc/src/client/http-fetch.ts'
import { http as httpNode } from '../../packages/rpc/src/client/http-node.ts'
import {
  memory,
  requestIds,
  type Transport,
  withOptions,
} from '../../packages/rpc/src/client/index.ts'
import { webSocket } from '../../packages/rpc/src/client/socket/web-socket-node.ts'

type HeaderMap = Readonly<Record<string, string>>

/** The headers of the last request. */
let seen: IncomingHttpHeaders | HeaderMap = {}
const server = createServer((request, response) => {
  seen = request.headers
  request.on('end', () => response.end('{"jsonrpc":"2.0","id":1,"result":1}')).resume()
})
const sockets = new WebSocketServer({ server })
beforeAll(async () => {
  sockets.on('connection', (socket, request) => {
    seen = request.headers
    socket.on('message', () => socket.send('{"jsonrpc":"2.0","id":1,"result":1}'))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
})
afterAll(() => {
  sockets.close()
  server.closeAllConnections()
  server.close()
})

const inProcess = {
  route: () => true,
  rest: () => undefined,
  handle: (_text: string, { headers }: { readonly headers: HeaderMap }) => {
    seen = headers
    return '{"jsonrpc":"2.0","id":1,"result":1}'
  },
}

const url = (scheme: string): string =>
  `${scheme}://ann:secret@127.0.0.1:${(server.address() as AddressInfo).port}`

const overHttp: readonly (readonly [name: string, open: (headers: HeaderMap) => Transport])[] = [
  ['fetch', (headers) => httpFetch(url('http'), { headers })],
  ['node:http', (headers) => httpNode(url('http'), { headers })],
]

const send = (transport: Transport, headers?: HeaderMap): Promise<unknown> =>
  transport({ method: 'm', path: '/', id: 1, ...(headers && { headers }) })

describe.each(overHttp)('over %s', (_name, open) => {
  it("headers of the user replace the transport's, in any letter case", async () => {
    await send(open({ Authorization: 'Bearer a', 'CONTENT-TYPE': 'application/json-rpc' }))
    expect(seen).toMatchObject({
      authorization: 'Bearer a',
      'content-type': 'application/json-rpc',
    })
  })

  it('headers of a call replace those of the transport, in any letter case', async () => {
    await send(open({ Authorization: 'Bearer a', 'x-own': 'a' }), {
      AUTHORIZATION: 'Bearer b',
      'X-Own': 'b',
    })
    expect(seen).toMatchObject({ authorization: 'Bearer b', 'x-own': 'b' })
  })
})

it('a header of a WebSocket replaces the credentials of its URL, in any letter case', async () => {
  const transport = webSocket(url('ws'), { headers: { Authorization: 'Bearer a' } })
  await send(transport)
  transport.close()
  expect(seen).toMatchObject({ authorization: 'Bearer a' })
})

it('a server in the same process gets lower-case names, as over HTTP', async () => {
  await send(memory(inProcess), { Authorization: 'Bearer a' })
  expect(seen).toEqual({ authorization: 'Bearer a' })
})

it('outer options replace inner ones, in any letter case', async () => {
  const inner = withOptions(memory(inProcess), { headers: { 'X-A': 'inner' } })
  await send(withOptions(inner, { headers: { 'x-a': 'outer' } }), { 'X-a': 'call' })
  expect(seen).toEqual({ 'x-a': 'call' })
  await send(withOptions(inner, { headers: { 'x-a': 'outer' } }))
  expect(seen).toEqual({ 'x-a': 'outer' })
  await send(requestIds(inner, 'X-a'), { 'x-a': 'call' })
  expect(seen).toEqual({ 'x-a': 'call' })
})
