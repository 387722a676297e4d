import { monitorEventLoopDelay } from 'node:perf_hooks'
import { setTimeout as wait } from 'node:timers/promises'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import type { SharedRedis } from '@rpcloom/redis'
import { createDispatcher, rateLimit, type Dispatcher } from '@rpcloom/rpc/server'
import { proxyTo } from '../node/store/log/proxy.ts'
import { group, method } from '../rpc/server-fixture.ts'
import { clients, closeAll, disconnected, freePort, hasRedis, isUp, RedisServer } from './server.ts'

/** Maximum time in milliseconds that Redis adds to a call, whatever happens to it. */
const MOST = 60

const orders = group({ key: 'orders', methods: [method({ name: 'o.poll', order: ['n'] })] })

/** Returns a server whose only method has a limit, a cached result, and polls a filter. */
async function serverOf(redis: SharedRedis): Promise<Dispatcher> {
  const limiter = redis.limiter('calls', { points: 1e6, durationMs: 1000 })
  const filters = redis.filters<null, number>('orders', {
    head: () => 1,
    changes: (_, _from, to) => ({ events: [], to }),
  })
  const id = await filters.add(null).catch(() => '0x1')
  return createDispatcher({
    groups: [orders],
    middleware: [
      rateLimit({ limiter }),
      redis.cache({ validity: () => 'latest', position: () => 1 }),
    ],
    handlers: { orders: { poll: () => filters.poll(id) } },
  })
}

/** Returns the longest time in milliseconds of calls in a while, without what this process was too busy for. */
async function longest(server: Dispatcher): Promise<number> {
  const delay = monitorEventLoopDelay({ resolution: 1 })
  delay.enable()
  let most = 0
  const until = performance.now() + 250
  for (let n = 0; performance.now() < until; n++) {
    const request = { jsonrpc: '2.0', id: n, method: 'o.poll', params: { n } }
    const began = performance.now()
    await server.handle(JSON.stringify(request), { remote: '10.0.0.1' })
    most = Math.max(most, performance.now() - began)
    await wait(1)
  }
  delay.disable()
  return most - delay.max / 1e6
}

describe.skipIf(!hasRedis).each(clients)('calls are at most 60 ms slower (%s)', (client) => {
  let redisServer: RedisServer
  beforeAll(async () => {
    redisServer = await RedisServer.start()
  })
  afterEach(closeAll)
  afterAll(() => redisServer.remove())

  test('if Redis is down', async () => {
    const server = await serverOf(disconnected(await freePort(), client))
    expect(await longest(server)).toBeLessThan(MOST)
  })

  test('if Redis is silent', async () => {
    const redis = disconnected(redisServer.port, client)
    await isUp(redis)
    const server = await serverOf(redis)
    redisServer.freeze()
    try {
      expect(await longest(server)).toBeLessThan(MOST)
      expect(redis.isUp).toBe(false)
    } finally {
      redisServer.thaw()
    }
    await isUp(redis)
  })

  // Times in each direction, so that a response takes 10, 45 or 200 ms.
  test.each([5, 22.5, 100])('if Redis is slow (%d ms)', async (delayMs) => {
    const proxy = await proxyTo(redisServer.port)
    const redis = disconnected(proxy.port, client)
    await isUp(redis)
    const server = await serverOf(redis)
    proxy.delayMs = delayMs
    expect(await longest(server)).toBeLessThan(MOST)
    proxy.delayMs = 0
    await isUp(redis)
  })
})
