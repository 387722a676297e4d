import { testClock } from '@native-node/node/testing'
import { describe, expect, test } from 'vitest'
import { signed } from '../codec/vectors.ts'
import { openNode } from '../open-node.ts'
import { errorReason } from '../rpc-errors.ts'

const FUNDED = 'X-local18jma8ppw3nhx5r4ap8clazz0dps7rv5u00z96u'
const native = '2fombhL7aGPwj3KH4bfrmJwW6PVnMobf9Y2fn9GwxiAAJyFDbe'

describe('a fresh node', () => {
  test('starts with the published block and holder', async () => {
    const { client } = await openNode()
    expect(await client.xChain.getHeight()).toEqual({ height: 0n })
    const { block } = await client.xChain.getBlockByHeight({ height: 0 })
    expect(block).toBe(
      '0x000000000014054f478489b451cecef53155c24f04f441912cc34487db87f16b13a2f4fec8990000000000000000000000005fcb13d0000000000000000000000000000000000000000000000000000000000000000000000000f11be722',
    )
    const blockID = '2R2UY2pZMQr8nR9ywCdqn97Lp5a6hceqtLXkag6vH7KQSVvmst'
    expect((await client.xChain.getBlock({ blockID })).block).toBe(block)
    expect(await client.xChain.getUTXOs({ addresses: [FUNDED] })).toEqual({
      numFetched: 1n,
      utxos: [
        '0x0000dbcf890f77f49b96857648b72b77f9f82937f28a68704af05da0dc12ba53f2db00000001dbcf890f77f49b96857648b72b77f9f82937f28a68704af05da0dc12ba53f2db000000070429d069189e0000000000000000000000000001000000013cb7d3842e8cee6a0ebd09f1fe884f6861e1b29cf57b8be2',
      ],
      endIndex: {
        address: FUNDED,
        utxo: 'Gqdc55Wu2egMkQABwJb74h6UydveDxHCMo1uEEUKeEVvPeoUc',
      },
      encoding: 'hex',
    })
  })

  test('returns its asset as an accepted transaction', async () => {
    const { client } = await openNode()
    expect(await client.xChain.getTxStatus({ txID: native })).toEqual({ status: 'Accepted' })
    expect(await client.xChain.getAssetDescription({ assetID: 'NATIVE' })).toEqual({
      assetID: native,
      name: 'Avalanche',
      symbol: 'AVAX',
      denomination: 9,
    })
  })
})

describe('a published transaction', () => {
  test.each([signed.xBase, signed.xExportToP, signed.xExportToC])(
    '$name is accepted, and others that spend the same outputs are not',
    async ({ text, txID }) => {
      const { client } = await openNode()
      expect(await client.xChain.getTxStatus({ txID })).toEqual({ status: 'Unknown' })
      expect(await client.xChain.issueTx({ tx: text })).toEqual({ txID })
      expect(await client.xChain.getTxStatus({ txID })).toEqual({ status: 'Accepted' })
      expect(await client.xChain.getTx({ txID })).toEqual({ tx: text, encoding: 'hex' })
      const others = [signed.xBase, signed.xExportToP, signed.xExportToC]
      for (const other of others.filter((one) => one.txID !== txID))
        expect(await errorReason(client.xChain.issueTx({ tx: other.text }))).toEqual([
          -32_000,
          'missingUtxo',
        ])
      expect(await client.xChain.issueTx({ tx: text })).toEqual({ txID })
      expect(await client.xChain.getHeight()).toEqual({ height: 1n })
    },
  )

  test("as JSON equals the document's example", async () => {
    const { client } = await openNode({ clock: testClock(new Date('2025-01-15T12:00:00Z')) })
    await client.xChain.issueTx({ tx: signed.xBase.text })
    const { block } = await client.xChain.getBlockByHeight({ height: 1, encoding: 'json' })
    expect(block).toMatchObject({
      id: '2nWPnwkoXmd8ua7LGRD6z18WgJdwXn62xnjgwHvrrfCcPu2g88',
      height: 1n,
      time: 1_736_942_400n,
      txs: [{ id: signed.xBase.txID, unsignedTx: { memo: '0x' } }],
    })
  })
})
