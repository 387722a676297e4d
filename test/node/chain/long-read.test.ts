import { memoryStore } from '@native-node/node'
import type { Context } from '@native-node/server'
import { expect, test } from 'vitest'
import { longRead, mapInTurns } from '../../../packages/node/src/chain/long-read.ts'
import { idOf, idText, ZERO_ID } from '../../../packages/node/src/codec/ids.ts'
import {
  blockchainHandlers,
  subnetHandlers,
} from '../../../packages/node/src/p-chain/api/subnets.ts'
import { validatorHandlers } from '../../../packages/node/src/p-chain/api/validators.ts'
import type { PChain } from '../../../packages/node/src/p-chain/chain.ts'
import { blockchains, l1Nodes, subnets } from '../../../packages/node/src/p-chain/state/records.ts'
import { put, scanPages, type Store } from '../../../packages/node/src/store/store.ts'
import { TestChain } from '../p-chain/chain.ts'

const LIMIT = 64
const RUNNING = 4
const none = new Uint8Array(0)

async function storeOf(entries: number): Promise<Store> {
  const store = memoryStore()
  const keys = Array.from({ length: entries }, (_, at) => Buffer.from(String(at).padStart(6, '0')))
  await store.write(keys.map((key) => put(key, key)))
  return store
}

/** A call that reads `count` pages. */
class ReadingCall {
  readonly end: AbortController = new AbortController()
  readonly counted: Promise<number>
  pages = 0

  constructor(count: number) {
    this.counted = this.#count(count)
    this.counted.catch(() => {})
  }

  async #count(count: number): Promise<number> {
    for await (const _ of longRead(pagesOf(count), this.end)) this.pages++
    return this.pages
  }
}

async function* pagesOf(count: number): AsyncGenerator<number, void> {
  for (let page = 1; page <= count; page++) yield page
}

/** Resolves after all work that waits for no further event. */
async function settled(): Promise<void> {
  for (let round = 0; round < 100; round++) await new Promise(setImmediate)
}

test('four calls run, further calls wait, and calls above the limit are rejected', async () => {
  const calls = Array.from({ length: LIMIT }, () => new ReadingCall(3))
  await settled()
  expect(calls.map(({ pages }) => pages)).toEqual(calls.map((_, at) => (at < RUNNING ? 3 : 1)))
  await expect(new ReadingCall(2).counted).rejects.toMatchObject({ code: -32_005 })
  expect(await new ReadingCall(1).counted).toBe(1)
  for (const [at, call] of calls.entries()) {
    await settled()
    expect(calls.filter(({ pages }) => pages === 3)).toHaveLength(Math.min(LIMIT, at + RUNNING))
    call.end.abort()
  }
  expect(await Promise.all(calls.map(({ counted }) => counted))).toEqual(calls.map(() => 3))
  const last = new ReadingCall(2)
  expect(await last.counted).toBe(2)
  last.end.abort()
})

test('a call with several reads waits for a slot once', async () => {
  const end = new AbortController()
  for (let read = 0; read < 2 * LIMIT; read++)
    for await (const _ of longRead(pagesOf(3), end)) continue
  end.abort()
})

test('a running or waiting call whose client disconnects frees its slot', async () => {
  const calls = Array.from({ length: LIMIT }, () => new ReadingCall(3))
  await settled()
  const [waiting, next] = [calls[RUNNING], calls[RUNNING + 1]]
  waiting?.end.abort()
  await expect(waiting?.counted).rejects.toThrow('cancelled')
  calls[0]?.end.abort()
  expect(await next?.counted).toBe(3)
  for (const { end } of calls) end.abort()
  const gone = new ReadingCall(3)
  gone.end.abort()
  await expect(gone.counted).rejects.toThrow('cancelled')
})

test('lists of validators, subnets and blockchains are long reads', async () => {
  const { store, state } = await TestChain.open()
  const idAt = (at: number): string => at.toString(16).padStart(64, '0')
  const nodeAt = (at: number): string => at.toString(16).padStart(40, '0')
  const [subnetID, vmID] = [ZERO_ID, ZERO_ID]
  await store.write(
    Array.from({ length: 1025 }, (_, at) => [
      subnets.put(
        {
          id: idOf(Buffer.from(idAt(at), 'hex')),
          owner: { locktime: 0n, threshold: 0, addresses: [] },
          conversionID: ZERO_ID,
          managerChainID: ZERO_ID,
          managerAddress: new Uint8Array(),
        },
        idAt(at),
      ),
      blockchains.put({ id: ZERO_ID, name: 'chain', subnetID, vmID }, ZERO_ID, idAt(at)),
      l1Nodes.put(ZERO_ID, ZERO_ID, nodeAt(at)),
    ]).flat(),
  )
  const chain: Pick<PChain, 'space' | 'read' | 'isConnected'> = {
    space: { alias: 'P', hrp: 'local', isChain: () => true },
    read: async (work) => work(state),
    isConnected: () => true,
  }
  const opened = chain as PChain
  const { getSubnets } = subnetHandlers(opened)
  const { getBlockchains, validates } = blockchainHandlers(opened)
  const { getCurrentValidators } = validatorHandlers(opened)
  const end = new AbortController()
  const context = end as unknown as Context
  const lists = [
    async () => getBlockchains({}, context),
    async () => getSubnets({}, context),
    async () => validates({ subnetID: idText(ZERO_ID) }, context),
    async () => getCurrentValidators({}, context),
  ]
  const calls = Array.from({ length: LIMIT }, () => new ReadingCall(3))
  await settled()
  for (const list of lists) await expect(list()).rejects.toMatchObject({ code: -32_005 })
  for (const call of calls) call.end.abort()
  expect(await getSubnets({}, context)).toMatchObject({ subnets: { length: 1026 } })
  end.abort()
})

test('other requests run while pages are read from memory', async () => {
  const large = await storeOf(60_000)
  let [turns, isDone] = [0, false]
  const count = (): void => {
    turns++
    if (!isDone) setImmediate(count)
  }
  setImmediate(count)
  const busy = (): void => {
    const until = performance.now() + 5
    while (performance.now() < until);
  }
  for await (const _ of scanPages(large, none)) busy()
  isDone = true
  expect(turns).toBeGreaterThan(5)
})

test('short reads end too when their caller has left', async () => {
  const caller = new AbortController()
  const read = async (): Promise<number> => {
    let owners = 0
    for (; owners < 10_000; owners++) {
      if (owners === 3) caller.abort()
      for await (const _ of longRead(pagesOf(1), caller));
    }
    return owners
  }
  await expect(read()).rejects.toMatchObject({ code: -32_000 })
})

test('a long result is converted in turns, until the caller leaves', async () => {
  const caller = new AbortController()
  const items = Array.from({ length: 10_000 }, (_, at) => at)
  expect(await mapInTurns(items, (item, at) => item + at, caller)).toEqual(
    items.map((at) => 2 * at),
  )
  let converted = 0
  const convert = async (): Promise<void> => {
    if (++converted === 500) caller.abort()
  }
  await expect(mapInTurns(items, convert, caller)).rejects.toMatchObject({ code: -32_000 })
  expect(converted).toBeLessThan(1000)
})
