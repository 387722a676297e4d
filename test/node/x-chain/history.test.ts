import { describe, expect, test } from 'vitest'
import type { Client } from '@native-node/client'
import { hexID, idText } from '../../../packages/node/src/codec/ids.ts'
import { call } from '../requests.ts'
import { openNode } from '../open-node.ts'
import { amount, funded, funding, issue, NATIVE, someone } from './wallet.ts'

const [anna, bert] = [someone(1), someone(2)]

async function opened(): Promise<Client> {
  return (await openNode({ indexTransactions: true })).client
}

async function give(client: Client, units: bigint): Promise<string> {
  const unsigned = await funding(client, funded, [amount([anna, bert], units)])
  return idText(await issue(client, funded, { kind: 'baseTx', ...unsigned }))
}

describe('the transactions of an address', () => {
  test('are those with its inputs or outputs, oldest first', async () => {
    const client = await opened()
    const given = [await give(client, 4_000_000n), await give(client, 5_000_000n)]
    const spent = await funding(client, anna)
    const taken = idText(await issue(client, anna, { kind: 'baseTx', ...spent }))
    const params = { assetID: 'NATIVE' }
    for (const { text } of [anna, bert])
      expect((await client.xChain.getAddressTxs({ ...params, address: text })).txIDs).toEqual([
        ...given,
        taken,
      ])
    expect((await client.xChain.getAddressTxs({ ...params, address: funded.text })).txIDs).toEqual(
      given,
    )
  })

  test('are read in pages, each with the position of the next', async () => {
    const client = await opened()
    const given: string[] = []
    for (let at = 0n; at < 5n; at++) given.push(await give(client, 1_000_000n + at))
    const params = { address: anna.text, assetID: idText(NATIVE), pageSize: 2 }
    const first = await client.xChain.getAddressTxs(params)
    expect(first).toEqual({ txIDs: given.slice(0, 2), cursor: 2n })
    const last = await client.xChain.getAddressTxs({ ...params, cursor: 4n })
    expect(last).toEqual({ txIDs: given.slice(4), cursor: 5n })
    expect(await client.xChain.getAddressTxs({ ...params, cursor: last.cursor })).toEqual({
      txIDs: [],
      cursor: 5n,
    })
    const all: string[] = []
    for await (const txID of client.xChain.getAddressTxs.items(params)) all.push(txID)
    expect(all).toEqual(given)
  })

  test('are filtered by asset', async () => {
    const client = await opened()
    await give(client, 4_000_000n)
    const assetID = idText(hexID('ab'.repeat(32)))
    expect(await client.xChain.getAddressTxs({ address: anna.text, assetID })).toEqual({
      txIDs: [],
      cursor: 0n,
    })
  })

  test('are not listed unless the index is enabled', async () => {
    const { url } = await openNode()
    const params = { address: anna.text, assetID: 'NATIVE' }
    const { error } = await call(`${url}/ext/bc/X`, 'xvm.getAddressTxs', params)
    expect(error).toMatchObject({ code: -32_601 })
  })
})

test('names and symbols do not identify an asset', async () => {
  const client = await opened()
  const ids: string[] = []
  for (let at = 0; at < 2; at++) {
    const minting = {
      kind: 'secpMintOutput',
      locktime: 0n,
      threshold: 1,
      addresses: [anna.address],
    }
    const id = await issue(client, funded, {
      kind: 'createAssetTx',
      ...(await funding(client, funded)),
      name: 'Twin',
      symbol: 'TWIN',
      denomination: 0,
      initialStates: [{ fxIndex: 0, outputs: [{ ...minting, kind: 'secpMintOutput' }] }],
    })
    ids.push(idText(id))
  }
  expect(new Set(ids).size).toBe(2)
  for (const assetID of ids)
    expect(await client.xChain.getAssetDescription({ assetID })).toMatchObject({
      assetID,
      name: 'Twin',
      symbol: 'TWIN',
    })
})

test('the fees are those of the network', async () => {
  const client = await opened()
  expect(await client.xChain.getTxFee()).toEqual({
    txFee: 1_000_000n,
    createAssetTxFee: 1_000_000n,
  })
})
