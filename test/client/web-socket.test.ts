import { createServer } from 'node:http'
import { createServer as createTcpServer, type AddressInfo, type Socket } from 'node:net'
import { afterEach, describe, expect, it } from 'vitest'
import { WebSocket } from 'ws'
import { subscription } from '../../packages/rpc/src/client/codegen.ts'
import type { Subscription, Transport } from '../../packages/rpc/src/client/index.ts'
import { bigHex, type GroupDescriptor } from '../../packages/rpc/src/codegen.ts'
import { webSocket as webSocketGlobal } from '../../packages/rpc/src/client/socket/web-socket-global.ts'
import {
  webSocket as webSocketNode,
  type SocketState,
  type WebSocketOptions,
  type WebSocketTransport,
} from '../../packages/rpc/src/client/socket/web-socket-node.ts'
import { TimeoutError } from '../../packages/rpc/src/errors.ts'
import { createClient, descriptor } from '../rpc/client-fixture.ts'
import {
  fakeNode,
  newestSubscription,
  until,
  well,
  type Call,
  type FakeNode,
  type Manner,
} from './socket-fixture.ts'

const cleanups: (() => unknown)[] = []
afterEach(async () => {
  await Promise.all(cleanups.splice(0).map((close) => close()))
})

const evm: GroupDescriptor = {
  key: 'cChain',
  path: '/ext/bc/C/rpc',
  wsPath: '/ext/bc/C/ws',
  transports: ['http', 'ws'],
  batch: { allowed: true },
}
interface Head {
  readonly number: bigint
}
const events: (
  transport: Transport,
  kind: 'heads' | 'plain',
  ...rest: number[]
) => Subscription<Head> = subscription(
  descriptor({
    name: 'eth_subscribe',
    group: evm,
    structure: 'by-position',
    order: ['topic'],
    effect: 'write',
    subscription: {
      notification: 'eth_subscription',
      unsubscribe: 'eth_unsubscribe',
      topics: {
        heads: { order: ['size'], event: { number: bigHex } },
        plain: { order: [] },
      },
    },
  }),
)

async function started(manner?: Manner, port?: number): Promise<FakeNode> {
  const node = await fakeNode(manner, port)
  cleanups.push(() => node.close())
  return node
}

type Open = (url: string, options?: WebSocketOptions) => WebSocketTransport
const clients: readonly [string, Open][] = [
  ['the client of Node', webSocketNode],
  [
    'a WebSocket of the platform',
    (url, options) => webSocketGlobal(url, { webSocket: WebSocket, ...options }),
  ],
]
const quick = { reconnect: { baseMs: 1, maxMs: 5 } }

function numberOf(call: Call | undefined): string {
  return `0x${Number(call?.id).toString(16)}`
}

