import { Logger, memoryStore, type Store } from '@native-node/node'
import { startNode, testClock } from '@native-node/node/testing'
import { expect, test } from 'vitest'

/** Starts and stops a node on a store at a time, and returns its warnings. */
async function warnings(store: Store, time: string): Promise<readonly string[]> {
  const lines: string[] = []
  const node = await startNode({
    openStore: async () => ({ ...store, close: async () => {} }),
    clock: testClock(new Date(time)),
    logger: new Logger('warn', (line) => lines.push(line)),
    requiredDiskBytes: 0,
  })
  await node.close()
  return lines.filter((line) => line.includes('validators'))
}

test('a chain older than its staking periods warns at start, and says what to do', async () => {
  const store = memoryStore()
  expect(await warnings(store, '2026-11-22T12:00:00Z')).toEqual([])
  expect(await warnings(store, '2026-12-22T12:00:00Z')).toEqual([])
  // The first start finds the ended periods, and the second one no validators.
  for (const time of ['2028-11-22T12:00:00Z', '2028-11-22T12:00:01Z']) {
    const [warning, ...more] = await warnings(store, time)
    expect(warning).toMatch(/"level":"warn".*--data-dir/)
    expect(more).toEqual([])
  }
})
