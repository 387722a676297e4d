import { afterEach, beforeEach, expect, onTestFinished, test } from 'vitest'
import { encodeFunctionData, type Address, type Hash, type Log } from 'viem'
import { WebSocket } from 'ws'
import { counter, counterAbi } from './contracts.ts'
import { funded, running, type Reply, type Running } from './running.ts'

// Subscriptions over WebSocket, as raw messages and through viem.

interface Message extends Reply {
  readonly id?: number
  readonly method?: string
  readonly params?: { readonly subscription: string; readonly result: unknown }
}

interface Socket {
  readonly ask: (method: string, params?: readonly unknown[]) => Promise<Message>
  /** Subscribes; resolves with the subscription and the queue of its notifications. */
  readonly subscribe: (...params: readonly unknown[]) => Promise<readonly [string, unknown[]]>
  readonly all: readonly Message[]
}

let node: Running
let address: Address

beforeEach(async () => {
  node = await running({ dev: true })
  const hash = await node.wallet.deployContract({ abi: counterAbi, bytecode: counter })
  const receipt = await node.reader.waitForTransactionReceipt({ hash })
  if (!receipt.contractAddress) throw new Error('nothing was created')
  address = receipt.contractAddress
})
afterEach(() => node.close())

async function connected(): Promise<Socket> {
  const socket = new WebSocket(node.socketUrl)
  onTestFinished(() => socket.terminate())
  const all: Message[] = []
  const responses = new Map<number, (message: Message) => void>()
  const feeds = new Map<string, unknown[]>()
  const feedOf = (id: string): unknown[] => {
    const feed = feeds.get(id) ?? []
    feeds.set(id, feed)
    return feed
  }
  socket.on('message', (data: Buffer) => {
    const message = JSON.parse(data.toString()) as Message
    all.push(message)
    if (message.params) feedOf(message.params.subscription).push(message.params.result)
    else responses.get(message.id ?? -1)?.(message)
  })
  await new Promise((resolve) => socket.once('open', resolve))
  let next = 0
  const ask: Socket['ask'] = (method, params = []) => {
    const id = ++next
    socket.send(JSON.stringify({ jsonrpc: '2.0', id, method, params }))
    return new Promise((resolve) => responses.set(id, resolve))
  }
  const subscribe: Socket['subscribe'] = async (...params) => {
    const { result } = await ask('eth_subscribe', params)
    if (typeof result !== 'string') throw new Error('no subscription')
    return [result, feedOf(result)]
  }
  return { ask, subscribe, all }
}

const dataOf = (value: bigint) =>
  encodeFunctionData({ abi: counterAbi, functionName: 'set', args: [value] })
const set = async (value: bigint): Promise<Hash> => {
  const hash = await node.wallet.sendTransaction({ to: address, data: dataOf(value) })
  await node.reader.waitForTransactionReceipt({ hash })
  return hash
}
const word = (value: number): string => `0x${value.toString(16).padStart(64, '0')}`

test('heads, logs and pending transactions are sent as notifications', async () => {
  const socket = await connected()
  const [headsID, heads] = await socket.subscribe('newHeads')
  const [, logs] = await socket.subscribe('logs', { address, topics: null })
  const [, others] = await socket.subscribe('logs', { address: funded.address })
  const [, hashes] = await socket.subscribe('newPendingTransactions')
  const [, bodies] = await socket.subscribe('newPendingTransactions', true)
  const hash = await set(5n)
  await expect.poll(() => [heads.length, logs.length]).toEqual([1, 1])
  const block = await node.ask('eth_getBlockByNumber', ['latest', false])
  const { number, hash: blockHash, timestamp } = block.result as Record<string, string>
  expect(heads).toEqual([expect.objectContaining({ number, hash: blockHash })])
  expect(heads[0]).not.toHaveProperty('transactions')
  expect(logs).toEqual([
    {
      address: address.toLowerCase(),
      topics: [expect.any(String), `0x${funded.address.slice(2).toLowerCase().padStart(64, '0')}`],
      data: word(5),
      blockNumber: number,
      blockTimestamp: timestamp,
      transactionHash: hash,
      transactionIndex: '0x0',
      blockHash,
      logIndex: '0x0',
      removed: false,
    },
  ])
  expect(hashes).toEqual([hash])
  expect(bodies).toEqual([
    expect.objectContaining({
      hash,
      from: funded.address.toLowerCase(),
      to: address.toLowerCase(),
      input: dataOf(5n),
      blockHash: null,
      blockNumber: null,
      transactionIndex: null,
    }),
  ])
  expect(others).toEqual([])
  const first = socket.all.find(({ params }) => params?.subscription === headsID)
  expect(first).toMatchObject({ jsonrpc: '2.0', method: 'eth_subscription' })
})

