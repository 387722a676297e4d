import { RLP } from '@ethereumjs/rlp'
import { memoryStore } from '@native-node/node'
import { expect, test } from 'vitest'
import { Archive } from '../../../packages/node/src/c-chain/chain/archive.ts'
import type { EvmReceipt } from '../../../packages/node/src/c-chain/chain/receipt.ts'
import type { EvmRules } from '../../../packages/node/src/c-chain/chain/rules.ts'
import { hexOf, type Hex } from '../../../packages/node/src/c-chain/hex.ts'
import { blocks, hashes, receipts } from '../../../packages/node/src/c-chain/tables.ts'
import { BoundedMap } from '../../../packages/node/src/codec/bounded-map.ts'

const hashAt = (height: number): Hex => hexOf(new Uint8Array(32).fill(height))

/** A block of which searches read the number and the time, with one transaction of a size. */
function blockAt(height: number, size: number): Uint8Array {
  const header = Array.from({ length: 15 }, () => Uint8Array.of(height))
  return RLP.encode([header, [new Uint8Array(size).fill(2)], []])
}

const receipt: EvmReceipt = {
  type: 2,
  status: 1,
  cumulativeGasUsed: 21_000n,
  gasUsed: 21_000n,
  effectiveGasPrice: 1n,
  from: `0x${'11'.repeat(20)}`,
  contractAddress: undefined,
  logs: [{ address: `0x${'22'.repeat(20)}`, topics: [], data: '0x2a' }],
}

/** An archive of blocks, which counts the blocks and receipts read from its store. */
async function archiveOf(heights: readonly number[], size = 100) {
  const store = memoryStore()
  await store.write(
    heights.flatMap((height) => [
      hashes.put(hashAt(height), BigInt(height)),
      blocks.put(blockAt(height, size), hashAt(height)),
      receipts.put([receipt], hashAt(height)),
    ]),
  )
  const reads = { values: 0 }
  const getMany: typeof store.getMany = (keys) => {
    reads.values += keys.filter((key) => hexOf(key).startsWith(hexOf(blocks.prefix))).length
    return store.getMany(keys)
  }
  // Safe cast: reading outlines needs no rules.
  const archive = new Archive({ ...store, getMany }, {} as EvmRules)
  const heightsOf = async (wanted: readonly bigint[]): Promise<readonly bigint[]> =>
    (await archive.logged(wanted)).map(({ outline }) => outline.header.number)
  return { archive, heightsOf, reads }
}

test('blocks of a search come in order, without those that do not exist', async () => {
  const { archive, heightsOf } = await archiveOf([1, 2, 3])
  expect(await heightsOf([3n, 9n, 1n])).toEqual([3n, 1n])
  const [block] = await archive.logged([2n])
  expect(block?.receipts).toEqual([receipt])
  expect(block?.outline).toMatchObject({ hash: hashAt(2), header: { number: 2n } })
  expect(block?.outline.txHash(0)).toBe(block?.outline.txHash(0))
  expect(block?.outline.txHash(1)).toBeUndefined()
})

test('blocks that were read are kept for the next search', async () => {
  const { heightsOf, reads } = await archiveOf([1, 2, 3])
  await heightsOf([1n, 2n])
  expect(await heightsOf([1n, 2n, 3n])).toEqual([1n, 2n, 3n])
  expect(reads.values).toBe(3)
})

test('large blocks displace each other', async () => {
  const { heightsOf, reads } = await archiveOf([1, 2, 3], 1_500_000)
  for (const height of [1n, 2n, 3n, 3n, 1n]) expect(await heightsOf([height])).toEqual([height])
  expect(reads.values).toBe(4)
})

test('a bounded map counts the sizes of what it has', () => {
  const map = new BoundedMap<string, number>(10, (_, size) => size)
  map.set('a', 4).set('b', 4).set('a', 6)
  expect([...map]).toEqual([
    ['b', 4],
    ['a', 6],
  ])
  map.set('c', 1)
  expect([...map.keys()]).toEqual(['a', 'c'])
  expect([map.delete('a'), map.delete('a')]).toEqual([true, false])
  map.set('d', 9)
  expect([...map.keys()]).toEqual(['c', 'd'])
  map.set('e', 11)
  expect(map.size).toBe(0)
  map.clear()
  map.set('f', 10)
  expect([...map.keys()]).toEqual(['f'])
})
