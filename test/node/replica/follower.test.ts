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

const reached = async ({ follower, store }: Process, log: SharedLog): Promise<void> => {
  await store.catchUp()
  await follower.reached(BigInt(log.batches.length), new AbortController().signal)
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
  await after.follower.settled()
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
  await after.follower.settled()
  await before.follower.settled()
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
  await later.follower.settled()
  for (const { producer } of [writer, replica, later])
    expect(await producer.status(toyID('a=2'), notAccepted)).toMatchObject({
      kind: 'dropped',
      error: { reason: 'transactionRefused', message: 'slot a is taken', rule: 'taken' },
    })
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
