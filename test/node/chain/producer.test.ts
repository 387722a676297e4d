import { memoryStore, type Store } from '@native-node/node'
import { describe, expect, test } from 'vitest'
import { MovableClock } from '../../../packages/node/src/chain/clock.ts'
import type { AcceptedBlocks } from '../../../packages/node/src/chain/producer.ts'
import type { Refusal } from '../../../packages/node/src/chain/refusal.ts'
import { concat, u64 } from '../../../packages/node/src/codec/bytes.ts'
import { idText } from '../../../packages/node/src/codec/ids.ts'
import { put } from '../../../packages/node/src/store/store.ts'
import { faults, faulty, faultyAt, type Fault } from './faults.ts'
import { notAccepted, openToy, slotsOf, toyBytes, toyID, ToyVm, toyTx } from './toy.ts'

const START = 1_000_000
const clockAt = (): MovableClock => MovableClock.standing(START * 1000)

describe('without a block time', () => {
  test('a transaction is accepted before its sender gets the response', async () => {
    const store = memoryStore()
    const producer = await openToy({ store, clock: clockAt() })
    expect(await producer.issue(toyTx('a=5'))).toBe(toyID('a=5'))
    expect(producer.tip()).toMatchObject({ height: 1n, time: BigInt(START) })
    expect(await slotsOf(store)).toEqual({ a: 5n })
    expect(producer.pending()).toEqual({ count: 0, since: undefined })
  })

  test('transactions of one turn share a block, and those that do not fit go into the next block', async () => {
    const store = memoryStore()
    const producer = await openToy({ store, clock: clockAt() })
    await Promise.all(Array.from({ length: 10 }, (_, at) => producer.issue(toyTx(`a${at}=1`))))
    expect(producer.tip().height).toBe(1n)
    await Promise.all(Array.from({ length: 25 }, (_, at) => producer.issue(toyTx(`b${at}=1`))))
    expect(producer.tip().height).toBe(4n)
    expect(Object.keys(await slotsOf(store))).toHaveLength(35)
  })

  test('an invalid transaction is rejected alone and changes nothing', async () => {
    const store = memoryStore()
    const producer = await openToy({ store, clock: clockAt() })
    await producer.issue(toyTx('a=5'))
    const work = [producer.issue(toyTx('a=6')), producer.issue(toyTx('b=7'))]
    expect(await Promise.allSettled(work)).toMatchObject([
      { status: 'rejected', reason: { rule: 'taken' } },
      { status: 'fulfilled', value: toyID('b=7') },
    ])
    expect(await slotsOf(store)).toEqual({ a: 5n, b: 7n })
  })

  test('issuing an accepted transaction again has no effect', async () => {
    const store = memoryStore()
    const producer = await openToy({ store, clock: clockAt() })
    const twice = [producer.issue(toyTx('a=5')), producer.issue(toyTx('a=5'))]
    expect(await Promise.all(twice)).toEqual([toyID('a=5'), toyID('a=5')])
    expect(await producer.issue(toyTx('a=5'))).toBe(toyID('a=5'))
    expect(await producer.enqueue(toyTx('a=5'))).toBe(toyID('a=5'))
    expect(producer.tip().height).toBe(1n)
  })

  test('an invalid enqueued transaction is rejected later, with a status', async () => {
    const producer = await openToy({ store: memoryStore(), clock: clockAt() })
    await producer.issue(toyTx('a=5'))
    expect(await producer.enqueue(toyTx('a=6'))).toBe(toyID('a=6'))
    await producer.idle()
    expect(await producer.status(toyID('a=6'), notAccepted)).toMatchObject({
      kind: 'dropped',
      error: { rule: 'taken' },
    })
    expect(producer.get(toyID('a=6'))).toBeUndefined()
  })
})

