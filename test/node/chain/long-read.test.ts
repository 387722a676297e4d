import { memoryStore } from '@native-node/node'
import { expect, test } from 'vitest'
import { longRead } from '../../../packages/node/src/chain/long-read.ts'
import { idOf, idText, ZERO_ID } from '../../../packages/node/src/codec/ids.ts'
import { subnetHandlers } from '../../../packages/node/src/p-chain/api/subnets.ts'
import { validatorHandlers } from '../../../packages/node/src/p-chain/api/validators.ts'
import type { PChain } from '../../../packages/node/src/p-chain/chain.ts'
import { blockchains, l1Nodes, subnets } from '../../../packages/node/src/p-chain/state/records.ts'
import { put, scanPages, type Store } from '../../../packages/node/src/store/store.ts'
import { TestChain } from '../p-chain/chain.ts'

const LIMIT = 64

async function storeOf(entries: number): Promise<Store> {
  const store = memoryStore()
  const keys = Array.from({ length: entries }, (_, at) => Buffer.from(String(at).padStart(6, '0')))
  await store.write(keys.map((key) => put(key, key)))
  return store
}
const none = new Uint8Array(0)

/** Yields pages once the gate opens. */
async function* pagesAfter(gate: Promise<void>, count: number): AsyncGenerator<number, void> {
  for (let page = 1; page <= count; page++) {
    if (page === count) await gate
    yield page
  }
}

async function countOf(pages: AsyncIterable<unknown>): Promise<number> {
  let count = 0
  for await (const _ of longRead(pages)) count++
  return count
}

test('a limited number of requests read more than one page concurrently; others are rejected', async () => {
  let open = (): void => {}
  const gate = new Promise<void>((resolve) => (open = resolve))
  const long = Array.from({ length: LIMIT }, () => countOf(pagesAfter(gate, 3)))
  const now = Promise.resolve()
  await expect(countOf(pagesAfter(now, 2))).rejects.toMatchObject({ code: -32_005 })
  expect(await countOf(pagesAfter(now, 1))).toBe(1)
  open()
  expect(await Promise.all(long)).toEqual(long.map(() => 3))
  expect(await countOf(pagesAfter(now, 2))).toBe(2)
})

test('a cancelled read makes room for another', async () => {
  const now = Promise.resolve()
  for (let round = 0; round <= LIMIT; round++) {
    let pages = 0
    for await (const _ of longRead(pagesAfter(now, 3))) if (++pages === 2) break
  }
  expect(await countOf(pagesAfter(now, 3))).toBe(3)
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
  const opened = async (): Promise<PChain> => chain as PChain
  const { getBlockchains, getSubnets, validates } = subnetHandlers(opened)
  const { getCurrentValidators } = validatorHandlers(opened)
  const context = undefined as never
  const lists = [
    async () => getBlockchains({}, context),
    async () => getSubnets({}, context),
    async () => validates({ subnetID: idText(ZERO_ID) }, context),
    async () => getCurrentValidators({}, context),
  ]
  let open = (): void => {}
  const gate = new Promise<void>((resolve) => (open = resolve))
  const long = Array.from({ length: LIMIT }, () => countOf(pagesAfter(gate, 3)))
  for (const list of lists) await expect(list()).rejects.toMatchObject({ code: -32_005 })
  open()
  await Promise.all(long)
  expect(await getSubnets({}, context)).toMatchObject({ subnets: { length: 1026 } })
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
