import { expect, test } from 'vitest'
import { funded as account } from '../c-chain/running.ts'
import { signed } from '../codec/vectors.ts'
import { cluster, replicaNode, type ReplicaNode } from './nodes.ts'
import { SharedLog } from './shared-log.ts'
import { transfer } from './transfers.ts'

async function pair(blockTime: number): Promise<readonly [ReplicaNode, ReplicaNode]> {
  const [writer, replica] = await cluster(1, { blockTime })
  if (replica === undefined) throw new Error('no replica')
  return [writer, replica]
}

test('the pools of a replica have the pending transactions of the writer', async () => {
  const [writer, replica] = await pair(600_000)
  const added = (await replica.evm('eth_newPendingTransactionFilter')).result
  await writer.evm('eth_sendRawTransaction', await transfer(0))
  await writer.evm('eth_sendRawTransaction', await transfer(2))
  await writer.client.xChain.issueTx({ tx: signed.xBase.text })
  await replica.store.catchUp()
  await expect
    .poll(() => replica.evm('txpool_status'))
    .toMatchObject({ result: { pending: '0x1', queued: '0x1' } })
  const contents = await Promise.all([writer, replica].map(({ evm }) => evm('txpool_content')))
  expect(contents[1]).toEqual(contents[0])
  const next = await replica.evm('eth_getTransactionCount', account.address, 'pending')
  expect(next).toMatchObject({ result: '0x1' })
  expect((await replica.evm('eth_getFilterChanges', added)).result).toHaveLength(2)
  const { txID } = signed.xBase
  expect(await replica.client.xChain.getTxStatus({ txID })).toEqual({ status: 'Processing' })
})

test('a replacement replaces the transaction on a replica too', async () => {
  const [writer, replica] = await pair(600_000)
  const first = await writer.evm('eth_sendRawTransaction', await transfer(0))
  const better = { maxFeePerGas: 10n ** 13n, maxPriorityFeePerGas: 10n }
  const second = await writer.evm('eth_sendRawTransaction', await transfer(0, better))
  await replica.store.catchUp()
  await expect
    .poll(async () => (await replica.evm('eth_getTransactionByHash', second.result)).result)
    .toMatchObject({ blockHash: null })
  expect((await replica.evm('eth_getTransactionByHash', first.result)).result).toBeNull()
  expect(await replica.evm('txpool_status')).toMatchObject({ result: { pending: '0x1' } })
})

test('accepted transactions leave the pools of a replica', async () => {
  const [writer, replica] = await pair(50)
  await writer.evm('eth_sendRawTransaction', await transfer(0))
  await writer.client.pChain.issueTx({ tx: signed.pBase.text })
  await expect.poll(() => replica.evm('eth_blockNumber')).toMatchObject({ result: '0x1' })
  await expect.poll(() => replica.client.pChain.getHeight()).toEqual({ height: 1n })
  expect(await replica.evm('txpool_status')).toMatchObject({
    result: { pending: '0x0', queued: '0x0' },
  })
  const { txID } = signed.pBase
  expect(await replica.client.pChain.getTxStatus({ txID })).toEqual({ status: 'Committed' })
})

test('a node that joins later has the pending transactions too', async () => {
  const log = new SharedLog()
  const writer = await replicaNode(log, { blockTime: 600_000 })
  await writer.evm('eth_sendRawTransaction', await transfer(0))
  const replica = await replicaNode(log, { blockTime: 600_000 })
  expect(await replica.evm('txpool_status')).toMatchObject({ result: { pending: '0x1' } })
  await writer.evm('eth_sendRawTransaction', await transfer(1))
  await replica.store.catchUp()
  await expect
    .poll(() => replica.evm('txpool_status'))
    .toMatchObject({ result: { pending: '0x2' } })
})
