import { afterAll, beforeAll, expect, test } from 'vitest'
import { numberToHex } from 'viem'
import { criteriaOf } from '../../../packages/node/src/c-chain/api/evm/log-filter.ts'
import {
  PolledFilters,
  type Change,
} from '../../../packages/node/src/c-chain/api/evm/polled-filters.ts'
import { localLimits } from '../../../packages/node/src/c-chain/api/evm/parts.ts'
import { subscriptionHandlers } from '../../../packages/node/src/c-chain/api/evm/subscriptions.ts'
import { running, type Running } from './running.ts'

// Limits of log filters, and of the memory that the node uses for them.

let node: Running

beforeAll(async () => {
  node = await running()
})
afterAll(() => node.close())

const addresses = (count: number) =>
  Array.from({ length: count }, (_, at) => numberToHex(at, { size: 20 }))
const hashes = (count: number) =>
  Array.from({ length: count }, (_, at) => numberToHex(at, { size: 32 }))

const methods = ['eth_newFilter', 'eth_getLogs'] as const

test.each(methods)('%s accepts at most 1,000 addresses', async (method) => {
  const widest = await node.ask(method, [{ address: addresses(1000) }])
  expect(widest.error).toBeUndefined()
  const { error } = await node.ask(method, [{ address: addresses(1001) }])
  expect(error).toMatchObject({
    code: -32_000,
    message: 'exceed max addresses or topics per search position',
    data: { reason: 'filterTooLarge' },
  })
})

test.each(methods)('%s accepts at most 1,000 topics at each of four positions', async (method) => {
  const four = Array.from({ length: 4 }, () => hashes(1000))
  expect((await node.ask(method, [{ topics: four }])).error).toBeUndefined()
  for (const topics of [[hashes(1001)], [null, null, null, null, null]]) {
    const { error } = await node.ask(method, [{ topics }])
    expect(error).toMatchObject({ code: -32_602 })
  }
})

test.each(methods)('%s rejects null among addresses', async (method) => {
  const { error } = await node.ask(method, [{ address: [...addresses(1), null] }])
  expect(error).toMatchObject({ code: -32_602 })
})

test.each([
  { fromBlock: '0x2', toBlock: '0x1' },
  { fromBlock: '0x1', toBlock: 'earliest' },
  { toBlock: '0x5' },
  { fromBlock: 'latest', toBlock: '0x5' },
])('eth_newFilter rejects the range %o', async (range) => {
  const { error } = await node.ask('eth_newFilter', [range])
  expect(error).toMatchObject({
    code: -32_000,
    message: 'invalid block range params',
    data: { reason: 'invalidBlockRange' },
  })
})

test.each([
  {},
  { fromBlock: '0x1', toBlock: '0x1' },
  { fromBlock: 'earliest', toBlock: '0x5' },
  { fromBlock: '0xffff' },
  { fromBlock: '0xffff', toBlock: 'latest' },
  { blockHash: hashes(1)[0] },
])('eth_newFilter accepts the range %o', async (range) => {
  const { error } = await node.ask('eth_newFilter', [range])
  expect(error).toBeUndefined()
})

test('subscriptions have the same limits', () => {
  expect(() => criteriaOf({ address: addresses(1001) })).toThrow('exceed max addresses')
  expect(() => criteriaOf({ topics: [hashes(1001)] })).toThrow('exceed max topics')
})

test('filters above the total limit evict the least recently used filters', () => {
  const filters = new PolledFilters()
  let listeners = 0
  const listen = () => {
    listeners++
    return () => listeners--
  }
  const add = () => filters.add({ address: addresses(1000) }, listen)
  const [polled, unused] = [add(), add()]
  filters.poll(polled)
  for (let at = 0; at < 387; at++) add()
  expect(filters.use(unused)).toBeDefined()
  for (let at = 0; at < 500; at++) {
    filters.poll(polled)
    add()
  }
  expect(filters.use(unused)).toBeUndefined()
  expect(filters.use(polled)).toBeDefined()
  expect(listeners).toBeLessThan(400)
  // Removed changes free the space.
  expect(filters.remove(polled)).toBe(true)
  const last = add()
  for (let at = 0; at < 100; at++) filters.remove(add())
  expect(filters.use(last)).toBeDefined()
})

test('pending changes count toward the limit until they are polled', () => {
  const filters = new PolledFilters()
  const pushes: ((change: Change) => void)[] = []
  const listen = (push: (change: Change) => void) => {
    pushes.push(push)
    return () => {}
  }
  const [first, second] = [filters.add(undefined, listen), filters.add(undefined, listen)]
  const large: Change = `0x${'00'.repeat(1_000_000)}`
  for (let at = 0; at < 40; at++) {
    pushes[0]?.(large)
    expect(filters.poll(first)).toEqual([large])
  }
  for (let at = 0; at < 40; at++) pushes[1]?.(large)
  expect(filters.poll(second)).toBeUndefined()
  expect(filters.poll(first)).toEqual([])
})

test('subscriptions above the total limit are rejected until one ends', async () => {
  const chain = { vm: { onAccepted: () => () => {}, onReverted: () => () => {} } }
  const { logs } = subscriptionHandlers({ chain, limits: localLimits } as never)
  const filter = { address: addresses(1000), topics: [hashes(1000), hashes(1000), hashes(1000)] }
  const ends: (() => Promise<unknown>)[] = []
  const subscribe = async () => {
    const end = new AbortController()
    const context = { signal: end.signal } as Parameters<typeof logs>[1]
    const values = (await logs({ filter }, context)) as AsyncGenerator
    const next = values.next()
    ends.push(async () => {
      end.abort()
      await next
    })
  }
  for (let at = 0; at < 150; at++) await subscribe()
  const full = async () => {
    for (let at = 0; at < 20; at++) await subscribe()
  }
  await expect(full()).rejects.toMatchObject({ code: -32_005, reason: 'limitExceeded' })
  await ends[0]?.()
  // One that ended before it began takes no space.
  await logs({ filter }, { signal: AbortSignal.abort() } as Parameters<typeof logs>[1])
  await subscribe()
  await expect(subscribe()).rejects.toMatchObject({ reason: 'limitExceeded' })
})
