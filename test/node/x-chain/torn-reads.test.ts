import { memoryStore, type Entry, type Store } from '@native-node/node'
import { expect, test } from 'vitest'
import { decode } from '../../../packages/node/src/codec/field.ts'
import { fromCheckedHex } from '../../../packages/node/src/codec/text.ts'
import { XUtxo } from '../../../packages/node/src/codec/x-chain.ts'
import { openNode } from '../open-node.ts'
import { openLedger } from './ledger.ts'
import { amount, FEE, funded, funding, issue, NATIVE, someone, type Owner } from './wallet.ts'

/** A store whose reads wait for a turn of the event loop, so that blocks are accepted in between. */
function slow(store: Store): Store {
  const turn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve))
  const slowly = <R extends Pick<Store, 'get' | 'getMany' | 'page'>>(reader: R): R => ({
    ...reader,
    async get(key) {
      await turn()
      return reader.get(key)
    },
    async page(prefix, limit, after) {
      const found: Entry[] = []
      for (;;) {
        await turn()
        const few = Math.min(2, limit - found.length)
        const entries = await reader.page(prefix, few, found.at(-1)?.key ?? after)
        found.push(...entries)
        if (entries.length < few || found.length === limit) return found
      }
    },
  })
  return { ...slowly(store), snapshot: () => slowly(store.snapshot()) }
}

const [anna, bert] = [someone(1), someone(2)]
const UNITS = 1_000_000_000n

const sumOf = (utxos: readonly string[]): bigint =>
  utxos
    .map((text) => decode(XUtxo, fromCheckedHex(text)).output)
    .reduce((sum, output) => sum + (output.kind === 'secpTransferOutput' ? output.amount : 0n), 0n)

test('every read uses one state while blocks are accepted', async () => {
  const { client } = await openNode({ openStore: async () => slow(memoryStore()) })
  const parts = Array.from({ length: 6 }, () => amount([anna], UNITS / 6n))
  const total = (UNITS / 6n) * 6n
  await issue(client, funded, { kind: 'baseTx', ...(await funding(client, funded, parts)) })
  const progress = { isDone: false }
  const reads = { balance: 0, both: 0 }

  /** Transfers everything to the other owner and back, minus the fees. */
  const moving = (async () => {
    for (let round = 0; round < 30; round++) {
      const [from, to]: [Owner, Owner] = round % 2 === 0 ? [anna, bert] : [bert, anna]
      const { inputs } = await funding(client, from, [], FEE)
      const held = inputs.reduce((sum, { input }) => sum + input.amount, 0n)
      const outputs = Array.from({ length: 4 }, (_, at) =>
        amount([to], (held - FEE) / 4n + (at === 0 ? (held - FEE) % 4n : 0n)),
      )
      await issue(client, from, { kind: 'baseTx', ...(await funding(client, from, outputs)) })
    }
    progress.isDone = true
  })()

  const reading = (async () => {
    while (!progress.isDone) {
      const both = await client.xChain.getUTXOs({ addresses: [anna.text, bert.text] })
      const sum = sumOf(both.utxos)
      // At any block: the initial total minus a fee per block.
      expect((total - sum) % FEE).toBe(0n)
      expect(sum).toBeGreaterThan(total - 31n * FEE - 1n)
      expect(sum).toBeLessThanOrEqual(total)
      reads.both++
    }
  })()
  const balances = (async () => {
    while (!progress.isDone) {
      const params = { address: anna.text, assetID: 'NATIVE' }
      const { balance } = await client.xChain.getBalance(params)
      // She has everything or nothing.
      if (balance !== 0n) expect((total - balance) % FEE).toBe(0n)
      reads.balance++
    }
  })()
  await Promise.all([moving, reading, balances])
  expect(reads.both).toBeGreaterThan(20)
  expect(reads.balance).toBeGreaterThan(20)
})

test('an asset that is read while the chain is reset is unknown afterwards', async () => {
  const { vm, producer } = await openLedger()
  await producer.close()
  const filled = memoryStore()
  await vm.open(filled)
  const before = vm.state(filled)
  vm.reset()
  expect(await before.asset(NATIVE)).toMatchObject({ symbol: 'AVAX' })
  expect(await vm.state(memoryStore()).asset(NATIVE)).toBeUndefined()
})
