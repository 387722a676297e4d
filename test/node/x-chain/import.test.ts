import { hexID } from '../../../packages/node/src/codec/ids.ts'
import { memoryStore, type Store } from '@native-node/node'
import { describe, expect, test } from 'vitest'
import { exportedOutputs } from '../../../packages/node/src/chain/shared-memory.ts'
import type { Utxo } from '../../../packages/node/src/codec/structures.ts'
import { storeKey } from '../../../packages/node/src/keystore/keys.ts'
import { Users } from '../../../packages/node/src/keystore/users.ts'
import { xOutputs } from '../../../packages/node/src/x-chain/state.ts'
import { openNode } from '../open-node.ts'
import { errorReason } from '../rpc-errors.ts'
import { amount, balance, C, FEE, funded, someone, X, type Owner } from './wallet.ts'

const [anna, bert, carl] = [someone(1), someone(2), someone(3)]
const login = { username: 'anna', password: 'Correct-Horse-42' }
const asset = hexID('ab'.repeat(32))

/** Outputs exported from the C-Chain, by an invented transaction. */
function exported(...outputs: readonly ReturnType<typeof amount>[]): Utxo[] {
  return outputs.map((output, outputIndex) => ({
    txID: hexID('cc'.repeat(32)),
    outputIndex,
    ...output,
  }))
}

/** A node with a user's keys and outputs to import. */
async function opened(utxos: readonly Utxo[], keys: readonly Owner[] = [anna]) {
  const store: Store = memoryStore()
  const shared = exportedOutputs(store, { source: C, destination: X }, xOutputs)
  await store.write(utxos.flatMap((utxo) => shared.added(utxo)))
  const { client } = await openNode({ openStore: async () => store })
  await client.keystore.createUser(login)
  const values = await new Users(async () => store).values(login.username, login.password)
  if (!values.ok) throw new Error(values.fault)
  for (const { address, key } of keys) await storeKey(values.value, { chain: X, address, key })
  return client
}

const order = { ...login, sourceChain: 'C', to: bert.text }

describe('an import for a user', () => {
  test('transfers everything to one address, less the fee', async () => {
    const client = await opened(exported(amount([anna], 3n * FEE), amount([anna], 4n * FEE)))
    const { txID } = await client.xChain.import(order)
    expect(await client.xChain.getTxStatus({ txID })).toEqual({ status: 'Accepted' })
    expect(await balance(client, bert)).toBe(6n * FEE)
    expect(await errorReason(client.xChain.import(order))).toEqual([-32_000, 'nothingToImport'])
  })

  test('signs for outputs of several of its keys, and skips those that it cannot spend', async () => {
    const utxos = exported(
      amount([anna, carl], 5n * FEE, { threshold: 2 }),
      amount([anna, bert], 7n * FEE, { threshold: 2 }),
      amount([anna], 9n * FEE, { locktime: 4_000_000_000n }),
    )
    const client = await opened(utxos, [anna, carl])
    await client.xChain.import(order)
    expect(await balance(client, bert)).toBe(4n * FEE)
    const params = { addresses: [anna.text], sourceChain: 'C' }
    expect((await client.xChain.getUTXOs(params)).numFetched).toBe(2n)
  })

  test('includes as many outputs as fit into a transaction', async () => {
    const outputs = Array.from({ length: 500 }, () => amount([anna], FEE))
    const client = await opened(exported(...outputs))
    const sizes: number[] = []
    for (let left = 500n; left > 0n;) {
      const { txID } = await client.xChain.import(order)
      const { tx } = await client.xChain.getTx({ txID, encoding: 'hex' })
      if (typeof tx !== 'string') throw new Error('The transaction is no text')
      sizes.push((tx.length - 2) / 2)
      left = (await client.xChain.getUTXOs({ addresses: [anna.text], sourceChain: 'C' })).numFetched
    }
    expect(sizes.length).toBe(3)
    expect(Math.max(...sizes)).toBeLessThanOrEqual(64 * 1024)
    expect(await balance(client, bert)).toBe(497n * FEE)
  })

  test('pays the fee from this chain if the imported outputs cannot', async () => {
    const client = await opened(exported(amount([anna], FEE / 2n)), [anna, funded])
    const before = await balance(client, funded)
    await client.xChain.import({ ...order, to: funded.text })
    expect(await balance(client, funded)).toBe(before - FEE / 2n)
  })
})

describe('is rejected', () => {
  test.each([
    ['an unknown user', { username: 'nobody' }, 'unknownUser'],
    ['a wrong password', { password: 'Wrong-Horse-42' }, 'wrongPassword'],
    ['this chain itself', { sourceChain: 'X' }, 'invalidSourceChain'],
    ['an unknown chain', { sourceChain: 'Y' }, 'invalidSourceChain'],
    ['an address of another chain', { to: `P-${bert.text.slice(2)}` }, 'invalidAddress'],
    ['where nothing was exported', { sourceChain: 'P' }, 'nothingToImport'],
  ])('%s', async (_, change, reason) => {
    const client = await opened(exported(amount([anna], 3n * FEE)))
    expect(await errorReason(client.xChain.import({ ...order, ...change }))).toEqual([
      -32_000,
      reason,
    ])
  })

  test.each([
    ['what does not pay the fee', [amount([anna], FEE - 1n)], 'insufficientFunds'],
    [
      'an asset that was never created',
      [amount([anna], 5n, { assetID: asset }), amount([anna], FEE)],
      'transactionRefused',
    ],
  ])('%s', async (_, outputs, reason) => {
    const client = await opened(exported(...outputs))
    expect(await errorReason(client.xChain.import(order))).toEqual([-32_000, reason])
  })
})
