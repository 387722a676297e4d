import { afterEach, describe, expect, test } from 'vitest'
import { subscription } from '../../packages/rpc/src/client/codegen.ts'
import { memory, type Transport } from '../../packages/rpc/src/client/index.ts'
import { webSocket } from '../../packages/rpc/src/client/socket/web-socket-node.ts'
import type { MethodDescriptor } from '../../packages/rpc/src/codegen.ts'
import { createDispatcher, feed, type Dispatcher } from '../../packages/rpc/src/server/index.ts'
import { listen } from '../../packages/rpc/src/server/node.ts'

const group = {
  key: 'wallet',
  path: '/',
  transports: ['http', 'ws'],
  batch: { allowed: true },
} as const
const method: MethodDescriptor = {
  name: 'wallet_changed',
  group,
  order: ['session'],
  returns: 'notification',
  subscription: {
    notification: 'wallet_changed',
    single: true,
    topics: { changed: { order: [] } },
  },
}
const subscribe = subscription(method) as (transport: Transport, topic: string) => Events
type Events = AsyncIterable<unknown> & { readonly ready: Promise<void>; close(): void }

const changes = feed<unknown>()
const open = new Set<() => unknown>()
afterEach(async () => {
  for (const close of open) await close()
  open.clear()
})

function serverOf(changed: (params: object, ctx: { signal: AbortSignal }) => unknown): Dispatcher {
  return createDispatcher({
    groups: [
      {
        ...group,
        slug: 'wallet',
        availability: { http: 'public', ws: 'public' },
        document: () => ({}),
        methods: [
          {
            ...method,
            member: 'wallet_changed',
            topics: [{ name: 'changed', member: 'changed', order: [] }],
          },
        ],
      },
    ],
    handlers: { wallet: { changed } },
    log: () => undefined,
  })
}

const live = serverOf((_params, { signal }) => changes.listen(signal))

async function socketTo(server: Dispatcher): Promise<Transport> {
  const { url, close } = await listen(server, { port: 0 })
  const transport = webSocket(url.replace('http', 'ws'), { reconnect: { baseMs: 1 } })
  open.add(() => transport.close()).add(close)
  return transport
}

async function take(events: AsyncIterable<unknown>, count: number): Promise<readonly unknown[]> {
  const taken: unknown[] = []
  for await (const event of events) if (taken.push(event) === count) break
  return taken
}

describe.each([
  ['in memory', (server: Dispatcher) => Promise.resolve(memory(server))],
  ['over a WebSocket', socketTo],
])('%s', (_, to) => {
  test('the server sends notifications without a call', async () => {
    const transport = await to(live)
    const [one, other] = [subscribe(transport, 'changed'), subscribe(transport, 'changed')]
    await Promise.all([one.ready, other.ready])
    await expect.poll(() => changes.size).toBeGreaterThan(0)
    changes.push({ session: 1 })
    changes.push({ session: 2 })
    const all = [take(one, 2), take(other, 2)]
    expect(await Promise.all(all)).toEqual(all.map(() => [{ session: 1 }, { session: 2 }]))
  })

  test('events sent right after the connection opened are received', async () => {
    const server = serverOf(() => [{ session: 1 }])
    expect(await take(subscribe(await to(server), 'changed'), 1)).toEqual([{ session: 1 }])
  })
})

test('the method cannot be called', async () => {
  const text = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'wallet_changed' })
  for (const transport of ['http', 'ws'] as const) {
    const answer = (await live.handle(text, { path: '/', transport })) ?? ''
    expect(JSON.parse(answer)).toMatchObject({ error: { code: -32601 } })
  }
})

test('listeners get the events after a reconnection', async () => {
  const { url, close } = await listen(live, { port: 0 })
  const transport = webSocket(url.replace('http', 'ws'), { reconnect: { baseMs: 1 } })
  open.add(() => transport.close())
  const events = subscribe(transport, 'changed')
  await events.ready
  await close()
  const again = await listen(live, { port: Number(new URL(url).port) })
  open.add(again.close)
  await expect.poll(() => changes.size).toBe(1)
  changes.push({ session: 3 })
  expect(await take(events, 1)).toEqual([{ session: 3 }])
})