describe('with a block time', () => {
  test('a block with all pending transactions is built at its time', async () => {
    const [store, clock] = [memoryStore(), clockAt()]
    const producer = await openToy({ store, clock, blockTime: 2000 })
    await producer.issue(toyTx('a=1'))
    clock.advance(1500)
    await producer.issue(toyTx('b=2'))
    await producer.idle()
    expect(producer.pending()).toEqual({ count: 2, since: START * 1000 })
    expect(producer.tip().height).toBe(0n)
    clock.advance(500)
    await producer.idle()
    expect(producer.tip()).toMatchObject({ height: 1n, time: BigInt(START + 2) })
    expect(await slotsOf(store)).toEqual({ a: 1n, b: 2n })
  })

  test('conflicts, a full pool and invalid transactions are rejected immediately', async () => {
    const [store, clock] = [memoryStore(), clockAt()]
    const producer = await openToy({ store, clock, blockTime: 1000, capacity: 2 })
    await producer.issue(toyTx('a=1'))
    expect(await producer.issue(toyTx('a=1'))).toBe(toyID('a=1'))
    await expect(producer.issue(toyTx('a=2'))).rejects.toMatchObject({ rule: 'conflict' })
    await producer.issue(toyTx('b=1'))
    await expect(producer.issue(toyTx('c=1'))).rejects.toMatchObject({ rule: 'mempoolFull' })
    clock.advance(1000)
    await producer.idle()
    await expect(producer.issue(toyTx('a=2'))).rejects.toMatchObject({ rule: 'taken' })
    expect(await producer.issue(toyTx('a=1'))).toBe(toyID('a=1'))
  })

  test('acknowledged transactions survive the process', async () => {
    const [store, clock] = [memoryStore(), clockAt()]
    const first = await openToy({ store, clock, blockTime: 1000 })
    await first.issue(toyTx('a=1'))
    await first.enqueue(toyTx('b=2'))
    await first.close()
    clock.advance(5000)
    expect(first.tip().height).toBe(0n)
    const second = await openToy({ store, clock, blockTime: 1000 })
    expect(second.pending().count).toBe(2)
    await second.idle()
    clock.advance(1000)
    await second.idle()
    expect(await slotsOf(store)).toEqual({ a: 1n, b: 2n })
  })

  test('a block can be requested before its time', async () => {
    const [store, clock] = [memoryStore(), clockAt()]
    const producer = await openToy({ store, clock, blockTime: 60_000 })
    await producer.issue(toyTx('a=1'))
    await producer.produce()
    expect(await slotsOf(store)).toEqual({ a: 1n })
    await producer.produce()
    expect(producer.tip().height).toBe(1n)
  })
})

describe('without transactions', () => {
  test('a proposal and the chosen option are accepted together, at the right time', async () => {
    const [store, clock, vm] = [memoryStore(), clockAt(), new ToyVm()]
    const producer = await openToy({ store, clock, vm })
    await producer.issue(toyTx(`even=4@${START + 100}`))
    await producer.issue(toyTx(`odd=5@${START + 50}`))
    await producer.idle()
    clock.advance(49_000)
    await producer.idle()
    expect(producer.tip().height).toBe(2n)
    clock.advance(1000)
    await producer.idle()
    expect(producer.tip()).toMatchObject({ height: 4n, time: BigInt(START + 50) })
    clock.advance(1_000_000)
    await producer.idle()
    expect(producer.tip()).toMatchObject({ height: 6n, time: BigInt(START + 100) })
    expect(vm.seen.map(({ kind }) => kind)).toEqual([
      'standard',
      'standard',
      'proposal',
      'abort',
      'proposal',
      'commit',
    ])
    expect(await slotsOf(store)).toEqual({ even: 4n, odd: 5n })
    expect(clock.next).toBeUndefined()
  })

  test('a start performs the overdue changes', async () => {
    const [store, clock] = [memoryStore(), clockAt()]
    const first = await openToy({ store, clock })
    for (const [at, slot] of ['a', 'b', 'c'].entries())
      await first.issue(toyTx(`${slot}=2@${START + 10 + at}`))
    await first.close()
    clock.advance(60_000)
    const second = await openToy({ store, clock })
    await expect.poll(() => second.tip().height).toBe(9n)
    expect(await store.get(Buffer.from('toy/rewards'))).toEqual(
      Uint8Array.of(0, 0, 0, 0, 0, 0, 0, 6),
    )
  })

  test('changes that are due during a pause are made after the pause', async () => {
    const [store, clock] = [memoryStore(), clockAt()]
    const producer = await openToy({ store, clock })
    await producer.issue(toyTx(`a=2@${START + 10}`))
    await producer.idle()
    const resume = await producer.pause()
    clock.advance(20_000)
    const issuing = producer.issue(toyTx('b=1'))
    await producer.idle()
    expect(producer.tip().height).toBe(1n)
    resume()
    await issuing
    expect(producer.tip().height).toBe(4n)
  })
})

