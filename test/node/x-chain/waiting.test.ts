import { memoryStore, type NodeOptions } from '@native-node/node'
import { createClient, http, type Client } from '@native-node/client'
import { startNode, testClock } from '@native-node/node/testing'
import { describe, expect, test } from 'vitest'
import { parseTx, producedBy } from '../../../packages/node/src/x-chain/tx.ts'
import { idText } from '../../../packages/node/src/codec/ids.ts'
import { checkedHex } from '../../../packages/node/src/codec/text.ts'
import type { Utxo } from '../../../packages/node/src/codec/structures.ts'
import { openNode } from '../open-node.ts'
import { errorReason } from '../rpc-errors.ts'
import { firstUtxo, issueBytes, openLedger } from './ledger.ts'
import {
  amount,
  base,
  FEE,
  funded,
  funding,
  input,
  signedBytes,
  signedText,
  someone,
} from './wallet.ts'

const [anna, bert] = [someone(1), someone(2)]
/** A block time longer than any test, so that blocks are built only on request. */
const never = 2 ** 30

async function open(options: NodeOptions = {}): Promise<Client> {
  return (await openNode(options)).client
}

async function accepted(client: Client, txID: string): Promise<void> {
  for (;;) {
    const { status } = await client.xChain.getTxStatus({ txID })
    if (status === 'Accepted') return
    expect(status).toBe('Processing')
  }
}

describe('with a block time, a transaction', () => {
  test('is processing first, and accepted later', async () => {
    const clock = testClock(new Date('2026-11-22T12:00:00Z'))
    const client = await open({ blockTime: 1000, clock })
    const unsigned = { kind: 'baseTx', ...(await funding(client, funded)) } as const
    const tx = signedText(unsigned, [{ by: [funded] }])
    const { txID } = await client.xChain.issueTx({ tx })
    expect(await client.xChain.getTxStatus({ txID })).toEqual({ status: 'Processing' })
    expect(await client.xChain.issueTx({ tx })).toEqual({ txID })
    clock.advance(1)
    await accepted(client, txID)
    expect((await client.xChain.getHeight()).height).toBe(1n)
  })

  test('does not change the state yet, and its outputs cannot be spent', async () => {
    const client = await open({ blockTime: never })
    const first = await funding(client, funded, [amount([anna], 5n)])
    const second = await funding(client, funded, [amount([bert], 5n)])
    const signers = [{ by: [funded] }]
    const { txID } = await client.xChain.issueTx({
      tx: signedText({ kind: 'baseTx', ...first }, signers),
    })
    const other = signedText({ kind: 'baseTx', ...second }, signers)
    expect(await errorReason(client.xChain.issueTx({ tx: other }))).toEqual([
      -32_000,
      'transactionConflict',
    ])
    expect(await errorReason(client.xChainWallet.issueTx({ tx: other }))).toEqual([
      -32_000,
      'transactionConflict',
    ])
    expect(await errorReason(client.xChain.getTx({ txID }))).toEqual([
      -32_000,
      'transactionNotFound',
    ])
    expect((await client.xChain.getHeight()).height).toBe(0n)
    expect((await client.xChain.getUTXOs({ addresses: [anna.text] })).numFetched).toBe(0n)
    const { checks } = await client.health.health()
    expect(checks.X?.message).toMatchObject({ engine: { consensus: { lastAcceptedHeight: 0 } } })
  })

  test('survives a restart of the node', async () => {
    const store = memoryStore()
    const openStore = async (): Promise<typeof store> => ({ ...store, close: async () => {} })
    const before = await startNode({ blockTime: never, openStore, requiredDiskBytes: 0 })
    const client = createClient({ transport: http(before.url) })
    const unsigned = { kind: 'baseTx', ...(await funding(client, funded)) } as const
    const { txID } = await client.xChain.issueTx({ tx: signedText(unsigned, [{ by: [funded] }]) })
    await before.close()
    await accepted(await open({ openStore }), txID)
  })
})

test('many concurrent transactions are accepted once each, in few blocks', async () => {
  const chain = await openLedger()
  const outputs = Array.from({ length: 100 }, (_, at) => amount([funded], FEE + BigInt(at)))
  const spread = base([input(firstUtxo)], outputs)
  const id = await issueBytes(chain, signedBytes({ kind: 'baseTx', ...spread }, [{ by: [funded] }]))
  const txs = producedBy(id, { kind: 'baseTx', ...spread }).map((utxo) =>
    signedBytes({ kind: 'baseTx', ...base([input(utxo)], []) }, [{ by: [funded] }]),
  )
  const ids = await Promise.all([...txs, ...txs].map((tx) => issueBytes(chain, tx)))
  expect(new Set(ids).size).toBe(100)
  expect(chain.producer.tip().height).toBeLessThan(50n)
  for (const tx of txs) expect(await issueBytes(chain, tx)).toBe(parseTx(tx).id)
})

describe('a wallet', () => {
  /** Each transaction spends the output of the previous one. */
  function chain(length: number): { readonly tx: Uint8Array; readonly id: string }[] {
    let utxo: Utxo | undefined = firstUtxo
    let left = 300_000_000_000_000_000n
    return Array.from({ length }, () => {
      if (utxo === undefined) throw new Error('nothing left')
      left -= FEE
      const unsigned = { kind: 'baseTx', ...base([input(utxo)], [amount([funded], left)]) } as const
      const tx = signedBytes(unsigned, [{ by: [funded] }])
      const { id } = parseTx(tx)
      ;[utxo] = producedBy(id, unsigned)
      return { tx, id: idText(id) }
    })
  }

  test.each([0, 50])(
    'issues dependent transactions without waiting, with %i ms to a block',
    async (blockTime) => {
      const client = await open({ blockTime })
      const links = chain(5)
      for (const { tx, id } of links)
        expect(await client.xChainWallet.issueTx({ tx: checkedHex(tx) })).toEqual({ txID: id })
      for (const { id } of links) await accepted(client, id)
      const { block } = await client.xChain.getBlockByHeight({ height: 1, encoding: 'json' })
      const first: unknown = expect.objectContaining({ id: links[0]?.id })
      expect(block).toMatchObject({ txs: expect.arrayContaining([first]) })
    },
  )

  test('reports later faults by status', async () => {
    const client = await open()
    const [, second] = chain(2)
    if (second === undefined) throw new Error('no chain')
    const tx = checkedHex(second.tx)
    expect(await client.xChainWallet.issueTx({ tx })).toEqual({ txID: second.id })
    expect(await client.xChain.getTxStatus({ txID: second.id })).toEqual({ status: 'Rejected' })
  })

  test('reports faults in the bytes immediately', async () => {
    const client = await open()
    const unsigned = { kind: 'baseTx', ...base([input(firstUtxo)], []), networkID: 1 } as const
    const tx = signedText(unsigned, [{ by: [funded] }])
    expect(await errorReason(client.xChainWallet.issueTx({ tx }))).toEqual([
      -32_000,
      'wrongNetwork',
    ])
  })
})
