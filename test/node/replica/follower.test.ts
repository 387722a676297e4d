import { expect, onTestFinished, test } from 'vitest'
import { MovableClock } from '../../../packages/node/src/chain/clock.ts'
import { Follower } from '../../../packages/node/src/chain/follower.ts'
import type { BlockProducer } from '../../../packages/node/src/chain/producer.ts'
import type { FollowInput } from '../../../packages/node/src/chain/vm.ts'
import {
  notAccepted,
  openToy,
  slotsOf,
  toyID,
  toyTx,
  ToyVm,
  type ToyBlock,
  type ToyTx,
} from '../chain/toy.ts'
import { SharedLog, type LogMember } from './shared-log.ts'

interface Process {
  readonly store: LogMember
  readonly vm: ToyVm
  readonly producer: BlockProducer<ToyBlock, ToyTx>
  readonly follower: Follower
  readonly failures: unknown[]
}

/** A chain that follows the log. */
async function opened(log: SharedLog, vm = new ToyVm(), blockTime = 0): Promise<Process> {
  const store = log.member()
  if (log.writer === undefined) await log.takeOver(store)
  await store.follow()
  const failures: unknown[] = []
  const onFailure = (error: unknown): void => void failures.push(error)
  const follower = new Follower({ store, onFailure, retryAfter: 5 })
  const producer = await follower.open((own) =>
    openToy({ store: own, clock: MovableClock.standing(1_000_000_000), vm, blockTime }),
  )
  await follower.begin(producer)
  onTestFinished(async () => {
    await follower.close()
    await producer.close()
  })
  return { store, vm, producer, follower, failures }
}

const never = new AbortController().signal

const reached = async ({ follower, store }: Process, log: SharedLog): Promise<void> => {
  await store.catchUp()
  await follower.reached(BigInt(log.batches.length), never)
}

test('a chain that cannot be read is tried again, and misses nothing', async () => {
  let fails = 3
  class Unreadable extends ToyVm {
    protected override async followFrom(input: FollowInput) {
      if (fails-- > 0) throw new Error('unreadable')
      return super.followFrom(input)
    }
  }
  const log = new SharedLog()
  const writer = await opened(log)
  const replica = await opened(log, new Unreadable())
  for (const tx of ['a=1', 'b=2', 'c=3']) await writer.producer.issue(toyTx(tx))
  await expect.poll(() => replica.failures.length).toBeGreaterThan(0)
  await reached(replica, log)
  expect(replica.failures).toHaveLength(3)
  expect(replica.follower.isFailing).toBe(false)
  expect(replica.vm.seen).toEqual(writer.vm.seen)
  expect(replica.producer.tip()).toEqual(writer.producer.tip())
})

test('a batch is kept until the chain has followed it', async () => {
  const log = new SharedLog()
  const writer = await opened(log)
  const { store, follower, producer, failures } = await opened(log)
  let listener: ((...args: readonly [never[], bigint]) => Promise<void>) | undefined
  const watched = new Follower({
    store: {
      ...store,
      onApplied: (given) => {
        listener = given
        return () => {}
      },
    },
    onFailure: (error) => failures.push(error),
    retryAfter: 5,
  })
  await watched.begin(producer)
  store.isUnreadable = true
  let isUsed = false
  const used = listener?.([], 1n).then(() => (isUsed = true))
  await expect.poll(() => watched.isFailing).toBe(true)
  expect(isUsed).toBe(false)
  store.isUnreadable = false
  await used
  expect([watched.isFailing, follower.isFailing]).toEqual([false, false])
  await watched.close()
  await writer.follower.close()
})

test('a wait for a chain that cannot follow ends when it is aborted', async () => {
  const log = new SharedLog()
  const writer = await opened(log)
  const { store, follower } = await opened(log)
  store.isUnreadable = true
  await writer.producer.issue(toyTx('a=1'))
  await expect.poll(() => follower.isFailing).toBe(true)
  const abort = new AbortController()
  const waiting = follower.reached(store.position(), abort.signal)
  abort.abort(new Error('late'))
  await expect(waiting).rejects.toThrow('late')
})

test('a chain whose stop failed has its acknowledged transactions when it produces blocks again', async () => {
  const log = new SharedLog()
  const before = await opened(log, new ToyVm(), 60_000)
  const after = await opened(log, new ToyVm(), 60_000)
  await before.producer.issue(toyTx('a=1'))
  before.store.isUnreadable = true
  await log.takeOver(after.store)
  await expect.poll(() => before.failures.length).toBeGreaterThan(0)
  await log.takeOver(before.store)
  before.store.isUnreadable = false
  await before.follower.settled(never)
  await before.producer.produce()
  expect(await slotsOf(before.store)).toEqual({ a: 1n })
})

test('a store knows when its chain has started, and a wait for that ends when it is aborted', async () => {
  const log = new SharedLog()
  await opened(log)
  const { store, follower, producer } = await opened(log)
  store.isUnreadable = true
  await log.takeOver(store)
  let isSettled = false
  const settled = store.settled.then(() => (isSettled = true))
  await expect.poll(() => follower.isFailing).toBe(true)
  const abort = new AbortController()
  const waiting = follower.settled(abort.signal)
  abort.abort(new Error('late'))
  await expect(waiting).rejects.toThrow('late')
  expect(isSettled).toBe(false)
  store.isUnreadable = false
  await settled
  await producer.issue(toyTx('a=1'))
})

