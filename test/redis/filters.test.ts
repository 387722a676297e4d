import { Redis } from 'ioredis'
import { afterAll, afterEach, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { RedisUnavailableError, type SharedFilters, type SharedRedis } from '@rpcloom/redis'
import {
  closeAll,
  connected,
  disconnected,
  freePort,
  hasRedis,
  isUp,
  pause,
  RedisServer,
} from './server.ts'

const ROUNDS = process.env['RPCLOOM_LONG'] === '1' ? 50 : 4

interface Multiples {
  readonly of: number
}

describe.skipIf(!hasRedis)('shared filters (need redis-server)', () => {
  let server: RedisServer
  beforeAll(async () => {
    server = await RedisServer.start(true)
  })
  afterEach(closeAll)
  afterAll(() => server.remove())

  /** Filters of one process, over numbers that grow up to `head`. */
  function filtersOf(
    redis: SharedRedis,
    head: () => number,
    name = 'multiples',
  ): SharedFilters<Multiples, number> {
    return redis.filters<Multiples, number>(name, {
      head,
      changes({ of }, from, to) {
        const all = Array.from({ length: to - from }, (_, n) => from + 1 + n)
        return { events: all.filter((number) => number % of === 0), to }
      },
    })
  }

  test('made by one process are polled at another, and both see each event once', async () => {
    let head = 10
    const one = filtersOf(await connected(server.port, 'ioredis'), () => head)
    const other = filtersOf(await connected(server.port, 'node-redis'), () => head)
    const id = await one.add({ of: 2 })
    expect(id).toMatch(/^0x[0-9a-f]{32}$/)
    head = 15
    expect(await other.poll(id)).toEqual([12, 14])
    head = 16
    expect(await one.poll(id)).toEqual([16])
    expect(await other.poll(id)).toEqual([])
    expect(await other.criteria(id)).toEqual({ of: 2 })
    expect([await one.remove(id), await other.remove(id), await one.poll(id)]).toEqual([
      true,
      false,
      undefined,
    ])
    expect(await one.poll('x'.repeat(1e6))).toBeUndefined()
  })

  test('repeat the events of the last poll for the same request, at any process', async () => {
    let head = 0
    const one = filtersOf(await connected(server.port, 'ioredis'), () => head)
    const other = filtersOf(await connected(server.port, 'node-redis'), () => head)
    const id = await one.add({ of: 1 })
    head = 3
    expect(await one.poll(id, 'a')).toEqual([1, 2, 3])
    head = 5
    expect(await other.poll(id, 'a')).toEqual([1, 2, 3])
    expect(await other.poll(id, 'b')).toEqual([4, 5])
    expect(await one.poll(id, 'b')).toEqual([4, 5])
    expect(await one.poll(id, 'c')).toEqual([])
  })

  test('give concurrent polls different events, and none to a process that is behind', async () => {
    let head = 0
    const one = filtersOf(await connected(server.port, 'ioredis'), () => head)
    const behind = filtersOf(await connected(server.port, 'node-redis'), () => 2)
    const id = await one.add({ of: 1 })
    head = 50
    const polls = await Promise.all(Array.from({ length: 20 }, () => one.poll(id)))
    expect(polls.flat()).toEqual(Array.from({ length: 50 }, (_, n) => n + 1))
    expect(await behind.poll(id)).toEqual([])
  })

  test(`lose nothing of answered polls while Redis and processes are killed (${ROUNDS})`, async () => {
    let head = 0
    const clients = ['ioredis', 'node-redis'] as const
    let redis = await connected(server.port, clients[0])
    let filters = filtersOf(redis, () => head)
    const id = await filters.add({ of: 1 })
    const received: number[] = []
    let request = 0
    for (let round = 0; round < ROUNDS; round++) {
      const killed = (async () => {
        await pause(30)
        await server.kill()
        await pause(30)
        await server.resume()
      })()
      const done = new AbortController()
      void killed.finally(() => done.abort())
      while (!done.signal.aborted) {
        head++
        try {
          received.push(...((await filters.poll(id, String(request))) ?? []))
          request++
        } catch (error) {
          // The poll is repeated with the same request.
          expect(error).toBeInstanceOf(RedisUnavailableError)
        }
        await pause(2)
      }
      await killed
      // The next round is that of another process.
      redis.close()
      redis = await connected(server.port, clients[round % 2] ?? 'ioredis')
      filters = filtersOf(redis, () => head)
    }
    // The response to the last request may have been lost after Redis ran it: it is repeated, and the next has the rest.
    for (const last of [request, request + 1])
      received.push(...((await filters.poll(id, String(last))) ?? []))
    expect(received).toEqual(Array.from({ length: head }, (_, n) => n + 1))
  })

  test('of different names are different', async () => {
    const redis = await connected(server.port, 'ioredis')
    const id = await filtersOf(redis, () => 1).add({ of: 1 })
    const others = filtersOf(redis, () => 1, 'others')
    expect(await others.poll(id)).toBeUndefined()
    expect(await others.remove(id)).toBe(false)
  })

  test('stay while they are used', async () => {
    const raw = new Redis({ port: server.port, host: '127.0.0.1' })
    onTestFinished(() => raw.disconnect())
    await raw.flushall()
    const filters = filtersOf(await connected(server.port, 'ioredis'), () => 1)
    const id = await filters.add({ of: 1 })
    const [key = ''] = await raw.keys('test:filter:*')
    const uses = [
      () => filters.criteria(id),
      () => filters.poll(id, 'a'),
      () => filters.poll(id, 'a'),
    ]
    for (const use of uses) {
      await raw.pexpire(key, 10_000)
      await use()
      expect(await raw.pttl(key)).toBeGreaterThan(200_000)
    }
  })

  test('are removed if there are too many, or too much in them: the least recently used ones', async () => {
    const raw = new Redis({ port: server.port, host: '127.0.0.1' })
    onTestFinished(() => raw.disconnect())
    await raw.flushall()
    const redis = await connected(server.port, 'node-redis')
    const filters = filtersOf(redis, () => 1)
    const [oldest, used] = [await filters.add({ of: 1 }), await filters.add({ of: 1 })]
    for (let n = 0; n < 10_000; n += 500) {
      // The clock of Redis has milliseconds.
      await pause(2)
      await filters.poll(used)
      await Promise.all(Array.from({ length: 500 }, () => filters.add({ of: 1 })))
    }
    expect(await filters.poll(oldest)).toBeUndefined()
    expect(await filters.poll(used)).toEqual([])
    // One key for each, and one for all.
    expect(await raw.dbsize()).toBe(10_001)
    const long = redis.filters<string, never>('long', {
      head: () => 1,
      changes: () => ({ events: [], to: 1 }),
    })
    const ids: string[] = []
    for (let n = 0; n < 65; n++) ids.push(await long.add('x'.repeat(999_998)))
    expect(await long.poll(ids[0] ?? '')).toBeUndefined()
    expect(await long.poll(ids[1] ?? '')).toEqual([])
    for (const id of ids) await long.remove(id)
    expect(await raw.zrange('test:filters:long', '0', '-1', 'WITHSCORES')).toEqual(['total', '0'])
    await raw.flushall()
  })

  test('have a named error if Redis is down', async () => {
    const filters = filtersOf(disconnected(await freePort(), 'ioredis'), () => 0)
    await expect(filters.poll('0x1')).rejects.toMatchObject({
      code: -32002,
      reason: 'sharedStoreUnavailable',
    })
  })

  test('do not move after their caller got an error', async () => {
    let head = 1
    const redis = disconnected(server.port, 'ioredis')
    await isUp(redis)
    const filters = filtersOf(redis, () => {
      // The next command is the last one of a poll.
      if (head === 3) server.freeze()
      return head
    })
    const id = await filters.add({ of: 1 })
    head = 3
    await expect(filters.poll(id)).rejects.toThrow(RedisUnavailableError)
    await pause(200)
    server.thaw()
    head = 4
    const again = filtersOf(await connected(server.port, 'ioredis'), () => head)
    expect(await again.poll(id)).toEqual([2, 3, 4])
  })

  test('treat what others have written as no filter', async () => {
    const filters = filtersOf(await connected(server.port, 'ioredis'), () => 5)
    const id = await filters.add({ of: 1 })
    const raw = new Redis({ port: server.port, host: '127.0.0.1' })
    const keys = await raw.keys('test:filter:*')
    for (const fields of [{ criteria: '{' }, { cursor: '1e3', criteria: '{}' }]) {
      for (const key of keys) await raw.hset(key, fields)
      expect(await filters.poll(id)).toBeUndefined()
    }
    raw.disconnect()
  })
})