describe.each(clients)('%s', (_name, connect) => {
  const open: Open = (url, options) => {
    const transport = connect(url, options)
    cleanups.push(() => transport.close())
    return transport
  }

  it('calls over one connection per path', async () => {
    const node = await started()
    const client = createClient(open(node.url))
    expect(await Promise.all([1, 2, 3].map((n) => client.cChain.eth.add(n, 1)))).toEqual([2, 3, 4])
    expect(
      await client.batch((n) => Promise.all([n.cChain.eth.add(1, 1), n.cChain.eth.add(2, 2)])),
    ).toEqual([2, 4])
    await expect(client.info.getHeight()).rejects.toMatchObject({ name: 'RpcError', code: -32601 })
    await client.info.notify()
    await expect(client.at({ chain: 'X' }).cChain.eth.add(1, 2)).resolves.toBe(3)
    expect(node.paths).toEqual(['/ext/bc/C/rpc', '/ext/info', '/ext/bc/X/rpc'])
    await expect(client.info.get.health()).rejects.toThrow(/GET/)
  })

  it('connects again after a handshake that never ended', async () => {
    const sockets: Socket[] = []
    const stuck = createTcpServer((socket) => sockets.push(socket.resume()))
    await new Promise<void>((resolve) => stuck.listen(0, '127.0.0.1', resolve))
    const { port } = stuck.address() as AddressInfo
    const client = createClient(open(`ws://127.0.0.1:${port}`, { timeoutMs: 100 }))
    await expect(client.cChain.eth.add(1, 1)).rejects.toThrow(TimeoutError)
    await until(() => sockets.every(({ destroyed }) => destroyed))
    await new Promise((resolve) => stuck.close(resolve))
    await started(undefined, port)
    await expect(client.cChain.eth.add(1, 1)).resolves.toBe(2)
  })

  it('delivers events until the loop ends', async () => {
    const node = await started()
    const heads = events(open(node.url), 'heads')
    await heads.ready
    expect(node.paths).toEqual(['/ext/bc/C/ws'])
    const seen: bigint[] = []
    node.emit(newestSubscription(), { number: '0x1' })
    node.emit(newestSubscription(), { number: '0x2' })
    for await (const { number } of heads) {
      seen.push(number)
      if (number === 2n) break
    }
    expect(seen).toEqual([1n, 2n])
    await until(() => node.calls.some(({ method }) => method === 'eth_unsubscribe'))
    expect(node.calls.at(-1)?.params).toEqual([newestSubscription()])
  })

  it('keeps events that arrive before the response, and distinguishes subscriptions', async () => {
    const early: Manner = (socket, calls) => {
      const [call] = calls
      if (call?.method !== 'eth_subscribe') return
      for (const [subscription, number] of [
        [numberOf(call), '0x1'],
        ['0xother', '0x9'],
        [numberOf(call), '0x2'],
      ]) {
        socket.send(
          JSON.stringify({
            method: 'eth_subscription',
            params: { subscription, result: { number } },
          }),
        )
      }
      socket.send(JSON.stringify({ id: call.id, result: numberOf(call) }))
    }
    const node = await started(early)
    const transport = open(node.url)
    const [first, second] = [events(transport, 'heads'), events(transport, 'heads')]
    for (const one of [first, second]) {
      const iterator = one[Symbol.asyncIterator]()
      expect(await iterator.next()).toEqual({ done: false, value: { number: 1n } })
      expect(await iterator.next()).toEqual({ done: false, value: { number: 2n } })
      await iterator.return?.()
    }
  })

  it('reconnects and resubscribes, while calls in progress fail', async () => {
    const silent: Manner = (socket, calls, text) => {
      if (calls[0]?.method !== 'eth_add') well(socket, calls, text)
    }
    const node = await started(silent)
    const states: SocketState[] = []
    const transport = open(node.url, { ...quick, onState: (state) => states.push(state) })
    const heads = events(transport, 'heads', 7)
    const iterator = heads[Symbol.asyncIterator]()
    await heads.ready
    for (let round = 1; round <= 3; round++) {
      node.emit(newestSubscription(), { number: '0x1' })
      expect((await iterator.next()).value).toEqual({ number: 1n })
      const call = transport({
        path: evm.path,
        call: descriptor({ name: 'eth_add', group: evm }),
        id: 1e9,
        method: 'eth_add',
        params: [1],
      })
      const failed = expect(call).rejects.toMatchObject({ name: 'TransportError' })
      await until(() => node.calls.filter(({ method }) => method === 'eth_add').length === round)
      node.drop()
      await failed
      await until(() => subscribes(node).length === round + 1 && node.sockets.size === 1)
    }
    expect(new Set(subscribes(node).map(({ params }) => JSON.stringify(params)))).toEqual(
      new Set(['["heads",7]']),
    )
    expect(node.calls.filter(({ method }) => method === 'eth_add')).toHaveLength(3)
    expect(states.map(({ kind }) => kind)).toEqual([
      'open',
      'broken',
      'open',
      'broken',
      'open',
      'broken',
      'open',
    ])
  })

  it('gives up after the configured number of attempts', async () => {
    const node = await started()
    const heads = events(open(node.url, { reconnect: { attempts: 2, baseMs: 1 } }), 'heads')
    await heads.ready
    await node.close()
    const iterator = heads[Symbol.asyncIterator]()
    await expect(iterator.next()).rejects.toMatchObject({ name: 'TransportError' })
    expect(await iterator.next()).toEqual({ done: true, value: undefined })
  })

  it.each<[string, WebSocketOptions, (number | string)[]]>([
    ['fails', { buffer: { size: 3 } }, [1, 2, 3, 'OverflowError']],
    ['drops the oldest', { buffer: { size: 3, overflow: 'dropOldest' } }, [3, 4, 5]],
    ['drops the newest', { buffer: { size: 3, overflow: 'dropNewest' } }, [1, 2, 3]],
  ])('buffers a limited number of events, and %s', async (_what, options, want) => {
    const node = await started()
    const transport = open(node.url, options)
    const plain = events(transport, 'plain')
    await plain.ready
    for (let number = 1; number <= 5; number++) node.emit(newestSubscription(), number)
    // Events arrive before the response to a later call.
    await createCall(transport)
    const seen: unknown[] = []
    try {
      for await (const event of plain) {
        seen.push(event)
        if (seen.length === 3 && !want.includes('OverflowError')) break
      }
    } catch (error) {
      seen.push((error as Error).name)
    }
    expect(seen).toEqual(want)
    await until(() => node.calls.some(({ method }) => method === 'eth_unsubscribe'))
  })

  it('ends with errors of the node and with invalid messages', async () => {
    const refusing = await started((socket, [call]) =>
      socket.send(
        JSON.stringify({ id: call?.id, error: { code: -32601, message: 'no such kind' } }),
      ),
    )
    const refused = events(open(refusing.url), 'heads')
    await expect(refused.ready).rejects.toMatchObject({ name: 'RpcError' })
    await expect(refused[Symbol.asyncIterator]().next()).rejects.toMatchObject({ code: -32601 })
    const node = await started()
    const heads = events(open(node.url), 'heads')
    await heads.ready
    node.emit(newestSubscription(), { number: 'many' })
    await expect(heads[Symbol.asyncIterator]().next()).rejects.toMatchObject({
      name: 'ProtocolError',
      message: expect.stringContaining('/number') as string,
    })
    expect(() => events(open(node.url), 'toString' as 'heads')).toThrow(/Unknown topic "toString"/)
  })

  it('stops by signal, by close, and with the transport', async () => {
    const node = await started()
    const transport = open(node.url)
    const abort = new AbortController()
    const signalled = events((request) => transport({ ...request, signal: abort.signal }), 'heads')
    const closed = events(transport, 'heads')
    const left = events(transport, 'heads')
    await Promise.all([signalled.ready, closed.ready, left.ready])
    const reads = [signalled, closed, left].map((one) => one[Symbol.asyncIterator]().next())
    abort.abort(new Error('enough'))
    closed.close()
    await expect(reads[0]).rejects.toThrow('enough')
    expect(await reads[1]).toEqual({ done: true, value: undefined })
    await until(() => node.calls.filter(({ method }) => method === 'eth_unsubscribe').length === 2)
    transport.close()
    await expect(reads[2]).rejects.toThrow('closed')
    await until(() => node.sockets.size === 0)
    expect(node.connections).toBe(1)
    await createCall(transport)
    expect(node.connections).toBe(2)
  })

  it.each<[string, string, object]>([
    ['no JSON', '<html>', { name: 'ProtocolError', body: '<html>' }],
    ['no message', '7', { name: 'ProtocolError' }],
    ['a response with an unknown id', '{"id":-5,"result":1}', { name: 'ProtocolError' }],
    ['a response without a result', '{"id":ID}', { name: 'ProtocolError' }],
    ['an empty list', '[]', { name: 'ProtocolError' }],
    ['an error without id', '{"id":null,"error":{"code":-32700,"message":"x"}}', { code: -32700 }],
    ['result and error', '{"id":ID,"result":1,"error":{"code":5,"message":"x"}}', { code: 5 }],
  ])('fails a call if the node sends %s', async (_what, text, want) => {
    const node = await started((socket, [call]) =>
      socket.send(text.replace('ID', String(call?.id))),
    )
    await expect(createCall(open(node.url))).rejects.toMatchObject(want)
  })

  it('ignores unexpected messages, and duplicate and late responses', async () => {
    const node = await started((socket, calls, text) => {
      well(socket, calls, text)
      well(socket, calls, text)
    })
    const states: SocketState[] = []
    const transport = open(node.url, { onState: (state) => states.push(state) })
    const client = createClient(transport)
    expect(await client.cChain.eth.add(1, 2)).toBe(3)
    node.emit('0xunknown', 1)
    for (const socket of node.sockets) socket.send('garbage')
    await until(() => states.length === 3)
    expect(states.map(({ kind }) => kind)).toEqual(['open', 'stray', 'stray'])
    expect(await client.cChain.eth.add(1, 2)).toBe(3)
    expect(node.connections).toBe(1)
  })

  it('waits no longer than its timeout', async () => {
    const node = await started(() => undefined)
    const client = createClient(open(node.url, { timeoutMs: 20 }))
    await expect(client.cChain.eth.add(1, 2)).rejects.toMatchObject({
      name: 'TimeoutError',
    })
    const abort = new AbortController()
    const call = client.with({ signal: abort.signal }).cChain.eth.add(1, 2)
    abort.abort(new Error('enough'))
    await expect(call).rejects.toThrow('enough')
  })

  it('reports that the node cannot be reached', async () => {
    const node = await fakeNode()
    await node.close()
    await expect(createCall(open(node.url))).rejects.toMatchObject({ name: 'TransportError' })
  })
})