test('the range of a logs subscription bounds the new blocks', async () => {
  const socket = await connected()
  // The first is what the client of the reference implementation sends for a filter without a range.
  const whole = { fromBlock: '0x0', toBlock: 'latest', topics: [] }
  const none = { fromBlock: null, toBlock: null, blockHash: null, address: null, topics: null }
  const [, all] = await socket.subscribe('logs', whole)
  const [, unbounded] = await socket.subscribe('logs', none)
  const [, later] = await socket.subscribe('logs', { fromBlock: '0x4' })
  const [, earlier] = await socket.subscribe('logs', { fromBlock: '0x0', toBlock: '0x3' })
  await set(5n)
  await set(6n)
  await expect.poll(() => [all.length, unbounded.length]).toEqual([2, 2])
  expect(later).toEqual([expect.objectContaining({ blockNumber: '0x4', data: word(6) })])
  expect(earlier).toEqual([expect.objectContaining({ blockNumber: '0x3', data: word(5) })])
  const { error } = await socket.ask('eth_subscribe', ['logs', { toBlock: '0x2' }])
  expect(error).toMatchObject({ code: -32_000, data: { reason: 'invalidBlockRange' } })
})

test('an ended subscription sends nothing, and cannot be ended twice', async () => {
  const socket = await connected()
  const [ended, silent] = await socket.subscribe('newHeads')
  const [, going] = await socket.subscribe('newHeads')
  expect(await socket.ask('eth_unsubscribe', [ended])).toMatchObject({ result: true })
  await set(1n)
  await expect.poll(() => going.length).toBe(1)
  expect(silent).toEqual([])
  expect((await socket.ask('eth_unsubscribe', [ended])).result).not.toBe(true)
  // Subscriptions of another connection are separate.
  const other = await connected()
  const [theirs, arriving] = await other.subscribe('newHeads')
  expect((await socket.ask('eth_unsubscribe', [theirs])).result).not.toBe(true)
  await set(2n)
  await expect.poll(() => arriving.length).toBe(1)
})

test('an unknown topic, and too many subscriptions of a connection, are rejected', async () => {
  const socket = await connected()
  expect((await socket.ask('eth_subscribe', ['weather'])).error).toMatchObject({ code: -32_601 })
  const all = Array.from({ length: 1000 }, () => socket.subscribe('newHeads'))
  expect(new Set((await Promise.all(all)).map(([id]) => id)).size).toBe(1000)
  const { error } = await socket.ask('eth_subscribe', ['newHeads'])
  expect(error).toMatchObject({ code: -32_005 })
  // Another connection has its own limit.
  await expect((await connected()).subscribe('newHeads')).resolves.toBeDefined()
})

test('a revert sends removed logs, the newest first, to subscribers and polled filters', async () => {
  const socket = await connected()
  const [, logs] = await socket.subscribe('logs', { address })
  const { result: filter } = await node.ask('eth_newFilter', [{ address }])
  await set(1n)
  const { result: snapshot } = await node.ask('evm_snapshot')
  await set(2n)
  await set(3n)
  const { result: before } = await node.ask('eth_getLogs', [{ fromBlock: '0x0', address }])
  await expect.poll(() => logs).toEqual(before)
  expect((await node.ask('evm_revert', [snapshot])).result).toBe(true)
  const [, second, third] = before as readonly object[]
  const taken = [third, second].map((log) => ({ ...log, removed: true }))
  await expect.poll(() => logs.slice(3)).toEqual(taken)
  const { result: changes } = await node.ask('eth_getFilterChanges', [filter])
  expect(changes).toEqual([...(before as readonly object[]), ...taken])
  // Only later events arrive.
  await set(4n)
  await expect
    .poll(() => logs.slice(5))
    .toEqual([expect.objectContaining({ data: word(4), removed: false })])
  const { result: after } = await node.ask('eth_getLogs', [{ fromBlock: '0x0', address }])
  expect(after).toHaveLength(2)
})

test('viem receives blocks, events, pending transactions and a removed log', async () => {
  const seen = { blocks: [] as bigint[], logs: [] as Log[], hashes: [] as Hash[] }
  const stops = [
    node.sockets.watchBlocks({ onBlock: ({ number }) => seen.blocks.push(number) }),
    node.sockets.watchEvent({ address, onLogs: (logs) => seen.logs.push(...logs) }),
    node.sockets.watchPendingTransactions({ onTransactions: (all) => seen.hashes.push(...all) }),
  ]
  onTestFinished(() => stops.forEach((stop) => stop()))
  // viem subscribes asynchronously.
  await expect
    .poll(
      async () => {
        await set(1n)
        return [seen.blocks, seen.logs, seen.hashes].every(({ length }) => length > 0)
      },
      { timeout: 20_000 },
    )
    .toBe(true)
  const { result: snapshot } = await node.ask('evm_snapshot')
  const hash = await set(7n)
  await expect.poll(() => seen.hashes).toContain(hash)
  await expect.poll(() => seen.logs.at(-1)?.data).toBe(word(7))
  expect(seen.logs.at(-1)?.removed).toBe(false)
  await node.ask('evm_revert', [snapshot])
  await expect
    .poll(() => seen.logs.at(-1))
    .toMatchObject({ data: word(7), removed: true, transactionHash: hash })
})
