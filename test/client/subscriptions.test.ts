import { createClient, http, memory, webSocket, type Transport } from '@native-node/client'
import { createServer, type Server } from '@native-node/server'
import { createMock } from '@native-node/mock'
import { afterEach, describe, expect, it } from 'vitest'
import { until } from './socket-fixture.ts'

const cleanups: (() => unknown)[] = []
afterEach(async () => {
  for (const close of cleanups.splice(0).toReversed()) await close()
})

/** Returns the block header of the document's example with another number. */
async function heads(): Promise<(number: bigint) => object> {
  const header = await createClient({
    transport: createMock().transport,
  }).cChain.eth.getHeaderByNumber('latest')
  return (number) => ({ ...header, number })
}

interface Streams {
  readonly server: Server
  ended: number
}

async function streaming(): Promise<Streams> {
  const head = await heads()
  const state: { ended: number } = { ended: 0 }
  const server = createServer(
    {
      cChain: {
        eth: {
          chainId: () => 43_112n,
          async *newHeads() {
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
    { log: () => undefined },
  )
  return Object.assign(state, { server })
}

const ways: readonly [string, (server: Server) => Promise<Transport>][] = [
  ['in memory', (server) => Promise.resolve(memory(server))],
  [
    'over a WebSocket',
    async (server) => {
      const { url, close } = await server.listen({ port: 0 })
      cleanups.push(close)
      const socket = webSocket(url)
      cleanups.push(() => socket.close())
      return socket
    },
  ],
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
