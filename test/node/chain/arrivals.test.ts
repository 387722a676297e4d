import { memoryStore } from '@native-node/node'
import { describe, expect, test } from 'vitest'
import { MovableClock } from '../../../packages/node/src/chain/clock.ts'
import { Refusal } from '../../../packages/node/src/chain/refusal.ts'
import type { BuildInput, Built } from '../../../packages/node/src/chain/vm.ts'
import { idText } from '../../../packages/node/src/codec/ids.ts'
import { put, remove, type Reader } from '../../../packages/node/src/store/store.ts'
import {
  notAccepted,
  openToy,
  slotsOf,
  toyID,
  ToyVm,
  toyTx,
  type ToyBlock,
  type ToyTx,
} from './toy.ts'

const exportedKey = (slot: string): Buffer => Buffer.from(`exported/${slot}`)

/** A chain whose transactions need an output of another chain, and whose builds wait at a gate. */
class ImportVm extends ToyVm {
  /** Called after the state of a block is taken, before its transactions are read. */
  beforeTxs: () => Promise<void> = async () => {}

  override readonly verify = async ({ slot }: ToyTx, state: Reader): Promise<void> => {
    if ((await state.get(exportedKey(slot))) === undefined)
      throw new Refusal('missingUtxo', 'UTXO not found', 'missing')
  }

  override readonly build = async (
    input: BuildInput<ToyTx>,
  ): Promise<Built<ToyBlock, ToyTx> | undefined> => {
    const gate = this.beforeTxs
    this.beforeTxs = async () => {}
    await gate()
    return this.buildOn(input)
  }
}

/** A chain where something can happen at the end of a verification. */
class GatedVm extends ToyVm {
  afterVerify: () => Promise<void> = async () => {}

  override readonly verify = async (tx: ToyTx, state: Reader): Promise<void> => {
    await this.verifyOn(tx, state)
    const gate = this.afterVerify
    this.afterVerify = async () => {}
    await gate()
  }
}

describe.each([0, 1000, Infinity])('with a block time of %i', (blockTime) => {
  test('a transaction that arrives during a build is judged on a later state', async () => {
    const [store, clock, vm] = [memoryStore(), MovableClock.standing(1_000_000_000), new ImportVm()]
    const failures: unknown[] = []
    const onFailure = (error: unknown): void => void failures.push(error)
    const producer = await openToy({ store, clock, vm, blockTime, onFailure })
    await store.write([put(exportedKey('a'), Buffer.alloc(0))])
    const later: Promise<unknown>[] = []
    vm.beforeTxs = async () => {
      await store.write([put(exportedKey('b'), Buffer.alloc(0))])
      const issued = producer.issue(toyTx('b=1'))
      later.push(issued)
      if (blockTime > 0) await issued
      else for (let turn = 0; turn < 20; turn++) await new Promise(setImmediate)
    }
    const first = producer.issue(toyTx('a=1'))
    if (blockTime > 0) {
      await first
      clock.advance(1000)
      await producer.produce()
    }
    await first
    clock.advance(1000)
    await producer.idle()
    await producer.produce()
    await Promise.all(later)
    expect(later).toHaveLength(1)
    expect(failures).toEqual([])
    expect(await producer.status(toyID('b=1'), notAccepted)).toEqual({ kind: 'unknown' })
    expect(Object.keys(await slotsOf(store))).toEqual(['a', 'b'])
  })
})

test('a transaction that conflicts with a block accepted during its verification is refused', async () => {
  const [store, clock, vm] = [memoryStore(), MovableClock.standing(1_000_000_000), new GatedVm()]
  const producer = await openToy({ store, clock, vm, blockTime: 1000 })
  await producer.issue(toyTx('a=1'))
  vm.afterVerify = () => producer.produce()
  await expect(producer.issue(toyTx('a=2'))).rejects.toMatchObject({ rule: 'taken' })
  expect(producer.pending().count).toBe(0)
  expect(await slotsOf(store)).toEqual({ a: 1n })
})

test('an acknowledged transaction that is dropped is reported with the reason', async () => {
  const [store, clock, vm] = [memoryStore(), MovableClock.standing(1_000_000_000), new ImportVm()]
  const reports: unknown[] = []
  const onFailure = (error: unknown, message: string): void => void reports.push([error, message])
  const producer = await openToy({ store, clock, vm, blockTime: 1000, onFailure })
  await store.write([put(exportedKey('a'), Buffer.alloc(0))])
  await producer.issue(toyTx('a=1'))
  await store.write([remove(exportedKey('a'))])
  await producer.produce()
  expect(await producer.status(toyID('a=1'), notAccepted)).toMatchObject({
    kind: 'dropped',
    error: { rule: 'missing' },
  })
  expect(reports).toEqual([
    [
      expect.objectContaining({ rule: 'missing' }),
      expect.stringContaining(`dropped transaction ${idText(toyID('a=1'))}`),
    ],
  ])
  await expect(producer.issue(toyTx('c=1'))).rejects.toMatchObject({ rule: 'missing' })
  expect(reports).toHaveLength(1)
})
