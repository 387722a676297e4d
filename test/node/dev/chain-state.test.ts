import { memoryStore } from '@native-node/node'
import { expect, test } from 'vitest'
import { dumpChains, readDump } from '../../../packages/node/src/dev/chain-state.ts'
import { put } from '../../../packages/node/src/store/store.ts'

test('a state of any number of entries is dumped and loaded', async () => {
  const store = memoryStore()
  const keys = Array.from({ length: 65_000 }, (_, at) => Buffer.from(`dev/${at}`))
  await store.write(keys.map((key) => put(key, key)))
  const entries = await readDump(await dumpChains(store, 7), 7)
  expect(entries).toHaveLength(keys.length)
})
