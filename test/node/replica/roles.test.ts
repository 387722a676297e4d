import { memoryStore, startNode } from '@native-node/node'
import { expect, onTestFinished, test } from 'vitest'
import { encodeFunctionData, getContractAddress } from 'viem'
import { WebSocket } from 'ws'
import { funded as account } from '../c-chain/running.ts'
import { counter, counterAbi } from '../c-chain/contracts.ts'
import { signed } from '../codec/vectors.ts'
import { replicaNode, type ReplicaNode } from './nodes.ts'
import { SharedLog } from './shared-log.ts'
import { transfer } from './transfers.ts'

interface Notification {
  readonly id?: number
  readonly result?: unknown
  readonly params?: { readonly subscription: string; readonly result: Record<string, unknown> }
}

/** Subscribes over a WebSocket. Returns the list of events, which grows. */
async function subscribed(
  node: ReplicaNode,
  ...params: readonly unknown[]
): Promise<Record<string, unknown>[]> {
  const socket = new WebSocket(`${node.url.replace('http', 'ws')}/ext/bc/C/ws`)
  onTestFinished(() => socket.terminate())
  await new Promise((resolve) => socket.once('open', resolve))
  const events: Record<string, unknown>[] = []
  const confirmed = new Promise((resolve) =>
    socket.on('message', (data: Buffer) => {
      const message = JSON.parse(data.toString()) as Notification
      if (message.params) events.push(message.params.result)
      else resolve(message.result)
    }),
  )
  socket.send(JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'eth_subscribe', params }))
  expect(await confirmed).toEqual(expect.any(String))
  return events
}

const contract = getContractAddress({ from: account.address, nonce: 0n })
const set = (nonce: number) =>
  transfer(nonce, {
    to: contract,
    value: 0n,
    gas: 200_000n,
    data: encodeFunctionData({ abi: counterAbi, functionName: 'set', args: [BigInt(nonce)] }),
  })

test('subscriptions and filters of a replica have every block once and in order, also when it becomes the writer', async () => {
  const log = new SharedLog()
  const writer = await replicaNode(log)
  const replica = await replicaNode(log)
  const created = await transfer(0, { to: undefined, value: 0n, gas: 500_000n, data: counter })
  await writer.evm('eth_sendRawTransaction', created)
  await replica.store.catchUp()
  await expect.poll(() => replica.evm('eth_blockNumber')).toMatchObject({ result: '0x1' })
  const heads = await subscribed(replica, 'newHeads')
  const logs = await subscribed(replica, 'logs', { address: contract })
  const blocks = (await replica.evm('eth_newBlockFilter')).result
  const changed = (await replica.evm('eth_newFilter', { address: contract })).result
  for (let nonce = 1; nonce <= 5; nonce++)
    await writer.evm('eth_sendRawTransaction', await set(nonce))
  await log.takeOver(replica.store)
  for (let nonce = 6; nonce <= 10; nonce++)
    expect(await replica.evm('eth_sendRawTransaction', await set(nonce))).not.toHaveProperty(
      'error',
    )
  await expect.poll(() => [heads.length, logs.length]).toEqual([10, 10])
  const numbers = Array.from({ length: 10 }, (_, at) => `0x${(at + 2).toString(16)}`)
  expect(heads.map(({ number }) => number)).toEqual(numbers)
  expect(logs.map(({ blockNumber }) => blockNumber)).toEqual(numbers)
  const hashes = heads.map(({ hash }) => hash)
  expect(heads.slice(1).map(({ parentHash }) => parentHash)).toEqual(hashes.slice(0, -1))
  expect(await replica.evm('eth_getFilterChanges', blocks)).toMatchObject({ result: hashes })
  const polled = await replica.evm('eth_getFilterChanges', changed)
  expect(polled.result).toEqual(logs)
  // The writer before follows.
  await expect.poll(() => writer.evm('eth_blockNumber')).toMatchObject({ result: '0xb' })
  const found = await writer.evm('eth_getLogs', { fromBlock: '0x0', address: contract })
  expect(found.result).toEqual(logs)
})

const TRANSACTIONS = process.env['RPCLOOM_LONG'] === '1' ? 20 : 8

