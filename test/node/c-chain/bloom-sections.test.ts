import { memoryStore } from '@native-node/node'
import { expect, test } from 'vitest'
import { BloomSections } from '../../../packages/node/src/c-chain/chain/bloom-sections.ts'
import { blooms } from '../../../packages/node/src/c-chain/tables.ts'

const bloom = (height: number): Uint8Array => new Uint8Array(256).fill(height % 251)

/** A store with the blooms of some heights, which counts the pages read from it. */
async function storeWith(heights: readonly number[]) {
  const store = memoryStore()
  await store.write(heights.map((height) => blooms.put(bloom(height), BigInt(height))))
  const reads = { pages: 0 }
  const page: typeof store.page = (...range) => {
    reads.pages++
    return store.page(...range)
  }
  return { store: { ...store, page }, reads }
}

async function heightsIn(sections: BloomSections, from: number, to: number): Promise<number[]> {
  const found: number[] = []
  for await (const section of sections.between(BigInt(from), BigInt(to))) {
    for (const [height, bytes] of section) {
      expect(bytes).toEqual(bloom(height))
      found.push(height)
    }
  }
  return found
}

const kept = [0, 3, 1023, 1024, 1025, 2047, 2048, 5000]

test.each<[from: number, to: number, want: readonly number[]]>([
  [0, 0, [0]],
  [1, 1022, [3]],
  [0, 9000, kept],
  [1023, 1024, [1023, 1024]],
  [1026, 2047, [2047]],
  [2049, 4999, []],
  [5000, 5000, [5000]],
])('blocks from %i to %i are %j', async (from, to, want) => {
  const { store } = await storeWith(kept)
  expect(await heightsIn(new BloomSections(store), from, to)).toEqual(want)
})

test('sections are read from the store once until the chain is reverted', async () => {
  const { store, reads } = await storeWith(kept)
  const sections = new BloomSections(store)
  await heightsIn(sections, 0, 2047)
  await heightsIn(sections, 5, 2000)
  expect(reads.pages).toBe(2)
  sections.clear()
  await heightsIn(sections, 0, 2047)
  expect(reads.pages).toBe(4)
})

test('a new block is found once even if its section is loaded concurrently', async () => {
  const { store } = await storeWith([3])
  const sections = new BloomSections(store)
  const loading = heightsIn(sections, 0, 10)
  await store.write([blooms.put(bloom(4), 4n)])
  sections.add(4n, bloom(4))
  await loading
  sections.add(5n, bloom(5))
  expect(await heightsIn(sections, 0, 10)).toEqual([3, 4, 5])
})

test('a section that failed to load is loaded again', async () => {
  const { store } = await storeWith([3])
  let isBroken = true
  const page: typeof store.page = async (...range) => {
    if (isBroken) throw new Error('disk')
    return store.page(...range)
  }
  const sections = new BloomSections({ ...store, page })
  const loading = heightsIn(sections, 0, 10)
  sections.add(4n, bloom(4))
  await expect(loading).rejects.toThrow('disk')
  isBroken = false
  expect(await heightsIn(sections, 0, 10)).toEqual([3])
})
