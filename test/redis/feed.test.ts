import { Redis } from 'ioredis'
import { afterEach, describe, expect, test } from 'vitest'
import type { FeedOptions, SharedFeed, SharedRedis } from '@rpcloom/redis'
import { GapError } from '@rpcloom/redis'
import { closeAll, connected, hasRedis, pause, RedisServer } from './server.ts'

const RESTARTS = process.env['RPCLOOM_LONG'] === '1' ? 50 : 4

interface Head {
  readonly number: number
}
const options: FeedOptions<Head> = { position: ({ number }) => number }

describe.skipIf(!hasRedis)('a shared feed (needs redis-server)', () => {
  const cleanup: (() => unknown)[] = []
  afterEach(async () => {
    for (const clean of cleanup.splice(0).toReversed()) await clean()
    closeAll()
  })

  async function redisServer(isPersistent = false): Promise<RedisServer> {
    const server = await RedisServer.start(isPersistent)
    cleanup.push(() => server.remove())
    return server
  }

  function heads(redis: SharedRedis, given: Partial<FeedOptions<Head>> = {}): SharedFeed<Head> {
    const feed = redis.feed<Head>('heads', { ...options, ...given })
    cleanup.push(() => feed.close())
    return feed
  }

  /** Collects the numbers of a listener until it has as many, or fails. */
  async function numbersOf(
    feed: SharedFeed<Head>,
    count: number,
    after?: number | string,
  ): Promise<number[]> {
    const stop = new AbortController()
    const numbers: number[] = []
    for await (const [, { number }] of feed.listen(stop.signal, after)) {
      numbers.push(number)
      if (numbers.length === count) stop.abort()
    }
    return numbers
  }

  const upTo = (first: number, last: number): number[] =>
    Array.from({ length: last - first + 1 }, (_, n) => first + n)

  test('passes events to the listeners of all processes, once, however many push them', async () => {
    const { port } = await redisServer()
    const one = heads(await connected(port, 'ioredis'))
    const other = heads(await connected(port, 'node-redis'))
    const received = Promise.all([numbersOf(one, 100), numbersOf(other, 100)])
    await pause(200)
    for (const number of upTo(1, 100)) {
      one.push({ number })
      other.push({ number })
    }
    expect(await received).toEqual([upTo(1, 100), upTo(1, 100)])
    expect(await one.last()).toBe('100-1')
    expect(one.size).toBe(0)
  })

  test('has every event that is pushed after a listener began, without waiting', async () => {
    const { port } = await redisServer()
    const redis = await connected(port, 'ioredis')
    const feed = heads(redis)
    const pushing = heads(await connected(port, 'node-redis'))
    pushing.push({ number: 1 })
    while ((await feed.last()) !== '1-1') await pause(2)
    const received = numbersOf(feed, 3)
    // Its first command has been sent before this one.
    await feed.last()
    for (const number of upTo(2, 4)) pushing.push({ number })
    expect(await received).toEqual([2, 3, 4])
  })

  test('begins after 0, and continues after the first event', async () => {
    const { port } = await redisServer()
    const feed = heads(await connected(port, 'ioredis'))
    for (const number of upTo(1, 3)) feed.push({ number })
    expect(await numbersOf(feed, 3, 0)).toEqual([1, 2, 3])
    expect(await numbersOf(feed, 2, 1)).toEqual([2, 3])
    expect(() => feed.push({ number: 0 })).toThrow(TypeError)
  })

  test('continues after a position, from the stream and then live', async () => {
    const { port } = await redisServer()
    const pushing = heads(await connected(port, 'ioredis'))
    for (const number of upTo(1, 1200)) pushing.push({ number })
    const other = heads(await connected(port, 'node-redis'))
    const received = numbersOf(other, 1250, 100)
    await pause(300)
    for (const number of upTo(1201, 1350)) pushing.push({ number })
    expect(await received).toEqual(upTo(101, 1350))
  })

  describe.each([true, false])('restarts of Redis, with persistence: %s', (isPersistent) => {
    test(`lose, double and disorder nothing for clients that move (${RESTARTS})`, async () => {
      const server = await redisServer(isPersistent)
      const pushing = heads(await connected(server.port, 'ioredis'))
      const servers = [
        heads(await connected(server.port, 'ioredis')),
        heads(await connected(server.port, 'node-redis')),
      ]
      let pushed = 0
      const stop = new AbortController()
      const isPushing = (): boolean => !stop.signal.aborted
      const ended = (async () => {
        while (isPushing()) {
          pushing.push({ number: ++pushed })
          await pause(5)
        }
      })()
      let moves = new AbortController()
      const received: number[][] = [[], []]
      const client = async (numbers: number[], first: number): Promise<void> => {
        for (let at = first; isPushing() || numbers.at(-1) !== pushed; at++) {
          const { signal } = moves
          const stream = servers[at % 2]?.listen(signal, numbers.at(-1) ?? '0-0') ?? []
          for await (const [, { number }] of stream) {
            numbers.push(number)
            if (!isPushing() && number === pushed) return
          }
        }
      }
      await pause(50)
      const clients = received.map((numbers, at) => client(numbers, at))
      for (let n = 0; n < RESTARTS; n++) {
        await pause(150)
        await server.kill()
        const last = moves
        moves = new AbortController()
        last.abort()
        await pause(50)
        await server.resume()
      }
      await pause(300)
      stop.abort()
      await ended
      // Clients that have everything end.
      moves.abort()
      moves = new AbortController()
      await Promise.all(clients)
      expect(received).toEqual([upTo(1, pushed), upTo(1, pushed)])
    })
  })

  test('reports a gap that is longer than what is kept', async () => {
    const { port } = await redisServer()
    const redis = await connected(port, 'ioredis')
    const feed = heads(redis, { keep: 100 })
    for (const number of upTo(1, 2000)) feed.push({ number })
    while ((await feed.last()) !== '2000-1') await pause(10)
    await expect(numbersOf(feed, 1, 3)).rejects.toThrow(GapError)
    await expect(numbersOf(feed, 1, 3)).rejects.toMatchObject({
      code: -32001,
      reason: 'eventsMissing',
    })
    const gaps = redis.families().find(({ name }) => name === 'rpc_redis_feed_gaps_total')
    expect(gaps?.values).toBe(2)
  })

  test('reports a gap if the stream was lost with its sender', async () => {
    const { port } = await redisServer()
    const before = heads(await connected(port, 'ioredis'))
    for (const number of upTo(1, 5)) before.push({ number })
    const listener = heads(await connected(port, 'node-redis'))
    const live = numbersOf(listener, 99, 4)
    const refused = expect(live).rejects.toThrow(GapError)
    expect(await numbersOf(listener, 5, '0-0')).toEqual(upTo(1, 5))
    await pause(200)
    await before.close()
    const raw = new Redis({ port, host: '127.0.0.1' })
    await raw.flushall()
    raw.disconnect()
    const behind = expect(numbersOf(listener, 1, 5)).rejects.toThrow(GapError)
    await pause(50)
    heads(await connected(port, 'ioredis')).push({ number: 9 })
    await Promise.all([refused, behind])
  })

  test('reports entries that are malformed as a gap, and a position of the future', async () => {
    const { port } = await redisServer()
    const feed = heads(await connected(port, 'ioredis'))
    const refused = expect(numbersOf(feed, 99)).rejects.toThrow(GapError)
    await pause(200)
    feed.push({ number: 3 })
    await pause(100)
    const raw = new Redis({ port, host: '127.0.0.1' })
    await raw.xadd('test:feed:heads', '4-1', 'before', '', 'event', '{')
    await raw.xadd('test:feed:heads', '5-1', 'else', 'x')
    raw.disconnect()
    feed.push({ number: 6 })
    await refused
    await expect(numbersOf(feed, 1, 1000)).rejects.toThrow(GapError)
  })

  test('refuses positions that are none', async () => {
    const { port } = await redisServer()
    const feed = heads(await connected(port, 'ioredis'))
    for (const position of ['', '1-2-3', '-1', 'x'.repeat(1e6), '1e3', 1.5, '99999999999999999999'])
      expect(() => feed.listen(new AbortController().signal, position)).toThrow(
        expect.objectContaining({ code: -32602 }),
      )
    expect(() => feed.push({ number: Number.NaN })).toThrow(TypeError)
  })

  test('goes on after Redis was silent', async () => {
    const server = await redisServer()
    const feed = heads(await connected(server.port, 'ioredis'))
    const received = numbersOf(feed, 20, '0-0')
    for (const number of upTo(1, 10)) feed.push({ number })
    await pause(100)
    server.freeze()
    for (const number of upTo(11, 20)) feed.push({ number })
    await pause(300)
    server.thaw()
    expect(await received).toEqual(upTo(1, 20))
  })
})
