import { memoryStore, type Store } from '@native-node/node'
import type { Client } from '@native-node/client'
import { beforeAll, describe, expect, test } from 'vitest'
import { exportedOutputs } from '../../../packages/node/src/chain/shared-memory.ts'
import { utxoIDOf } from '../../../packages/node/src/chain/utxo-id.ts'
import { bareAddress } from '../../../packages/node/src/codec/address.ts'
import { encode } from '../../../packages/node/src/codec/field.ts'
import { ZERO_ID, hexID, hexShortID, idText } from '../../../packages/node/src/codec/ids.ts'
import type { Utxo } from '../../../packages/node/src/codec/structures.ts'
import { checkedHex } from '../../../packages/node/src/codec/text.ts'
import { XUtxo } from '../../../packages/node/src/codec/x-chain.ts'
import { XState, xOutputs } from '../../../packages/node/src/x-chain/state.ts'
import { openNode } from '../open-node.ts'
import { errorReason } from '../rpc-errors.ts'
import { amount, C, someone, X, type Owner } from './wallet.ts'

const many = someone(10)
const full = someone(11)
const beyond = someone(12)
const both = someone(13)
const nobody = someone(14)
const [low, high] = [many, both].sort((a, b) => (a.address < b.address ? -1 : 1)) as [Owner, Owner]

/** Outputs with amounts increasing by one unit, each from its own transaction. */
function made(owners: readonly Owner[], count: number, seed: number): Utxo[] {
  const txID = hexID(seed.toString(16).padStart(64, '0'))
  return Array.from({ length: count }, (_, outputIndex) => ({
    txID,
    outputIndex,
    ...amount(owners, BigInt(outputIndex + 1)),
  }))
}

const shared = made([many, both], 5, 4)
const ofMany = [...made([many], 4995, 1), ...shared]
const textsOf = (utxos: readonly Utxo[]): string[] =>
  utxos
    .toSorted((a, b) => (utxoIDOf(a) < utxoIDOf(b) ? -1 : 1))
    .map((utxo) => checkedHex(encode(XUtxo, utxo)))

let store: Store
let client: Client
beforeAll(async () => {
  store = memoryStore()
  const { utxos } = new XState(store, X)
  const shared = exportedOutputs(store, { source: C, destination: X }, xOutputs)
  await store.write([
    ...[...ofMany, ...made([full], 1024, 2), ...made([beyond], 1025, 3)].flatMap((utxo) =>
      utxos.added(utxo),
    ),
    ...made([many], 1030, 5).flatMap((utxo) => shared.added(utxo)),
  ])
})

async function opened(): Promise<Client> {
  client = (await openNode({ openStore: async () => ({ ...store, close: async () => {} }) })).client
  return client
}

describe('a page', () => {
  test.each([
    ['without a limit', many, undefined, 1024],
    ['of one', many, 1, 1],
    ['of as many as it can hold', many, 1024, 1024],
    ['of more than it can hold', many, 1025, 1024],
    ['of the greatest number', many, 4_294_967_295, 1024],
    ['of none, which is no limit', many, 0, 1024],
    ['that is just full', full, undefined, 1024],
    ['of somebody who has nothing', nobody, undefined, 0],
  ])('%s', async (_, { text }, limit, count) => {
    await opened()
    const page = await client.xChain.getUTXOs({
      addresses: [text],
      ...(limit !== undefined && { limit }),
    })
    expect(page.numFetched).toBe(BigInt(count))
    expect(page.utxos).toHaveLength(count)
    expect(page.endIndex.address).toBe(text)
    if (count === 0) expect(page.endIndex.utxo).toBe(idText(ZERO_ID))
    expect(page.encoding).toBe('hex')
    expect(page).not.toHaveProperty('sourceChain')
  })
})

