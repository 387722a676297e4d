import { createClient, http, memory, webSocket, type Transport } from '@native-node/client'
import { createServer, type Middleware, type Server } from '@native-node/server'
import { createMock } from '@native-node/mock'
import { afterEach, describe, expect, it } from 'vitest'
import { until } from './socket-fixture.ts'

const cleanups: (() => unknown)[] = []
afterEach(async () => {
  for (const close of cleanups.splice(0).toReversed()) await close()
})

/**
 * Returns a function from a block number to the header of the document's example with that number.
 */
async function heads(): Promise<(number: bigint) => object> {
  const header = await createClient({
    transport: createMock().transport,
  }).cChain.eth.getHeaderByNumber('latest')
  return (number) => ({ ...header, number })
}

interface Gate {
  readonly opened: Promise<void>
  readonly open: () => void
}

function gate(): Gate {
  let open: () => void = () => undefined
  const opened = new Promise<void>((resolve) => (open = resolve))
  return { opened, open }
}

interface Streams {
  readonly server: Server
  started: number
  ended: number
}

async function streaming(middleware?: Middleware): Promise<Streams> {
  const head = await heads()
  const state = { started: 0, ended: 0 }
  const server = createServer(
    {
      cChain: {
        eth: {
          chainId: () => 43_112n,
          async *newHeads() {
            state.started++
            try {
              for (let number = 1n; ; number++) {
                yield head(number) as never
                await new Promise((resolve) => setTimeout(resolve, 1))
              }
            } finally {
              state.ended++
            }
          },
        },
      },
    },
    { log: () => undefined, ...(middleware && { middleware: [middleware] }) },
  )
  return Object.assign(state, { server })
}

async function overWebSocket(server: Server): Promise<Transport> {
  const { url, close } = await server.listen({ port: 0 })
  cleanups.push(close)
  const socket = webSocket(url)
  cleanups.push(() => socket.close())
  return socket
}

const ways: readonly [string, (server: Server) => Promise<Transport>][] = [
  ['in memory', (server) => Promise.resolve(memory(server))],
  ['over a WebSocket', overWebSocket],
]

describe.each(ways)('subscriptions of the generated server, %s', (_name, open) => {
  it('deliver events until the loop ends', async () => {
    const streams = await streaming()
    const node = createClient({ transport: await open(streams.server) })
    const numbers: bigint[] = []
    for await (const { number } of node.cChain.subscribe('newHeads')) {
      numbers.push(number)
      if (numbers.length === 5) break
    }
    expect(numbers).toEqual([1n, 2n, 3n, 4n, 5n])
    await until(() => streams.ended === 1)
    expect(await node.cChain.eth.chainId()).toBe(43_112n)
  })

  it('end by signal, and are rejected for an unknown topic', async () => {
    const streams = await streaming()
    const node = createClient({ transport: await open(streams.server) })
    const abort = new AbortController()
    const events = node.with({ signal: abort.signal }).cChain.subscribe('newHeads')
    await events.ready
    abort.abort(new Error('enough'))
    await expect(
      (async () => {
        for await (const { number } of events) expect(number).toBeGreaterThan(0n)
      })(),
    ).rejects.toThrow('enough')
    await until(() => streams.ended === 1)
    await expect(node.cChain.subscribe('logs').ready).rejects.toMatchObject({ name: 'RpcError' })
  })
})

it('a subscription whose signal aborts before the response ends on the server, too', async () => {
  const [received, released] = [gate(), gate()]
  const streams = await streaming(async ({ method }, next) => {
    if (method.name !== 'eth_subscribe') return next()
    received.open()
    await released.opened
    return next()
  })
  const node = createClient({ transport: await overWebSocket(streams.server) })
  const abort = new AbortController()
  const events = node.with({ signal: abort.signal }).cChain.subscribe('newHeads')
  await received.opened
  abort.abort(new Error('enough'))
  await expect(events[Symbol.asyncIterator]().next()).rejects.toThrow('enough')
  released.open()
  // The connection stays open.
  expect(await node.cChain.eth.chainId()).toBe(43_112n)
  await until(() => streams.started === 1 && streams.ended === 1)
})

it('the node rejects subscriptions over HTTP', async () => {
  const streams = await streaming()
  const { url, close } = await streams.server.listen({ port: 0 })
  cleanups.push(close)
  const node = createClient({ transport: http(url) })
  await expect(node.cChain.subscribe('newHeads').ready).rejects.toMatchObject({
    name: 'RpcError',
    code: -32_601,
    message: 'notifications not supported',
  })
})
