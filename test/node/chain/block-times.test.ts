import { memoryStore } from '@native-node/node'
import { expect, test } from 'vitest'
import { MovableClock } from '../../../packages/node/src/chain/clock.ts'
import { replayOf } from '../../../packages/node/src/chain/replay.ts'
import type { Tip } from '../../../packages/node/src/chain/vm.ts'
import { openNode } from '../open-node.ts'
import { sum } from '../p-chain/wallet.ts'
import { funded as me } from '../x-chain/wallet.ts'
import { fromX, issueSigned, nonceOf, onC, onP, type Signed } from '../world/world.ts'
import { openToy, toyTx, ToyVm } from './toy.ts'

const START = 1_000_000
const UNITS = 10n ** 9n

test('a block is never before its parent, although the clock was set back', async () => {
  const clock = MovableClock.standing(START * 1000)
  const producer = await openToy({ store: memoryStore(), clock })
  await producer.issue(toyTx('a=1'))
  clock.set((START - 100) * 1000)
  await producer.issue(toyTx('b=1'))
  expect(producer.tip()).toMatchObject({ height: 2n, time: BigInt(START) })
  clock.set((START + 1) * 1000)
  await producer.issue(toyTx('c=1'))
  expect(producer.tip()).toMatchObject({ height: 3n, time: BigInt(START + 1) })
})

test('blocks of no chain are before their parents, although the clock was set back', async () => {
  const clock = MovableClock.standing(Date.parse('2026-11-22T12:00:00Z'))
  const { client } = await openNode({ clock })
  const issueAll = async (): Promise<void> => {
    const nonce = await nonceOf(client, me)
    const txs: readonly (Signed | undefined)[] = [
      await fromX(client, { by: me, to: me, units: UNITS }),
      await onP(client, me, { kind: 'baseTx' }, [sum(me, UNITS)]),
      await onC(me, nonce, { to: `0x${'11'.repeat(20)}`, value: 1n }),
    ]
    for (const tx of txs) if (tx !== undefined) await issueSigned(client, tx)
  }
  const times = async (height: bigint): Promise<readonly unknown[]> =>
    [
      (await client.xChain.getBlockByHeight({ height, encoding: 'json' })).block,
      (await client.pChain.getBlockByHeight({ height, encoding: 'json' })).block,
      await client.cChain.eth.getBlockByNumber(height, false),
    ].map(timeOf)
  await issueAll()
  clock.set(clock.now() - 3_600_000)
  await issueAll()
  expect(await times(2n)).toEqual(await times(1n))
})

function timeOf(block: unknown): unknown {
  const { time, timestamp } = block as Readonly<Record<string, unknown>>
  return time ?? timestamp
}

test('a replay rejects a stored block that is before its parent', async () => {
  for (const [second, isValid] of [
    [START, true],
    [START - 1, false],
  ] as const) {
    const [store, vm] = [memoryStore(), new ToyVm()]
    const blocks: { readonly tip: Tip; readonly text: string }[] = []
    let parent = await vm.open(store)
    for (const [text, time] of [
      ['a=1', START],
      ['b=1', second],
    ] as const) {
      const built = await vm.build({
        parent,
        time: BigInt(time),
        txs: [toyTx(text)],
        state: store,
      })
      const [block] = built?.blocks ?? []
      if (block === undefined) throw new Error('no block')
      await store.write(block.changes)
      parent = block.tip
      blocks.push({ tip: parent, text })
    }
    const scratch = memoryStore()
    const replay = await replayOf({
      name: 'toy',
      vm,
      scratch,
      last: parent,
      entries: [],
      async recorded(height) {
        const { tip, text } = blocks[Number(height) - 1] ?? blocks[0] ?? { tip: parent, text: '' }
        return { id: tip.id, time: tip.time, txs: [toyTx(text)] }
      },
    })
    await replay.advance()
    expect(replay.obstacle() === undefined).toBe(isValid)
  }
})