test.each([0, 1000])(
  'transactions issued during a pause are stored after the pause, with a block time of %i',
  async (blockTime) => {
    const [store, clock, vm] = [memoryStore(), clockAt(), new ToyVm()]
    const producer = await openToy({ store, clock, vm, blockTime })
    const before = await store.page(Buffer.alloc(0), 1000)
    const resume = await producer.pause()
    const issued = producer.issue(toyTx('a=1'))
    await new Promise((resolve) => setImmediate(resolve))
    expect(producer.pending().count).toBe(0)
    expect(await store.page(Buffer.alloc(0), 1000)).toEqual(before)
    await producer.reset()
    resume()
    expect(await issued).toBe(toyID('a=1'))
    await producer.produce()
    expect(await slotsOf(store)).toEqual({ a: 1n })
  },
)

describe('a failing store', () => {
  test('rejects unacknowledged transactions, and retries acknowledged ones', async () => {
    const [store, clock, failures] = [memoryStore(), clockAt(), [] as unknown[]]
    let isDown = false
    const fails = faulty(store, () => (isDown ? 'fails' : undefined))
    const vm = new ToyVm()
    const onFailure = (error: unknown): void => void failures.push(error)
    const producer = await openToy({ store: fails, clock, vm, blockTime: 1000, onFailure })
    await producer.issue(toyTx('a=1'))
    isDown = true
    await expect(producer.issue(toyTx('b=1'))).rejects.toThrow('failed')
    clock.advance(1000)
    await expect.poll(() => failures.length).toBeGreaterThan(1)
    expect(producer.pending().count).toBe(1)
    isDown = false
    await expect.poll(() => producer.tip().height).toBe(1n)
    expect(await slotsOf(store)).toEqual({ a: 1n })
    expect(vm.resets).toBeGreaterThan(1)
  })

  test('does not build a block twice if its write succeeded but reported a failure', async () => {
    const [store, clock] = [memoryStore(), clockAt()]
    // The writes: genesis, transaction, block.
    const fails = faulty(store, (write) => (write === 2 ? 'fails after' : undefined))
    const accepted: AcceptedBlocks[] = []
    const onAccepted = (blocks: AcceptedBlocks): void => void accepted.push(blocks)
    const producer = await openToy({ store: fails, clock, blockTime: 1000, onAccepted })
    await producer.issue(toyTx('a=1'))
    clock.advance(1000)
    await expect.poll(() => producer.pending().count).toBe(0)
    await producer.idle()
    expect(await producer.status(toyID('a=1'), notAccepted)).toEqual({ kind: 'unknown' })
    expect(producer.tip().height).toBe(1n)
    expect(await slotsOf(store)).toEqual({ a: 1n })
    expect(accepted).toMatchObject([{ tips: [{ height: 1n }], transactions: 1 }])
  })

  const modes = faults.flatMap((fault) => [0, 1000].map((blockTime) => [fault, blockTime] as const))
  test.each(modes)(
    'that %s at any read or write, with a block time of %i, loses no acknowledged transaction',
    { timeout: 60_000 },
    async (fault, blockTime) => {
      const whole = await loaded({ at: -1, fault, blockTime })
      expect(whole.acknowledged.size).toBe(9)
      for (let at = 0; at < whole.operations; at++) {
        const { store, clock, acknowledged } = await loaded({ at, fault, blockTime })
        const again = await openToy({ store, clock, blockTime })
        await again.idle()
        clock.advance(1000)
        await again.idle()
        clock.advance(100_000)
        await expect.poll(() => again.pending().count, { interval: 1 }).toBe(0)
        await again.idle()
        const slots = Object.keys(await slotsOf(store))
        expect(slots).toEqual(expect.arrayContaining([...acknowledged]))
        await again.close()
      }
    },
  )
})