describe('the client on other platforms', () => {
  const idle = { afterMs: 20, call: 'web3_clientVersion' }
  const watchful = (url: string): ReturnType<typeof webSocketGlobal> => {
    const patient = { ...idle, waitMs: 30_000 }
    const transport = webSocketGlobal(url, { webSocket: WebSocket, idle: patient })
    cleanups.push(() => transport.close())
    return transport
  }

  it('calls a silent node, and accepts any response as a heartbeat', async () => {
    const node = await started()
    const transport = watchful(node.url)
    await createCall(transport)
    await until(() => node.calls.filter(({ method }) => method === idle.call).length >= 3)
    expect(await createCall(transport)).toBe(3)
    expect(node.connections).toBe(1)
  })

  it('accepts a heartbeat that it reads late', { timeout: 20_000 }, async () => {
    const busy = (): void => {
      const end = performance.now() + 60
      while (performance.now() < end);
    }
    const node = await started((socket, calls, text) => {
      well(socket, calls, text)
      // After the response, and before the next heartbeat check.
      if (calls[0]?.method === idle.call) setTimeout(busy, 3)
    })
    const transport = watchful(node.url)
    await createCall(transport)
    await until(() => node.calls.filter(({ method }) => method === idle.call).length >= 4)
    expect(node.connections).toBe(1)
  })

  it('closes a connection whose node stops responding', async () => {
    const node = await started(() => undefined)
    const transport = webSocketGlobal(node.url, {
      webSocket: WebSocket,
      idle: { ...idle, waitMs: 30 },
    })
    await expect(createCall(transport)).rejects.toThrow(/Heartbeat timeout/)
  })
})

