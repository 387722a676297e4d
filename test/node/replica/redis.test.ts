import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { createClient, webSocket, http } from '@native-node/client'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { printedConfig } from '../../../packages/node/src/settings/reference.ts'
import { defaults } from '../../../packages/node/src/settings/settings.ts'
import { hasRedis, pause, RedisServer } from '../../redis/server.ts'
import { openNode } from '../open-node.ts'
import { proxyTo } from '../store/log/proxy.ts'
import { cluster, EVM, type EvmReply, type ReplicaNode } from './nodes.ts'
import { transfer } from './transfers.ts'

describe.skipIf(!hasRedis)('nodes that share Redis (need redis-server)', () => {
  let server: RedisServer
  beforeAll(async () => {
    server = await RedisServer.start()
  })
  afterAll(() => server.remove())

  /** Waits until a node has the position of another one. */
  async function reached(node: ReplicaNode, other: ReplicaNode): Promise<void> {
    while (node.store.position() < other.store.position()) await pause(2)
    await pause(20)
  }

  /** Repeats a call while Redis is too slow for it, as it may be on a busy machine. */
  async function available(call: () => Promise<EvmReply>): Promise<EvmReply> {
    for (;;) {
      const reply = await call()
      if (reply.error?.data?.['reason'] !== 'sharedStoreUnavailable') return reply
      await pause(100)
    }
  }

  function poll(node: ReplicaNode, id: unknown, request?: string): Promise<EvmReply> {
    const headers = request === undefined ? {} : { 'x-request-id': request }
    const call = { jsonrpc: '2.0', id: 1, method: 'eth_getFilterChanges', params: [id] }
    return available(async () => (await node.send(EVM, call, headers)).json() as EvmReply)
  }

  async function shown(node: ReplicaNode, metric: string): Promise<number> {
    const text = await (await fetch(`${node.url}/ext/metrics`)).text()
    const line = text.split('\n').find((one) => one.startsWith(`${metric} `)) ?? ''
    return Number(line.split(' ').at(-1))
  }

  /** Repeats calls until none of them found Redis too slow, as it may be on a busy machine. */
  async function undisturbed<T>(
    nodes: readonly ReplicaNode[],
    calls: () => Promise<T>,
  ): Promise<T> {
    const failures = async (): Promise<number> => {
      const counts = nodes.map((node) => shown(node, 'node_redis_failures_total'))
      return (await Promise.all(counts)).reduce((sum, count) => sum + count, 0)
    }
    for (;;) {
      const before = await failures()
      const result = await calls()
      if ((await failures()) === before) return result
      await pause(200)
    }
  }

  test('answer each other’s filters, and the same request again', async () => {
    const [writer, replica] = await cluster(1, { redis: server.url })
    if (replica === undefined) throw new Error('no replica')
    const { result: blocks } = await available(() => replica.evm('eth_newBlockFilter'))
    const { result: logs } = await available(() =>
      writer.evm('eth_newFilter', { fromBlock: '0x0' }),
    )
    for (let nonce = 0; nonce < 3; nonce++)
      await writer.evm('eth_sendRawTransaction', await transfer(nonce))
    const hashes = await Promise.all(
      ['0x1', '0x2', '0x3'].map(async (height) => {
        const { result } = await writer.evm('eth_getHeaderByNumber', height)
        return (result as { hash: string }).hash
      }),
    )
    expect(await poll(writer, blocks, 'one')).toMatchObject({ result: hashes })
    await reached(replica, writer)
    expect(await poll(replica, blocks, 'one')).toMatchObject({ result: hashes })
    expect(await poll(replica, blocks, 'two')).toMatchObject({ result: [] })
    // Without the header, the same ID of a call is another request.
    await writer.evm('eth_sendRawTransaction', await transfer(3))
    await reached(replica, writer)
    expect((await poll(replica, blocks)).result).toHaveLength(1)
    expect(await poll(replica, blocks)).toMatchObject({ result: [] })
    expect(await poll(replica, logs)).toMatchObject({ result: [] })
    const found = await available(() => replica.evm('eth_getFilterLogs', logs))
    expect(found).toMatchObject({ result: [] })
    const removed = await available(() => replica.evm('eth_uninstallFilter', logs))
    expect(removed).toMatchObject({ result: true })
    expect((await poll(writer, logs)).error?.message).toBe('filter not found')
    const { result: pending } = await writer.evm('eth_newPendingTransactionFilter')
    expect(await poll(writer, pending)).toMatchObject({ result: [] })
  })

  test('share results of one position', async () => {
    const [writer, replica] = await cluster(1, { redis: server.url })
    if (replica === undefined) throw new Error('no replica')
    await writer.evm('eth_sendRawTransaction', await transfer(0))
    await reached(replica, writer)
    const call = { fromBlock: '0x0', toBlock: 'latest' }
    const hits = (): Promise<number> => shown(replica, 'node_redis_cache_total{result="hit"}')
    // A result is stored after its response.
    while ((await hits()) === 0) {
      await writer.evm('eth_getLogs', call)
      await pause(20)
      expect(await replica.evm('eth_getLogs', call)).toMatchObject({ result: [] })
    }
    await writer.evm('eth_sendRawTransaction', await transfer(1))
    await reached(replica, writer)
    const before = await hits()
    await undisturbed([replica], () => replica.evm('eth_getLogs', call))
    expect(await hits()).toBe(before)
  })

  test('have the metrics that the documentation lists', async () => {
    const [node] = await cluster(0, { redis: server.url })
    const text = await (await fetch(`${node.url}/ext/metrics`)).text()
    const page = readFileSync(join(import.meta.dirname, '../../../docs/operating.md'), 'utf8')
    const names = (source: string): ReadonlySet<string> =>
      new Set(source.match(/\bnode_redis_\w+/g))
    expect(names(page)).toEqual(names(text))
  })

  test('count calls of a client together, by the cost of their methods', async () => {
    const [writer, replica] = await cluster(1, { redis: server.url, clientRate: 45 })
    if (replica === undefined) throw new Error('no replica')
    const refused = await undisturbed([writer, replica], async () => {
      const calls = [writer, replica, writer, replica].map((node) =>
        node.evm('debug_traceCall', { to: null }, 'latest'),
      )
      const replies = await Promise.all(calls)
      return replies.filter(({ error }) => error?.code === -32005).length
    })
    expect(refused).toBe(2)
  })

  test('continue subscriptions at another node', async () => {
    const [writer, replica] = await cluster(1)
    if (replica === undefined) throw new Error('no replica')
    const proxy = await proxyTo(writer.port)
    const socket = webSocket(`ws://127.0.0.1:${proxy.port}`, { reconnect: { baseMs: 1 } })
    onTestFinished(() => socket.close())
    const { cChain } = createClient({ transport: http(writer.url), subscriptions: socket })
    const heads = cChain.subscribe('newHeads')
    const logs = cChain.subscribe('logs')
    await Promise.all([heads.ready, logs.ready])
    const numbers: bigint[] = []
    const positions: bigint[][] = []
    const read = Promise.all([
      (async () => {
        for await (const { number } of heads) if (numbers.push(number) === 6) return
      })(),
      (async () => {
        for await (const { blockNumber, logIndex } of logs)
          if (positions.push([blockNumber, logIndex]) === 12) return
      })(),
    ])
    // Contracts whose creation emits two logs.
    const emit = async (nonce: number): Promise<void> => {
      const data = '0x60006000a060006000a000'
      const { error } = await writer.evm(
        'eth_sendRawTransaction',
        await transfer(nonce, { to: undefined, data, value: 0n, gas: 200_000n }),
      )
      expect(error).toBeUndefined()
    }
    for (const nonce of [0, 1]) await emit(nonce)
    while (positions.length < 4 || numbers.length < 2) await pause(5)
    proxy.target = replica.port
    proxy.cut()
    for (const nonce of [2, 3, 4, 5]) await emit(nonce)
    await read
    expect(numbers).toEqual([1n, 2n, 3n, 4n, 5n, 6n])
    expect(positions).toEqual(
      numbers.flatMap((number) => [
        [number, 0n],
        [number, 1n],
      ]),
    )
  })

  test('report that the events of a subscription are not there any more', async () => {
    const { url } = await openNode()
    const socket = webSocket(url)
    onTestFinished(() => socket.close())
    const { cChain } = createClient({ transport: http(url), subscriptions: socket })
    await expect(cChain.subscribe('newHeads', 5000n).ready).rejects.toMatchObject({
      reason: 'eventsMissing',
    })
  })
})

test('a node goes on without Redis, except for filters', async () => {
  const { client, health } = await openNode({
    redis: 'redis://127.0.0.1:1',
    clientRate: 1000,
    logLevel: 'error',
  })
  expect(await client.cChain.eth.blockNumber()).toBe(0n)
  await expect(client.cChain.eth.newBlockFilter()).rejects.toMatchObject({
    code: -32002,
    reason: 'sharedStoreUnavailable',
  })
  const { checks, healthy } = health.health.report()
  expect([healthy, checks['redis']?.message]).toEqual([true, { isUp: false }])
})

test('the URL of Redis is hidden', () => {
  const redis = 'redis://:p4ss-never-shown@127.0.0.1:6379'
  expect(printedConfig({ ...defaults, redis }, new Map())).not.toContain('p4ss')
})