/**
 * Loads a chain whose store is faulty at one operation, until the process ends; hanging operations never finish.
 */
async function loaded({
  at,
  fault,
  blockTime,
}: {
  readonly at: number
  readonly fault: Fault
  readonly blockTime: number
}): Promise<{
  readonly store: Store
  readonly clock: MovableClock
  readonly acknowledged: ReadonlySet<string>
  readonly operations: number
}> {
  const [store, clock, acknowledged] = [memoryStore(), clockAt(), new Set<string>()]
  const faulted = faultyAt(store, at, fault)
  const opening = openToy({ store: faulted.store, clock, blockTime })
  opening.catch(() => {})
  const issue = (slot: string, more = ''): void => {
    opening
      .then((producer) =>
        slot < 'm'
          ? producer.issue(toyTx(`${slot}=1${more}`))
          : producer.enqueue(toyTx(`${slot}=1`)),
      )
      .then(() => acknowledged.add(slot))
      .catch(() => {})
  }
  const turns = async (): Promise<void> => {
    for (let turn = 0; turn < 8; turn++) await new Promise((resolve) => setImmediate(resolve))
  }
  for (const slots of ['ab', 'cz', 'dy', 'ex']) {
    for (const slot of slots) issue(slot)
    if (slots === 'cz') issue('f', `@${START + 3}`)
    await turns()
    clock.advance(1000)
    await turns()
  }
  const operations = faulted.count()
  faulted.kill()
  return { store, clock, acknowledged: new Set(acknowledged), operations }
}

describe('a transaction that was pending when the process ended', () => {
  /** Writes transactions as a killed process would have left them. */
  async function writePending(...texts: readonly string[]): Promise<Store> {
    const store = memoryStore()
    await store.write(
      texts.map((text, at) =>
        put(concat(Buffer.from('waiting/'), u64(BigInt(at))), toyBytes(text)),
      ),
    )
    return store
  }

  test.each([
    { why: 'breaks a rule of its form', texts: ['a=13', 'b=1'], at: 0, rule: 'thirteen' },
    { why: 'conflicts with another', texts: ['a=1', 'a=2'], at: 1, rule: 'conflict' },
    { why: 'finds no room', texts: ['a=1', 'b=1', 'c=1'], at: 2, rule: 'mempoolFull' },
  ])('and $why is dropped with its reason', async ({ texts, at, rule }) => {
    const [text = ''] = texts.slice(at)
    const [store, clock] = [await writePending(...texts), clockAt()]
    const reported: unknown[] = []
    const producer = await openToy({
      store,
      clock,
      blockTime: 1000,
      capacity: 2,
      onFailure: (error, message) => reported.push([(error as Refusal).rule, message]),
    })
    expect(await producer.status(toyID(text), notAccepted)).toMatchObject({
      kind: 'dropped',
      error: { rule },
    })
    expect(reported).toEqual([[rule, expect.stringContaining(idText(toyID(text)))]])
    await producer.produce()
    const others = texts.filter((other) => other !== text)
    expect(await slotsOf(store)).toEqual(
      Object.fromEntries(others.map((other) => [other.charAt(0), 1n])),
    )
    expect(await store.page(Buffer.from('waiting/'), 10)).toEqual([])
  })

  test('and is invalid bytes means that the store is damaged', async () => {
    const opening = openToy({ store: await writePending('?'), clock: clockAt() })
    await expect(opening).rejects.toMatchObject({ code: 'corrupt' })
  })

  test('is replaced if its sender got an error', async () => {
    const [store, clock] = [memoryStore(), clockAt()]
    // The writes: genesis, first transaction.
    const fails = faulty(store, (write) => (write === 1 ? 'fails after' : undefined))
    const first = await openToy({ store: fails, clock, blockTime: 1000 })
    await expect(first.issue(toyTx('a=1'))).rejects.toThrow('failed')
    expect(await first.issue(toyTx('a=2'))).toBe(toyID('a=2'))
    await first.close()
    const second = await openToy({ store, clock, blockTime: 1000 })
    await second.produce()
    expect(await slotsOf(store)).toEqual({ a: 2n })
  })
})

