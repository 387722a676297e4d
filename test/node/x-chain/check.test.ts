import { memoryStore, type Store } from '@native-node/node'
import { describe, expect, test } from 'vitest'
import { u64 } from '../../../packages/node/src/codec/bytes.ts'
import { decode } from '../../../packages/node/src/codec/field.ts'
import { StandardBlock } from '../../../packages/node/src/codec/x-chain.ts'
import { put, reading, remove, scan, type Change } from '../../../packages/node/src/store/store.ts'
import { XState } from '../../../packages/node/src/x-chain/state.ts'
import { parseTx, producedBy, txOf } from '../../../packages/node/src/x-chain/tx.ts'
import { firstUtxo, issueBytes, openLedger } from './ledger.ts'
import { amount, base, FEE, funded, input, signedBytes, X } from './wallet.ts'

/** Creates a chain with a number of blocks in a store. */
async function chained(blocks: number): Promise<Store> {
  const store = memoryStore()
  const chain = await openLedger({ store })
  let utxo = firstUtxo
  for (let at = 0; at < blocks; at++) {
    if (utxo.output.kind !== 'secpTransferOutput') throw new Error('nothing to spend')
    const rest = amount([funded], utxo.output.amount - FEE)
    const unsigned = { kind: 'baseTx', ...base([input(utxo)], [rest]) } as const
    const tx = signedBytes(unsigned, [{ by: [funded] }])
    await issueBytes(chain, tx)
    const [next] = producedBy(parseTx(tx).id, unsigned)
    if (next === undefined) throw new Error('nothing produced')
    utxo = next
  }
  await chain.producer.close()
  return store
}

test('the chain has the keys and values of earlier versions', async () => {
  const store = memoryStore()
  const chain = await openLedger({ store, indexed: true })
  if (firstUtxo.output.kind !== 'secpTransferOutput') throw new Error('nothing to spend')
  const rest = amount([funded], firstUtxo.output.amount - FEE)
  const unsigned = { kind: 'baseTx', ...base([input(firstUtxo)], [rest]) } as const
  const tx = signedBytes(unsigned, [{ by: [funded] }])
  await issueBytes(chain, tx)
  await chain.producer.close()
  const hex = (bytes: Uint8Array | string): string => Buffer.from(bytes).toString('hex')
  const prefix = hex('chain/') + X
  const found = new Map<string, string>()
  await reading(store, async (reader) => {
    for await (const { key, value } of scan(reader, Buffer.from(prefix, 'hex')))
      found.set(hex(key).slice(prefix.length), hex(value))
  })
  const [genesis, block] = ['0', '1'].map((height) =>
    found.get(hex('height/') + height.padStart(16, '0')),
  )
  const { id } = parseTx(tx)
  const balance = funded.address + firstUtxo.assetID
  expect(block).toHaveLength(64)
  expect(found.get(hex('last'))).toBe(block)
  expect(found.get(hex('tx/') + id)).toBe(hex(tx))
  expect(found.get(`${hex('block/')}${block}`)).toContain(hex(tx).slice(4))
  expect(found.has(`${hex('block/')}${genesis}`)).toBe(true)
  const count = (value: number): string => value.toString(16).padStart(16, '0')
  expect(found.get(hex('history/') + balance + count(0))).toBe(id)
  expect(found.get(hex('histories/') + balance)).toBe(count(1))
})

describe('the data of the chain', () => {
  const state = (store: Store): XState => new XState(store, X)
  const idAt = async (store: Store, height: bigint): Promise<Uint8Array> => {
    const found = await state(store).blockAt(height)
    if (found === undefined) throw new Error('no block')
    return Buffer.from(found.id, 'hex')
  }
  const key = (...parts: readonly (string | Uint8Array)[]): Uint8Array =>
    Buffer.concat([
      Buffer.from('chain/'),
      Buffer.from(X, 'hex'),
      ...parts.map((part) => Buffer.from(part)),
    ])
  const damages: readonly (readonly [string, (store: Store) => Promise<Change>])[] = [
    ['a height that is gone', async () => remove(key('height/', u64(2n)))],
    ['a block that is gone', async (store) => remove(key('block/', await idAt(store, 2n)))],
    [
      'a block with another byte',
      async (store) => {
        const at = key('block/', await idAt(store, 2n))
        const bytes = Buffer.from((await store.get(at)) ?? [])
        bytes[20] = (bytes[20] ?? 0) ^ 1
        return put(at, bytes)
      },
    ],
    [
      'a transaction that is gone',
      async (store) => {
        const block = await state(store).blockAt(3n)
        if (block === undefined) throw new Error('no block')
        const [tx] = decode(StandardBlock, block.bytes).txs.map(txOf)
        return remove(key('tx/', Buffer.from(tx?.id ?? '', 'hex')))
      },
    ],
  ]
  test.each(damages)('with %s is rejected', async (_, damage) => {
    const store = await chained(5)
    await store.write([await damage(store)])
    await expect(openLedger({ store })).rejects.toMatchObject({
      code: 'corrupt',
      message: expect.stringMatching(/X-Chain's data is damaged.*backup/),
    })
  })

  test('a block without one of its transactions is named', async () => {
    const store = await chained(5)
    const damage = damages.find(([name]) => name === 'a transaction that is gone')?.[1]
    if (damage === undefined) throw new Error('no such damage')
    await store.write([await damage(store)])
    await expect(openLedger({ store })).rejects.toThrow(
      /a transaction of block 3 is missing or does not match the block/,
    )
  })

  test('is checked 64 blocks back', async () => {
    const store = await chained(70)
    await store.write([remove(key('height/', u64(2n)))])
    await (await openLedger({ store })).producer.close()
    await store.write([remove(key('height/', u64(8n)))])
    await expect(openLedger({ store })).rejects.toMatchObject({ code: 'corrupt' })
  })
})
