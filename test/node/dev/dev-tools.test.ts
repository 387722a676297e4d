import { MovableClock, type DevTools } from '@native-node/node'
import { describe, expect, test } from 'vitest'
import { devTools } from '../../../packages/node/src/dev/dev-tools.ts'
import { MovableClock as Clock } from '../../../packages/node/src/chain/clock.ts'
import { memoryStore } from '../../../packages/node/src/store/memory-store.ts'
import { readWriteLock } from '../../../packages/node/src/scheduling/read-write-lock.ts'
import { revertible } from '../../../packages/node/src/store/revertible-store.ts'
import { put, remove } from '../../../packages/node/src/store/store.ts'
import { StoreError } from '../../../packages/node/src/store/store-error.ts'
import { openToy, slotsOf, toyTx, ToyVm } from '../chain/toy.ts'
import { openNode } from '../open-node.ts'
import { amount, balance, funded, funding, issue, someone } from '../x-chain/wallet.ts'

const START = 1_000_000
/** The toy chain has no funds and no genesis. */
const onlyToys = { networkID: 1, funds: async () => [], lock: readWriteLock() }
const text = (bytes: Uint8Array | undefined): string | undefined =>
  bytes && Buffer.from(bytes).toString()

describe('a revertible store', () => {
  test('reverts to any snapshot and removes later ones', async () => {
    const store = revertible(memoryStore())
    const [a, b] = [Buffer.from('a'), Buffer.from('b')]
    await store.write([put(a, Buffer.from('1'))])
    const first = await store.mark()
    await store.write([put(a, Buffer.from('2')), put(b, Buffer.from('2'))])
    const second = await store.mark()
    await Promise.all([
      store.write([remove(a)]),
      store.write([put(a, Buffer.from('3')), remove(b)]),
    ])
    expect(await store.revert(second)).toBe(true)
    expect([text(await store.get(a)), text(await store.get(b))]).toEqual(['2', '2'])
    expect(await store.revert(second)).toBe(false)
    await store.write([put(b, Buffer.from('4'))])
    expect(await store.revert(first)).toBe(true)
    expect([text(await store.get(a)), text(await store.get(b))]).toEqual(['1', undefined])
    expect(await store.revert(first)).toBe(false)
  })
})

describe('tools of a development node', () => {
  test('advance the time block by block', async () => {
    const [store, clock, vm] = [
      revertible(memoryStore()),
      Clock.standing(START * 1000),
      new ToyVm(),
    ]
    const producer = await openToy({ store, clock, vm })
    const tools = devTools({
      chains: async () => [producer],
      clock,
      store: Promise.resolve(store),
      ...onlyToys,
    })
    for (let at = 1; at <= 5; at++) await producer.issue(toyTx(`s${at}=2@${START + at * 1000}`))
    expect(await tools.advance(3_500_000)).toBe((START + 3500) * 1000)
    expect(producer.tip()).toMatchObject({ height: 11n, time: BigInt(START + 3000) })
    await tools.advance(365 * 86_400_000)
    expect(producer.tip()).toMatchObject({ height: 15n, time: BigInt(START + 5000) })
  })

  test('revert several chains and the time in one step', async () => {
    const [store, clock] = [revertible(memoryStore()), Clock.standing(START * 1000)]
    const producer = await openToy({ store, clock, blockTime: 1000 })
    const tools = devTools({
      chains: async () => [producer],
      clock,
      store: Promise.resolve(store),
      ...onlyToys,
    })
    await producer.issue(toyTx('a=1'))
    await tools.produce()
    await producer.issue(toyTx('b=1'))
    const before = await tools.snapshot()
    await tools.advance(10_000)
    await producer.issue(toyTx('c=1'))
    await tools.produce()
    expect(await slotsOf(store)).toEqual({ a: 1n, b: 1n, c: 1n })
    expect(await tools.revert(before)).toBe(true)
    expect(tools.now()).toBe(START * 1000)
    expect(await slotsOf(store)).toEqual({ a: 1n })
    // It was pending then, and is pending again.
    expect(producer.pending().count).toBe(1)
    await tools.produce()
    expect(await slotsOf(store)).toEqual({ a: 1n, b: 1n })
    expect(await tools.revert(before)).toBe(false)
  })

  test('schedule the blocks of a reverted chain by the reverted time', async () => {
    const [store, clock] = [revertible(memoryStore()), Clock.standing(START * 1000)]
    const producer = await openToy({ store, clock, blockTime: 1000 })
    const tools = devTools({
      chains: async () => [producer],
      clock,
      store: Promise.resolve(store),
      ...onlyToys,
    })
    const before = await tools.snapshot()
    await tools.advance(3_600_000)
    await producer.issue(toyTx('a=1'))
    await tools.revert(before)
    await producer.issue(toyTx('b=1'))
    await tools.advance(1000)
    expect(await slotsOf(store)).toEqual({ b: 1n })
  })

  test('advance the time by the sum of all calls, and never backwards', async () => {
    const [store, clock] = [revertible(memoryStore()), Clock.standing(START * 1000)]
    const producer = await openToy({ store, clock })
    const tools = devTools({
      chains: async () => [producer],
      clock,
      store: Promise.resolve(store),
      ...onlyToys,
    })
    await Promise.all([tools.advance(1000), tools.advance(2000)])
    expect(tools.now()).toBe((START + 3) * 1000)
    for (const milliseconds of [-1, NaN])
      await expect(tools.advance(milliseconds)).rejects.toThrow(RangeError)
    expect(tools.now()).toBe((START + 3) * 1000)
  })

  test('report both errors if a state is neither loaded nor restored', async () => {
    const [store, clock] = [revertible(memoryStore()), Clock.standing(START * 1000)]
    const errors = [new Error('not loaded'), new StoreError('full', 'not restored')]
    const left = [...errors]
    const reset = async (): Promise<void> => Promise.reject(left.shift() ?? new Error('a third'))
    const producer = await openToy({ store, clock })
    const tools = devTools({
      chains: async () => [Object.assign(producer, { reset })],
      clock,
      store: Promise.resolve(store),
      ...onlyToys,
    })
    const failure = tools.load(await tools.dump())
    await expect(failure).rejects.toMatchObject({ code: 'full', cause: { errors } })
  })

  test('are undefined without development mode', async () => {
    const clock = MovableClock.standing(Date.parse('2026-11-21T12:00:00Z'))
    const node = await openNode({ dev: true, clock })
    const tools: DevTools | undefined = node.dev
    if (tools === undefined) throw new Error('no tools')
    const anna = someone(1)
    const give = async (): Promise<unknown> =>
      issue(node.client, funded, {
        kind: 'baseTx',
        ...(await funding(node.client, funded, [amount([anna], 5_000_000n)])),
      })
    await give()
    const before = await tools.snapshot()
    await give()
    await tools.advance(86_400_000)
    expect(await balance(node.client, anna)).toBe(10_000_000n)
    expect(await tools.revert(before)).toBe(true)
    expect(await balance(node.client, anna)).toBe(5_000_000n)
    expect((await node.client.xChain.getHeight()).height).toBe(1n)
    await give()
    expect(await balance(node.client, anna)).toBe(10_000_000n)
    expect(tools.now()).toBe(Date.parse('2026-11-21T12:00:00Z'))
    expect((await openNode()).dev).toBeUndefined()
  })
})