describe('the client on Node', () => {
  it.each([200, 302, 401, 503])('reports the response status %d of the node', async (status) => {
    const server = createServer((_request, response) => response.writeHead(status).end('<html>'))
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    cleanups.push(() => server.close())
    const { port } = server.address() as AddressInfo
    await expect(createCall(webSocketNode(`ws://127.0.0.1:${port}`))).rejects.toMatchObject({
      name: 'HttpError',
      status,
      body: '<html>',
    })
  })

  it('closes a connection after a heartbeat timeout', async () => {
    const node = await started(() => undefined)
    const transport = webSocketNode(node.url, { idle: { afterMs: 20, waitMs: 10 } })
    const call = createCall(transport)
    const failed = expect(call).rejects.toThrow(/Heartbeat timeout/)
    await until(() => node.sockets.size === 1)
    // A node that hangs does not respond to pings.
    for (const socket of node.sockets) socket.pause()
    await failed
  })

  it('keeps a silent connection whose peer responds to pings', async () => {
    let pings = 0
    const node = await started()
    const transport = webSocketNode(node.url, { idle: { afterMs: 20, waitMs: 30_000 } })
    cleanups.push(() => transport.close())
    await createCall(transport)
    for (const socket of node.sockets) socket.on('ping', () => pings++)
    await until(() => pings >= 3)
    await createCall(transport)
    expect(node.connections).toBe(1)
  })
})

it('an http transport reports that it does not support subscriptions', async () => {
  const transport: Transport = ({ id }) =>
    Promise.resolve({ status: 200, message: { jsonrpc: '2.0', id, result: '0x1' } })
  await expect(events(transport, 'heads').ready).rejects.toThrow(/does not support subscriptions/)
})

function subscribes(node: FakeNode): readonly Call[] {
  return node.calls.filter(({ method }) => method === 'eth_subscribe')
}

function createCall(transport: Transport): Promise<number> {
  return createClient(transport).cChain.eth.add(1, 2)
}
