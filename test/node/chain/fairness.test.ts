import { memoryStore } from '@native-node/node'
import { describe, expect, test } from 'vitest'
import { MovableClock } from '../../../packages/node/src/chain/clock.ts'
import { devTools } from '../../../packages/node/src/dev/dev-tools.ts'
import { readWriteLock } from '../../../packages/node/src/scheduling/read-write-lock.ts'
import { revertible } from '../../../packages/node/src/store/revertible-store.ts'
import { openToy, toyTx } from './toy.ts'

const SENDERS = 20
/** Blocks that each sender fills at most, so that a starving call ends late instead of never. */
const LAST = 50

/** A chain without a moment in which no block is built: each sender sends as soon as it has its response. */
async function busyChain() {
  const [store, clock] = [revertible(memoryStore()), MovableClock.standing(1_000_000_000)]
  const producer = await openToy({ store, clock, capacity: 1000 })
  const over = new AbortController()
  const senders = Array.from({ length: SENDERS }, async (_, sender) => {
    for (let at = 0; at < LAST && !over.signal.aborted; at++)
      await producer.issue(toyTx(`s${sender}x${at}=1`))
  })
  const tools = devTools({
    chains: async () => [producer],
    clock,
    store: Promise.resolve(store),
    networkID: 1,
    funds: async () => [],
    lock: readWriteLock(),
  })
  return {
    tools,
    producer,
    /** Returns the number of blocks that are built during `work`. */
    async during(work: () => Promise<unknown>): Promise<number> {
      await producer.issue(toyTx('first=1'))
      const before = producer.tip().height
      await work()
      const after = producer.tip().height
      over.abort()
      await Promise.all(senders)
      return Number(after - before)
    },
  }
}

describe('while all senders send without a gap', () => {
  test('a requested block is the next one', async () => {
    const { during, producer } = await busyChain()
    expect(await during(() => producer.produce({ force: true }))).toBeLessThanOrEqual(3)
  })

  test('requested blocks are built in turn', async () => {
    const { during, producer } = await busyChain()
    const all = (): Promise<unknown> =>
      Promise.all(Array.from({ length: 5 }, () => producer.produce({ force: true })))
    const blocks = await during(all)
    expect(blocks).toBeGreaterThanOrEqual(5)
    expect(blocks).toBeLessThanOrEqual(7)
  })

  test('time moves on', async () => {
    const { during, tools } = await busyChain()
    expect(await during(() => tools.advance(1000))).toBeLessThanOrEqual(6)
  })
})
