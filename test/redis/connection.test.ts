import { Redis } from 'ioredis'
import { afterEach, describe, expect, onTestFinished, test } from 'vitest'
import type { SharedFeed, SharedRedis } from '@rpcloom/redis'
import { proxyTo } from '../node/store/log/proxy.ts'
import {
  clients,
  type ClientName,
  closeAll,
  connected,
  disconnected,
  hasRedis,
  isUp,
  pause,
  RedisServer,
} from './server.ts'

interface Head {
  readonly number: number
}

afterEach(closeAll)

async function started(): Promise<{ readonly port: number; readonly raw: Redis }> {
  const server = await RedisServer.start()
  const raw = new Redis({ port: server.port, host: '127.0.0.1' })
  onTestFinished(async () => {
    raw.disconnect()
    await server.remove()
  })
  return { port: server.port, raw }
}

function heads(redis: SharedRedis): SharedFeed<Head> {
  const feed = redis.feed<Head>('heads', { position: ({ number }) => number })
  onTestFinished(() => feed.close())
  return feed
}

/** Collects the numbers of a listener. */
function collect(feed: SharedFeed<Head>, after?: number): number[] {
  const stop = new AbortController()
  onTestFinished(() => stop.abort())
  const numbers: number[] = []
  const read = async (): Promise<void> => {
    for await (const [, { number }] of feed.listen(stop.signal, after)) numbers.push(number)
  }
  void read()
  return numbers
}

/** Returns the log of what shares Redis, and the reasons in it. */
function logOf(): {
  readonly reasons: string[]
  readonly log: (...args: readonly unknown[]) => void
} {
  const reasons: string[] = []
  const log = (_level: unknown, _message: unknown, fields: unknown): void =>
    void reasons.push(String(Object(fields)['reason']))
  return { reasons, log }
}

async function statistic(raw: Redis, name: string): Promise<number> {
  const text = await raw.info('all')
  return Number(new RegExp(`${name}[:=](\\d+)`).exec(text)?.[1] ?? 0)
}

/** Loses the connections of a client without a notice, and waits until they are replaced. Returns the reasons that were logged. */
async function replaced(client: ClientName): Promise<readonly string[]> {
  const { port } = await started()
  const proxy = await proxyTo(port)
  const { reasons, log } = logOf()
  const redis = disconnected(proxy.port, client, { log })
  await isUp(redis)
  const limiter = redis.limiter('calls', { points: 1e6, durationMs: 1000 })
  const numbers = collect(heads(redis), 0)
  const pushing = heads(await connected(port, client))
  pushing.push({ number: 1 })
  while (numbers.length < 1) await pause(5)
  proxy.strand()
  pushing.push({ number: 2 })
  const began = performance.now()
  await limiter.take('someone', 1)
  expect(redis.isUp).toBe(false)
  await isUp(redis)
  while (numbers.length < 2) await pause(5)
  expect(performance.now() - began).toBeGreaterThan(4000)
  expect(numbers).toEqual([1, 2])
  return reasons
}

test.skipIf(!hasRedis)(
  'a connection that is lost without a notice is replaced, and its error is logged once',
  async () => {
    const reasons = await Promise.all(clients.map(replaced))
    expect(reasons).toEqual(clients.map(() => ['No response within 12 ms']))
  },
)

describe.skipIf(!hasRedis).each(clients)('a connection (%s)', (client) => {
  test('with a wrong password is tried a few times a second, and its error is logged once', async () => {
    const { port, raw } = await started()
    await raw.config('SET', 'requirepass', 'right')
    const { reasons, log } = logOf()
    const redis = disconnected(port, client, { log, password: 'wrong' })
    collect(heads(redis))
    const before = await statistic(raw, 'total_connections_received')
    await pause(700)
    const attempts = (await statistic(raw, 'total_connections_received')) - before
    expect(attempts).toBeGreaterThan(1)
    // Two connections, of which each waits 50 ms more after each attempt.
    expect(attempts).toBeLessThan(14)
    expect(reasons).toEqual([expect.stringMatching(/^WRONGPASS /)])
  })

  test('with a stream of another type is kept, and the error is logged once', async () => {
    const { port, raw } = await started()
    const { reasons, log } = logOf()
    const redis = await connected(port, client, { log })
    await raw.set('test:feed:heads', 'something else')
    const feed = heads(redis)
    const numbers = collect(feed)
    feed.push({ number: 1 })
    while (reasons.length === 0) await pause(5)
    const connections = await statistic(raw, 'total_connections_received')
    await pause(700)
    expect(await statistic(raw, 'total_connections_received')).toBe(connections)
    expect(await statistic(raw, 'cmdstat_xrevrange:calls')).toBeLessThan(40)
    expect(reasons).toEqual([expect.stringMatching(/^WRONGTYPE /)])
    await raw.del('test:feed:heads')
    for (let number = 2; numbers.length === 0; number++) {
      feed.push({ number })
      await pause(20)
    }
  })

  test('of a user without permission is kept, and calls go on', async () => {
    const { port, raw } = await started()
    await raw.call('ACL', 'SETUSER', 'default', '-xread', '-evalsha')
    const { reasons, log } = logOf()
    const redis = await connected(port, client, { log })
    const limiter = redis.limiter('calls', { points: 1, durationMs: 3_600_000 })
    collect(heads(redis))
    expect([await limiter.take('a', 1), await limiter.take('a', 1)]).toMatchObject([
      { allowed: true },
      { allowed: false },
    ])
    await pause(500)
    expect(await statistic(raw, 'cmdstat_xread:.*rejected_calls')).toBeLessThan(40)
    expect(reasons).toEqual([expect.stringMatching(/^NOPERM .*'(?:evalsha|xread)'/)])
  })
})