test('a follower adds, drops and builds nothing itself', async () => {
  const log = new SharedLog()
  await opened(log)
  const { producer, store } = await opened(log)
  await expect(producer.issue(toyTx('a=1'))).rejects.toMatchObject({ code: 'replica' })
  await expect(producer.enqueue(toyTx('a=1'))).rejects.toMatchObject({ code: 'replica' })
  expect(await producer.drop(toyID('a=1'))).toBe(false)
  await producer.produce({ force: true })
  expect(log.batches).toHaveLength(Number(store.position()))
})

test('a block whose write failed although the log has it is reported once, by the process that lost the role', async () => {
  const log = new SharedLog()
  const before = await opened(log)
  const after = await opened(log)
  before.store.hasLostResponses = true
  const issued = before.producer.issue(toyTx('a=1'))
  await expect(issued).rejects.toMatchObject({ code: 'io' })
  await log.takeOver(after.store)
  await after.follower.settled(never)
  await after.producer.issue(toyTx('b=2'))
  await reached(before, log)
  expect(before.vm.seen.map(({ txs }) => txs)).toEqual([['a=1'], ['b=2']])
  expect(after.vm.seen).toEqual(before.vm.seen)
  expect(await slotsOf(before.store)).toEqual({ a: 1n, b: 2n })
})

test('transactions without a block are rejected when the process loses the role, and those that are stored go on', async () => {
  const log = new SharedLog()
  const before = await opened(log, new ToyVm(), 60_000)
  const after = await opened(log, new ToyVm(), 60_000)
  await before.producer.issue(toyTx('a=1'))
  await reached(after, log)
  expect(after.producer.get(toyID('a=1'))).toMatchObject({ slot: 'a' })
  await log.takeOver(after.store)
  await after.follower.settled(never)
  await before.follower.settled(never)
  expect(before.producer.get(toyID('a=1'))).toMatchObject({ slot: 'a' })
  await after.producer.produce()
  await reached(before, log)
  expect(before.producer.pending().count).toBe(0)
  expect(await slotsOf(before.store)).toEqual({ a: 1n })
})

test('why a block refused a transaction is known elsewhere, also to a process that joins later', async () => {
  const log = new SharedLog()
  const writer = await opened(log, new ToyVm(), 60_000)
  const replica = await opened(log, new ToyVm(), 60_000)
  await writer.producer.enqueue(toyTx('a=1'))
  await writer.producer.produce()
  await writer.producer.enqueue(toyTx('a=2'))
  await reached(replica, log)
  expect(replica.producer.get(toyID('a=2'))).toBeDefined()
  await writer.producer.produce()
  await reached(replica, log)
  const later = await opened(log, new ToyVm(), 60_000)
  await log.takeOver(later.store)
  await later.follower.settled(never)
  for (const { producer } of [writer, replica, later])
    expect(await producer.status(toyID('a=2'), notAccepted)).toMatchObject({
      kind: 'dropped',
      error: { reason: 'transactionRefused', message: 'slot a is taken', rule: 'taken' },
    })
})

test('why a transaction ended is known although it cannot be read at first, and it is pending until then', async () => {
  const log = new SharedLog()
  const writer = await opened(log, new ToyVm(), 60_000)
  const vm = new ToyVm()
  const { isAccepted } = vm
  const replica = await opened(log, vm, 60_000)
  await writer.producer.enqueue(toyTx('a=1'))
  await reached(replica, log)
  const kinds: string[] = []
  const kind = async (): Promise<string> =>
    (await replica.producer.status(toyID('a=1'), notAccepted)).kind
  vm.isAccepted = async (...given) => {
    kinds.push(await kind())
    if (kinds.length === 1) throw new Error('unreadable')
    return isAccepted(...given)
  }
  await writer.producer.drop(toyID('a=1'))
  await reached(replica, log)
  expect([...kinds, await kind()]).toEqual(['pending', 'pending', 'dropped'])
})

test('a transaction that is added and refused while a replica is behind is refused there too', async () => {
  const log = new SharedLog()
  const writer = await opened(log, new ToyVm(), 60_000)
  const replica = await opened(log, new ToyVm(), 60_000)
  await writer.producer.enqueue(toyTx('a=1'))
  await writer.producer.produce()
  await reached(replica, log)
  replica.store.isUnreadable = true
  replica.store.hold()
  await writer.producer.enqueue(toyTx('a=2'))
  await writer.producer.enqueue(toyTx('b=2'))
  await writer.producer.produce()
  const resumed = replica.store.resume()
  await expect.poll(() => replica.store.lag().batches).toBe(0n)
  replica.store.isUnreadable = false
  await resumed
  expect(await replica.producer.status(toyID('a=2'), notAccepted)).toMatchObject({
    kind: 'dropped',
    error: { rule: 'taken' },
  })
  expect(replica.producer.pending().count).toBe(0)
  expect(replica.producer.tip()).toEqual(writer.producer.tip())
})

test('a transaction that the writer dropped is dropped elsewhere too', async () => {
  const log = new SharedLog()
  const writer = await opened(log, new ToyVm(), 60_000)
  const replica = await opened(log, new ToyVm(), 60_000)
  await writer.producer.enqueue(toyTx('a=1'))
  await writer.producer.enqueue(toyTx('b=2'))
  await reached(replica, log)
  expect(replica.producer.pending().count).toBe(2)
  await writer.producer.drop(toyID('a=1'))
  await writer.producer.produce()
  await reached(replica, log)
  const status = (id: string) => replica.producer.status(toyID(id), notAccepted)
  expect(await status('a=1')).toMatchObject({ kind: 'dropped', error: { rule: 'dropped' } })
  expect(await status('b=2')).toEqual({ kind: 'unknown' })
  expect(await slotsOf(replica.store)).toEqual({ b: 2n })
})
