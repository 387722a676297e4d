import {
  memoryStore,
  MovableClock,
  startNode,
  StoreError,
  type DevNode,
  type NodeOptions,
} from '@native-node/node'
import { afterEach, expect, onTestFinished, test, vi } from 'vitest'

afterEach(() => vi.restoreAllMocks())

async function devNode(
  clock = MovableClock.running(),
  options: NodeOptions = {},
): Promise<DevNode> {
  const common = { memory: true, port: 0, clock, logLevel: 'error' } as const
  const node = await startNode({ ...common, ...options, dev: true })
  onTestFinished(() => node.close())
  await node.ready
  return node
}

interface Reply {
  readonly result?: unknown
  readonly error?: { readonly code: number; readonly data?: unknown }
}

async function ask(
  { url }: DevNode,
  method: string,
  params: readonly unknown[],
  signal?: AbortSignal,
): Promise<Reply> {
  const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method, params })
  const headers = { 'content-type': 'application/json' }
  const response = await fetch(`${url}/ext/bc/C/rpc`, {
    method: 'POST',
    headers,
    body,
    ...(signal && { signal }),
  })
  return (await response.json()) as Reply
}

async function heightOf(node: DevNode): Promise<number> {
  return Number((await ask(node, 'eth_blockNumber', [])).result)
}

/** Returns a caller that leaves at the fifth of alarms that ring each second, the first one now. */
function leavesAtFifthAlarm(clock: MovableClock): AbortController {
  const caller = new AbortController()
  let rung = 0
  const ring = (): void => {
    if (++rung === 5) caller.abort()
    clock.at(clock.now() + 1000, ring)
  }
  ring()
  return caller
}

test('time stops to advance when the caller leaves', async () => {
  const clock = MovableClock.standing(Date.UTC(2030, 0, 1))
  const node = await devNode(clock)
  const caller = leavesAtFifthAlarm(clock)
  const before = clock.now()
  const after = await node.dev.advance(100_000_000, caller.signal)
  expect(caller.signal.aborted).toBe(true)
  expect(after - before).toBe(4000)
})

test('the total of evm_increaseTime does not count a step whose caller left', async () => {
  const clock = MovableClock.standing(Date.UTC(2030, 0, 1))
  const node = await devNode(clock)
  expect((await ask(node, 'evm_increaseTime', [60])).result).toBe('0x3c')
  const caller = leavesAtFifthAlarm(clock)
  const left = ask(node, 'evm_increaseTime', [4_000_000_000], caller.signal).catch(() => 'left')
  expect(await left).toBe('left')
  expect((await ask(node, 'evm_increaseTime', [0])).result).toBe('0x3c')
})

test('mining ends with an error after 30 seconds, and keeps its blocks', async () => {
  const node = await devNode()
  const real = performance.now.bind(performance)
  let ahead = 0
  vi.spyOn(performance, 'now').mockImplementation(() => real() + ahead)
  const mined = ask(node, 'hardhat_mine', ['0xf4240'])
  await vi.waitFor(async () => expect(await heightOf(node)).toBeGreaterThan(2))
  ahead = 31_000
  expect((await mined).error).toMatchObject({ code: -32_000, data: { reason: 'miningTimedOut' } })
  const height = await heightOf(node)
  expect(height).toBeLessThan(1_000_000)
  expect((await ask(node, 'evm_mine', [])).result).toBe('0x0')
  expect(await heightOf(node)).toBe(height + 1)
})

async function timesOf(node: DevNode): Promise<readonly number[]> {
  const heights = Array.from({ length: (await heightOf(node)) + 1 }, (_, height) => height)
  const blocks = heights.map((height) =>
    ask(node, 'eth_getBlockByNumber', [`0x${height.toString(16)}`, false]),
  )
  // Safe cast: the block was read from the height of the chain.
  return (await Promise.all(blocks)).map(({ result }) =>
    Number((result as { readonly timestamp: string }).timestamp),
  )
}