test('a reverted store is read again', async () => {
  const [store, clock, vm] = [memoryStore(), clockAt(), new ToyVm()]
  const producer = await openToy({ store, clock, vm })
  await producer.issue(toyTx('a=1'))
  const before = await store.page(Buffer.alloc(0), 1000)
  await producer.issue(toyTx('b=1'))
  const now = await store.page(Buffer.alloc(0), 1000)
  await store.write([
    ...now.map(({ key }) => ({ kind: 'delete' as const, key })),
    ...before.map((entry) => ({ kind: 'put' as const, ...entry })),
  ])
  await producer.reset()
  expect(producer.tip().height).toBe(1n)
  expect(vm.resets).toBe(1)
  expect(await producer.issue(toyTx('b=2'))).toBe(toyID('b=2'))
  expect(await slotsOf(store)).toEqual({ a: 1n, b: 2n })
})

describe('accepted blocks', () => {
  test('are reported and counted once they are durable', async () => {
    const accepted: AcceptedBlocks[] = []
    const [store, clock] = [memoryStore(), clockAt()]
    const producer = await openToy({ store, clock, onAccepted: (blocks) => accepted.push(blocks) })
    expect(producer.production()).toEqual({ blocks: 0, transactions: 0, seconds: 0 })
    await Promise.all([producer.issue(toyTx('a=1')), producer.issue(toyTx('b=1'))])
    await expect(producer.issue(toyTx('a=2'))).rejects.toMatchObject({ rule: 'taken' })
    await producer.issue(toyTx(`c=2@${START + 5}`))
    expect(accepted).toMatchObject([
      { chain: 'toy', tips: [{ height: 1n }], transactions: 2 },
      { chain: 'toy', tips: [{ height: 2n }], transactions: 1 },
    ])
    expect(producer.production()).toMatchObject({ blocks: 2, transactions: 3 })
    // The end of a stake has a proposal block and an option block.
    await producer.idle()
    clock.advance(5000)
    await producer.idle()
    expect(accepted.slice(2)).toMatchObject([
      { tips: [{ height: 3n }, { height: 4n }], transactions: 0 },
    ])
    expect(producer.production()).toMatchObject({ blocks: 4, transactions: 3 })
    const milliseconds = accepted.reduce((sum, { durationMs }) => sum + durationMs, 0)
    expect(producer.production().seconds).toBeCloseTo(milliseconds / 1000)
    expect(milliseconds).toBeGreaterThan(0)
  })

  test('are neither reported nor counted if their write failed', async () => {
    const accepted: AcceptedBlocks[] = []
    // The writes: genesis, first block.
    const store = faulty(memoryStore(), (write) => (write === 1 ? 'fails' : undefined))
    const producer = await openToy({
      store,
      clock: clockAt(),
      onAccepted: (blocks) => accepted.push(blocks),
    })
    await expect(producer.issue(toyTx('a=1'))).rejects.toThrow('failed')
    expect(accepted).toEqual([])
    expect(producer.production().blocks).toBe(0)
    await producer.issue(toyTx('a=1'))
    expect(accepted).toMatchObject([{ tips: [{ height: 1n }], transactions: 1 }])
    expect(producer.production()).toMatchObject({ blocks: 1, transactions: 1 })
  })
})