test('takeovers under load lose no acknowledged transaction, and all nodes have one chain', async () => {
  const log = new SharedLog()
  const nodes = [await replicaNode(log), await replicaNode(log), await replicaNode(log)] as const
  const acknowledged: string[] = []
  const done = new AbortController()
  const send = async (): Promise<void> => {
    for (let nonce = 0; nonce < TRANSACTIONS; nonce++) {
      const raw = await transfer(nonce)
      for (let attempt = 0; ; attempt++) {
        const { result, error } = await (nodes[(nonce + attempt) % 3] ?? nodes[0]).evm(
          'eth_sendRawTransaction',
          raw,
        )
        if (typeof result === 'string') acknowledged.push(result)
        const reason = error?.data?.['reason']
        // The transaction is accepted although its response was lost.
        if (error === undefined || reason === 'nonceTooLow' || reason === 'alreadyKnown') break
        expect(['notWriter', 'writerUnavailable', 'storeUnavailable']).toContain(reason)
        if (attempt > 200) throw new Error('no node accepts the transaction')
        await new Promise((resolve) => setTimeout(resolve, 5))
      }
    }
    done.abort()
  }
  const change = async (): Promise<void> => {
    for (let at = 1; !done.signal.aborted; at++) {
      await new Promise((resolve) => setTimeout(resolve, 30))
      await log.takeOver((nodes[at % 3] ?? nodes[0]).store)
    }
  }
  await Promise.all([send(), change()])
  const last = await Promise.all(
    nodes.map(async (node) => {
      await node.store.catchUp()
      await expect
        .poll(
          async () => (await node.evm('eth_getTransactionCount', account.address, 'latest')).result,
        )
        .toBe(`0x${TRANSACTIONS.toString(16)}`)
      for (const hash of acknowledged)
        expect((await node.evm('eth_getTransactionReceipt', hash)).result).toMatchObject({
          status: '0x1',
        })
      return (await node.evm('eth_getBlockByNumber', 'latest', false)).result
    }),
  )
  expect(last[1]).toEqual(last[0])
  expect(last[2]).toEqual(last[0])
}, 60_000)

test('a replica that starts before there is a chain waits until the writer has begun it', async () => {
  const log = new SharedLog()
  const first = log.member()
  await log.takeOver(first)
  const starting = replicaNode(log)
  await new Promise((resolve) => setTimeout(resolve, 50))
  const writer = await replicaNode(log, {}, first)
  const replica = await starting
  await writer.evm('eth_sendRawTransaction', await transfer(0))
  await expect.poll(() => replica.evm('eth_blockNumber')).toMatchObject({ result: '0x1' })
  expect(await replica.client.pChain.getHeight()).toEqual({ height: 0n })
})

test('a node that waits for a chain can be stopped', async () => {
  const log = new SharedLog()
  await log.takeOver(log.member())
  const store = log.member()
  const openStore = async (content: 'chain' | 'node') =>
    content === 'chain' ? store : memoryStore()
  const node = await startNode({ port: 0, memory: true, logLevel: 'error', openStore })
  const ready = expect(node.ready).rejects.toThrow()
  await new Promise((resolve) => setTimeout(resolve, 50))
  await node.close()
  await ready
})

test('a node that loses the role of the writer reports it', async () => {
  const log = new SharedLog()
  const writer = await replicaNode(log)
  const replica = await replicaNode(log)
  let isFenced = false
  const fenced = writer.fenced.then(() => (isFenced = true))
  await new Promise((resolve) => setImmediate(resolve))
  expect(isFenced).toBe(false)
  await log.takeOver(replica.store)
  await fenced
})

test('a takeover continues with the transactions that were pending', async () => {
  const log = new SharedLog()
  const options = { blockTime: 600_000 }
  const writer = await replicaNode(log, options)
  const replica = await replicaNode(log, { blockTime: 50 })
  const { txID, text } = signed.xBase
  await writer.client.xChain.issueTx({ tx: text })
  await writer.client.pChain.issueTx({ tx: signed.pBase.text })
  await writer.evm('eth_sendRawTransaction', await transfer(0))
  await replica.store.catchUp()
  expect(await replica.client.xChain.getTxStatus({ txID })).toEqual({ status: 'Processing' })
  await log.takeOver(replica.store)
  await expect
    .poll(() => replica.client.xChain.getTxStatus({ txID }))
    .toEqual({ status: 'Accepted' })
  await expect.poll(() => replica.client.pChain.getHeight()).toEqual({ height: 1n })
  await expect.poll(() => replica.evm('eth_blockNumber')).toMatchObject({ result: '0x1' })
  await expect
    .poll(() => writer.client.xChain.getTxStatus({ txID }))
    .toEqual({ status: 'Accepted' })
  expect(await writer.evm('txpool_status')).toMatchObject({
    result: { pending: '0x0', queued: '0x0' },
  })
})
