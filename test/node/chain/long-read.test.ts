import { memoryStore } from '@native-node/node'
import { expect, test } from 'vitest'
import { longRead } from '../../../packages/node/src/chain/long-read.ts'
import { put, scanPages, type Store } from '../../../packages/node/src/store/store.ts'

const LIMIT = 64

async function storeOf(entries: number): Promise<Store> {
  const store = memoryStore()
  const keys = Array.from({ length: entries }, (_, at) => Buffer.from(String(at).padStart(6, '0')))
  await store.write(keys.map((key) => put(key, key)))
  return store
}
const none = new Uint8Array(0)

/** Pages that come when they are let through. */
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

test('only so many requests read more than one page at once, and others are refused', async () => {
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

test('a read that is given up makes room for another', async () => {
  const now = Promise.resolve()
  for (let round = 0; round <= LIMIT; round++) {
    let pages = 0
    for await (const _ of longRead(pagesAfter(now, 3))) if (++pages === 2) break
  }
  expect(await countOf(pagesAfter(now, 3))).toBe(3)
})

test('others have their turn while pages are read from memory', async () => {
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