describe('consecutive pages list all outputs', () => {
  test.each([
    ['5000 outputs', many, 1024, [1024, 1024, 1024, 1024, 904]],
    ['1025 outputs', beyond, 1024, [1024, 1]],
    ['1024 outputs, after which nothing is left', full, 1024, [1024, 0]],
    ['1024 outputs in two halves', full, 512, [512, 512, 0]],
  ])('over %s', async (_, { text }, limit, sizes) => {
    await opened()
    const found: string[] = []
    let start: { address: string; utxo: string } | undefined
    for (const size of sizes) {
      const page = await client.xChain.getUTXOs({
        addresses: [text],
        limit,
        ...(start && { startIndex: start }),
      })
      expect(page.utxos).toHaveLength(size)
      found.push(...page.utxos)
      start = page.endIndex
    }
    expect(new Set(found).size).toBe(sizes.reduce((sum, size) => sum + size, 0))
    if (text === many.text) expect(found).toEqual(textsOf(ofMany))
  })

  test('over several addresses, in address order, with shared outputs once in a page', async () => {
    await opened()
    const params = { addresses: [high.text, low.text, high.text] }
    const page = await client.xChain.getUTXOs({ ...params, limit: 10 })
    expect(page.endIndex.address).toBe(low === both ? many.text : low.text)
    const all: string[] = []
    for await (const utxo of client.xChain.getUTXOs.items(params)) all.push(utxo)
    expect(new Set(all)).toEqual(new Set(textsOf(ofMany)))
  })

  test('from a spent output, and from an address that is not requested', async () => {
    await opened()
    const [first, second] = textsOf(ofMany)
    const gone = { address: many.text, utxo: idText(hexID(`${'00'.repeat(31)}01`)) }
    const params = { addresses: [many.text], limit: 2 }
    const page = await client.xChain.getUTXOs({ ...params, startIndex: gone })
    expect(page.utxos).toEqual([first, second])
    const before = {
      address: `X-${bareAddress('local', hexShortID('00'.repeat(20)))}`,
      utxo: gone.utxo,
    }
    expect((await client.xChain.getUTXOs({ ...params, startIndex: before })).utxos).toEqual([
      first,
      second,
    ])
  })

  test('over outputs exported from another chain', async () => {
    await opened()
    const params = { addresses: [many.text], sourceChain: 'C' }
    const page = await client.xChain.getUTXOs(params)
    expect(page.utxos).toHaveLength(1024)
    const rest = await client.xChain.getUTXOs({ ...params, startIndex: page.endIndex })
    expect([...page.utxos, ...rest.utxos]).toEqual(textsOf(made([many], 1030, 5)))
    for (const sourceChain of ['P', 'platform'])
      expect((await client.xChain.getUTXOs({ ...params, sourceChain })).numFetched).toBe(0n)
    const own = await client.xChain.getUTXOs({ ...params, sourceChain: 'X', limit: 1 })
    expect(own.utxos).toEqual(textsOf(ofMany).slice(0, 1))
  })
})

describe('is rejected', () => {
  const bech32 = many.text.slice(2)
  test.each([
    ['an address of another chain', { addresses: [`P-${bech32}`] }, 'invalidAddress'],
    [
      'an address of another network',
      { addresses: ['X-fuji18jma8ppw3nhx5r4ap8clazz0dps7rv5u6wmu4t'] },
      'invalidAddress',
    ],
    ['an unknown source chain', { sourceChain: 'Y' }, 'invalidSourceChain'],
    [
      'a start at no output',
      { startIndex: { address: many.text, utxo: `${idText(ZERO_ID).slice(0, -1)}Z` } },
      'invalidStartIndex',
    ],
    [
      'a start at an address of another chain',
      { startIndex: { address: `P-${bech32}`, utxo: idText(ZERO_ID) } },
      'invalidStartIndex',
    ],
  ])('%s', async (_, params, reason) => {
    await opened()
    const request = client.xChain.getUTXOs({ addresses: [many.text], ...params })
    expect(await errorReason(request)).toEqual([-32_000, reason])
  })
})

test('a balance includes every output and lists at most 1024', async () => {
  await opened()
  const { balance, utxoIDs } = await client.xChain.getBalance({
    address: many.text,
    assetID: 'NATIVE',
    includePartial: true,
  })
  const units = ofMany.map(({ output }) =>
    output.kind === 'secpTransferOutput' ? output.amount : 0n,
  )
  expect(balance).toBe(units.reduce((sum, each) => sum + each, 0n))
  expect(utxoIDs).toHaveLength(1024)
})
