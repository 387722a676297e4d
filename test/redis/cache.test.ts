import { Redis } from 'ioredis'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { metricsText } from '@rpcloom/rpc/metrics'
import { createDispatcher, RpcError, type Dispatcher } from '@rpcloom/rpc/server'
import { big } from '@rpcloom/rpc/codegen'
import type { SharedRedis, Validity } from '@rpcloom/redis'
import { group, method } from '../rpc/server-fixture.ts'
import {
  closeAll,
  connected,
  disconnected,
  freePort,
  hasRedis,
  pause,
  RedisServer,
} from './server.ts'

const blocks = group({
  key: 'blocks',
  methods: [
    method({ name: 'b.latest', result: { height: big } }),
    method({ name: 'b.byHash', order: ['hash', 'full'] }),
    method({ name: 'b.fails' }),
    method({ name: 'b.missing', result: { height: big } }),
  ],
})
const validities: Readonly<Record<string, Validity>> = {
  'b.latest': 'latest',
  'b.fails': 'latest',
  'b.byHash': 'final',
  'b.missing': 'final',
}

/** A process whose chain is at a position, and the calls that ran. */
class Process {
  position: number
  found: unknown = { hash: '0x1' }
  readonly runs: string[] = []
  readonly #server: Dispatcher

  constructor(redis: SharedRedis, position: number, maxLength = 1000) {
    this.position = position
    const cache = redis.cache({
      validity: ({ method: { name } }) => validities[name],
      position: () => this.position,
      maxLength,
    })
    const run = async (name: string): Promise<void> => {
      this.runs.push(name)
      await pause(5)
    }
    this.#server = createDispatcher({
      groups: [blocks],
      middleware: [cache],
      fallbackHandler: async () => {
        await run('missing')
        return { height: '7' }
      },
      handlers: {
        blocks: {
          latest: async () => {
            const height = 2n ** 64n + BigInt(this.position)
            await run('latest')
            return { height }
          },
          byHash: async () => {
            await run('byHash')
            return this.found
          },
          fails: async () => {
            await run('fails')
            throw new RpcError(-32010, 'No such block')
          },
        },
      },
    })
  }

  async call(name: string, params: unknown = [], auth?: unknown): Promise<unknown> {
    const request = { jsonrpc: '2.0', id: 1, method: name, params }
    const text = (await this.#server.handle(JSON.stringify(request), { auth })) ?? ''
    const { result, error } = JSON.parse(text) as { result?: unknown; error?: unknown }
    return error ?? result
  }
}

