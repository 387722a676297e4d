import { Redis } from 'ioredis'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { rateLimit, type RateLimiter } from '@rpcloom/rpc/server'
import type { SharedRedis } from '@rpcloom/redis'
import { proxyTo } from '../node/store/log/proxy.ts'
import { dispatcher } from '../rpc/server-fixture.ts'
import {
  clients,
  closeAll,
  connected,
  disconnected,
  freePort,
  hasRedis,
  isUp,
  RedisServer,
} from './server.ts'

const isLong = process.env['RPCLOOM_LONG'] === '1'
const hour = 3_600_000

describe.skipIf(!hasRedis)('a shared limiter (needs redis-server)', () => {
  let server: RedisServer
  beforeAll(async () => {
    server = await RedisServer.start()
  })
  afterEach(closeAll)
  afterAll(() => server.remove())

  /** Returns two limiters over different clients. */
  async function pair(points: number, durationMs: number): Promise<readonly RateLimiter[]> {
    const one = await connected(server.port, 'ioredis')
    const other = await connected(server.port, 'node-redis')
    return [one, other].map((redis) => redis.limiter('calls', { points, durationMs }))
  }

  async function offered(
    limiters: readonly RateLimiter[],
    key: string,
    count: number,
  ): Promise<number> {
    let allowed = 0
    // As many as a busy server has in progress.
    const workers = Array.from({ length: 32 }, async (_, worker) => {
      for (let n = worker; n < count; n += 32)
        if ((await limiters[n % limiters.length]?.take(key, 1))?.allowed) allowed++
    })
    await Promise.all(workers)
    return allowed
  }

  test('lets the same number of calls through two processes as through one', async () => {
    const limiters = await pair(300, 100 * hour)
    expect(await offered(limiters, 'a client', isLong ? 100_000 : 10_000)).toBe(300)
  })

  test('counts limits of different names apart', async () => {
    const redis = await connected(server.port, 'ioredis')
    const limiters = ['calls', 'logins'].map((name) =>
      redis.limiter(name, { points: 1, durationMs: hour }),
    )
    for (const allowed of [true, false]) {
      for (const limiter of limiters)
        expect(await limiter.take('both', 1)).toMatchObject({ allowed })
    }
  })

  test('refills evenly, and says how long to wait', async () => {
    const [one, other] = await pair(10, 1000)
    await one?.take('refilled', 10)
    const refused = await other?.take('refilled', 5)
    expect(refused?.allowed).toBe(false)
    expect(refused?.retryAfterMs).toBeGreaterThan(300)
    expect(refused?.retryAfterMs).toBeLessThanOrEqual(500)
    await new Promise((resolve) => setTimeout(resolve, refused?.retryAfterMs))
    expect((await one?.take('refilled', 5))?.allowed).toBe(true)
  })

  test('counts the cost of a method', async () => {
    const limiters = await pair(20, hour)
    const [one, other] = limiters.map((limiter) =>
      dispatcher({ middleware: [rateLimit({ limiter })] }),
    )
    const codes: unknown[] = []
    for (const [server, name] of [
      [one, 'info.costly'],
      [other, 'info.costly'],
      [one, 'info.empty'],
      [other, 'info.costly'],
      [other, 'info.empty'],
    ] as const) {
      const text = await server?.handle(
        JSON.stringify({ jsonrpc: '2.0', id: 1, method: name, params: {} }),
        { remote: '10.0.0.1' },
      )
      codes.push((JSON.parse(text ?? '') as { error?: { code: number } }).error?.code)
    }
    // 9 and 9, then 1: the third costly call exceeds the limit of 20, and a cheap one does not.
    expect(codes).toEqual([undefined, undefined, undefined, -32005, undefined])
  })

  test('hides keys, and corrects what others have written', async () => {
    const [limiter] = await pair(2, hour)
    const raw = new Redis({ port: server.port, host: '127.0.0.1' })
    await raw.flushall()
    const secret = `api-key-${'x'.repeat(100_000)}`
    await limiter?.take(secret, 1)
    const [key = ''] = await raw.keys('*')
    expect(key).toMatch(/^test:limit:[\w-]{43}$/)
    for (const value of ['nan', '1e300', 'not a number', '-inf']) {
      await raw.set(key, value)
      const { retryAfterMs } = (await limiter?.take(secret, 1)) ?? {}
      expect(retryAfterMs).toBeLessThanOrEqual(hour)
    }
    raw.disconnect()
  })

  describe.each(clients)('counts by itself (%s)', (client) => {
    async function withoutRedis(redis: SharedRedis): Promise<void> {
      const limiter = redis.limiter('calls', { points: 5, durationMs: hour })
      const began = performance.now()
      const allowed: boolean[] = []
      for (let n = 0; n < 500; n++) allowed.push((await limiter.take('someone', 1)).allowed)
      expect(allowed).toEqual(allowed.map((_, n) => n < 5))
      // If each call waited 12 ms, it would be 6 seconds.
      expect(performance.now() - began).toBeLessThan(4000)
    }

    test('if Redis is down', async () => {
      await withoutRedis(disconnected(await freePort(), client))
    })

    test('if Redis is silent', async () => {
      const redis = disconnected(server.port, client)
      await isUp(redis)
      server.freeze()
      try {
        await withoutRedis(redis)
      } finally {
        server.thaw()
      }
    })

    test('if Redis is slow, and together with others once it is not', async () => {
      const proxy = await proxyTo(server.port)
      const redis = disconnected(proxy.port, client)
      await isUp(redis)
      proxy.delayMs = 100
      await withoutRedis(redis)
      proxy.delayMs = 0
      const limiter = redis.limiter('calls', { points: 1, durationMs: hour })
      const key = `slow ${client}`
      await isUp(redis)
      expect((await limiter.take(key, 1)).allowed).toBe(true)
      const [other] = await pair(1, hour)
      expect((await other?.take(key, 1))?.allowed).toBe(false)
    })
  })
})