test('a call sets the time of its own block, unless it leaves before its turn', async () => {
  const node = await devNode()
  const later = Math.floor(Date.now() / 1000) + 100_000
  const mined = ask(node, 'anvil_mine', ['0x50'])
  await vi.waitFor(async () => expect(await heightOf(node)).toBeGreaterThan(2))
  const caller = new AbortController()
  const left = ask(node, 'evm_mine', [later + 900_000], caller.signal).catch(() => 'left')
  const timed = ask(node, 'evm_mine', [later])
  caller.abort()
  expect(await left).toBe('left')
  await Promise.all([mined, timed])
  const times = await timesOf(node)
  expect(times).toHaveLength(83)
  expect(times.indexOf(later)).toBe(82)
})

test('mining builds as many blocks as asked, whatever is reverted meanwhile', async () => {
  const node = await devNode()
  await ask(node, 'anvil_mine', ['0x5'])
  const mark = await node.dev.snapshot()
  await ask(node, 'anvil_mine', ['0x14'])
  // Reverts 20 blocks while one block is waiting for the end of the pause.
  const reverted = node.dev.revert(mark)
  const mined = ask(node, 'anvil_mine', ['0x1'])
  expect(await reverted).toBe(true)
  await mined
  expect(await heightOf(node)).toBeLessThanOrEqual(7)
})

test('mining reports a full disk, and an interval mines again once there is space', async () => {
  const store = memoryStore()
  let [isFull, failures] = [false, 0]
  const write: typeof store.write = async (changes) => {
    if (isFull) failures++
    if (isFull) throw new StoreError('full', 'no space left')
    return store.write(changes)
  }
  const openStore = async () => ({ ...store, write })
  const node = await devNode(undefined, { openStore, requiredDiskBytes: 0, logLevel: 'crit' })
  isFull = true
  for (const method of ['evm_mine', 'anvil_mine']) {
    const { error } = await ask(node, method, [])
    expect(error?.data).toMatchObject({ reason: 'storeUnavailable', fault: 'full' })
  }
  const [height, before] = [await heightOf(node), failures]
  await ask(node, 'evm_setIntervalMining', [100])
  await vi.waitFor(() => expect(failures).toBeGreaterThan(before), 5000)
  isFull = false
  await vi.waitFor(async () => expect(await heightOf(node)).toBeGreaterThan(height), 5000)
})

test('a pending transaction on a full disk delays neither the time nor a reset', async () => {
  const store = memoryStore()
  let isFull = false
  const write: typeof store.write = async (changes) => {
    if (isFull) throw new StoreError('full', 'no space left')
    return store.write(changes)
  }
  const openStore = async () => ({ ...store, write })
  const node = await devNode(undefined, { openStore, requiredDiskBytes: 0, logLevel: 'crit' })
  await ask(node, 'evm_setAutomine', [false])
  const [from] = (await ask(node, 'eth_accounts', [])).result as [string]
  const { result: hash } = await ask(node, 'eth_sendTransaction', [{ from, to: from }])
  isFull = true
  expect((await ask(node, 'evm_mine', [])).error?.data).toMatchObject({ fault: 'full' })
  await ask(node, 'evm_setAutomine', [true])
  expect((await ask(node, 'evm_increaseTime', [1])).result).toBe('0x1')
  expect((await ask(node, 'evm_mine', [])).error?.data).toMatchObject({ fault: 'full' })
  await ask(node, 'evm_setAutomine', [false])
  isFull = false
  await vi.waitFor(async () => {
    expect((await ask(node, 'eth_getTransactionReceipt', [hash])).result).toBe(null)
    expect((await ask(node, 'evm_mine', [])).error).toBe(undefined)
  }, 5000)
  expect((await ask(node, 'anvil_reset', [])).result).toBe(true)
})

test('a node stops while a call mines a million blocks', { timeout: 15_000 }, async () => {
  const node = await devNode()
  const mined = ask(node, 'anvil_mine', ['0xf4240']).catch(() => 'closed')
  await vi.waitFor(async () => expect(await heightOf(node)).toBeGreaterThan(2))
  await node.close()
  expect(await mined).toBe('closed')
})

test('suggested prices are quantities, however large the base fee is', async () => {
  const node = await devNode()
  await ask(node, 'anvil_setNextBlockBaseFeePerGas', [`0x${'f'.repeat(64)}`])
  for (const method of ['eth_suggestPriceOptions', 'eth_gasPrice', 'anvil_nodeInfo'])
    expect((await ask(node, method, [])).error).toBeUndefined()
})