describe.skipIf(!hasRedis)('a shared cache (needs redis-server)', () => {
  let server: RedisServer
  let raw: Redis
  beforeAll(async () => {
    server = await RedisServer.start()
    raw = new Redis({ port: server.port, host: '127.0.0.1' })
  })
  afterEach(async () => {
    closeAll()
    await raw.flushall()
  })
  afterAll(async () => {
    raw.disconnect()
    await server.remove()
  })

  async function pair(): Promise<readonly [Process, Process]> {
    const one = await connected(server.port, 'ioredis')
    const other = await connected(server.port, 'node-redis')
    return [new Process(one, 1), new Process(other, 1)]
  }

  /** Results are stored after their response. */
  async function stored(count: number): Promise<void> {
    while ((await raw.dbsize()) < count) await pause(2)
  }

  test('has no results of calls with credentials', async () => {
    const redis = await connected(server.port, 'ioredis')
    const process = new Process(redis, 1)
    for (const user of ['a', 'a', 'b']) await process.call('b.byHash', { hash: '0xa' }, user)
    expect(process.runs).toHaveLength(3)
  })

  test('tells objects from arrays', async () => {
    const redis = await connected(server.port, 'ioredis')
    const process = new Process(redis, 1)
    await process.call('b.byHash', { hash: { a: 1 } })
    await pause(50)
    await process.call('b.byHash', { hash: [['a', 1]] })
    expect(process.runs).toHaveLength(2)
  })

  test('keeps results of a position for all processes at it', async () => {
    const [one, other] = await pair()
    const height = String(2n ** 64n + 1n)
    expect(await one.call('b.latest')).toEqual({ height })
    await stored(1)
    expect(await other.call('b.latest')).toEqual({ height })
    expect([one.runs, other.runs]).toEqual([['latest'], []])
    other.position = 2
    expect(await other.call('b.latest')).toEqual({ height: String(2n ** 64n + 2n) })
    expect(other.runs).toEqual(['latest'])
  })

  test('keeps final results, and shows none that is newer than its process', async () => {
    const [one, other] = await pair()
    one.position = 7
    await one.call('b.byHash', { hash: '0x1' })
    await stored(1)
    await other.call('b.byHash', { hash: '0x1' })
    expect(other.runs).toEqual(['byHash'])
    other.position = 7
    await other.call('b.byHash', { hash: '0x1' })
    await other.call('b.byHash', { full: true, hash: '0x1' })
    await other.call('b.byHash', { hash: '0x1', full: true })
    one.position = 9
    await one.call('b.byHash', { hash: '0x1' })
    expect([one.runs, other.runs]).toEqual([['byHash'], ['byHash', 'byHash']])
  })

  test('never keeps errors, empty results, and results that are too long', async () => {
    const [one] = await pair()
    for (let n = 0; n < 2; n++)
      expect(await one.call('b.fails')).toEqual({ code: -32010, message: 'No such block' })
    for (const found of [null, 'x'.repeat(1001)]) {
      one.found = found
      for (let n = 0; n < 2; n++) expect(await one.call('b.byHash', { hash: '0x1' })).toEqual(found)
    }
    await pause(50)
    expect([one.runs.length, await raw.dbsize()]).toEqual([6, 0])
  })

  test('never keeps results of the fallback handler, which are in JSON form', async () => {
    const [one] = await pair()
    for (let n = 0; n < 3; n++) {
      expect(await one.call('b.missing')).toEqual({ height: '7' })
      await pause(20)
    }
    expect([one.runs.length, await raw.dbsize()]).toEqual([3, 0])
  })

  test('never keeps results that take long to serialize', async () => {
    const redis = await connected(server.port, 'ioredis')
    const one = new Process(redis, 1, 1e6)
    one.found = Array.from({ length: 5000 }, (_, n) => n)
    for (let n = 0; n < 2; n++) await one.call('b.byHash', { hash: '0x1' })
    one.found = { serialized: 0 }
    await one.call('b.byHash', { hash: '0x2' })
    await stored(1)
    await pause(20)
    expect([one.runs.length, await raw.dbsize()]).toEqual([3, 1])
  })

  test('keeps about 64 MB of a process, however callers vary their params', async () => {
    const redis = await connected(server.port, 'ioredis')
    const one = new Process(redis, 1, 2e6)
    one.found = 'x'.repeat(999_998)
    for (let n = 0; n < 75; n++) await one.call('b.byHash', { hash: n })
    await stored(67)
    await pause(50)
    expect(await raw.dbsize()).toBe(67)
    const [key = ''] = await raw.keys('*')
    expect(await raw.pttl(key)).toBeLessThanOrEqual(3_600_000)
  })

  test('keeps no result whose position changed while it was computed', async () => {
    const [one] = await pair()
    const running = one.call('b.latest')
    await pause(3)
    one.position = 2
    await running
    await pause(50)
    expect(await raw.dbsize()).toBe(0)
  })

  test('runs equal calls at the same time once, and each by itself if the first fails', async () => {
    const [one] = await pair()
    await Promise.all(Array.from({ length: 20 }, () => one.call('b.latest')))
    expect(one.runs).toEqual(['latest'])
    await Promise.all(Array.from({ length: 3 }, () => one.call('b.fails')))
    expect(one.runs).toEqual(['latest', 'fails', 'fails', 'fails'])
  })

  test('computes what others have written as something else', async () => {
    const [one] = await pair()
    await one.call('b.latest')
    await stored(1)
    const [key = ''] = await raw.keys('*')
    expect(key).toMatch(/^test:cache:[\w-]{43}$/)
    for (const value of ['', '1 {', 'x {}', '1']) {
      await raw.set(key, value)
      expect(await one.call('b.latest')).toEqual({ height: String(2n ** 64n + 1n) })
    }
  })

  test('lets each call run without Redis, and counts that', async () => {
    const redis = disconnected(await freePort(), 'node-redis')
    const one = new Process(redis, 1)
    for (let n = 0; n < 3; n++) await one.call('b.latest')
    expect(one.runs.length).toBe(3)
    const text = metricsText(redis.families('shop'))
    expect(text).toContain('shop_redis_up 0\n')
    expect(text).toContain('shop_redis_cache_total{result="fallback"} 3\n')
    expect(text).toContain('shop_redis_failures_total 3\n')
  })
})
