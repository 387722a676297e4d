import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { memoryStore, MovableClock, type Store } from '@native-node/node'
import { expect, onTestFinished, test, vi } from 'vitest'
import { verifyChains } from '../../../packages/node/src/chain/replay.ts'
import { executionMethods } from '../../../packages/node/src/c-chain/api/evm/methods.ts'
import { inWorker } from '../../../packages/node/src/c-chain/api/evm/offload.ts'
import { localLimits } from '../../../packages/node/src/c-chain/api/evm/parts.ts'
import type { CChain } from '../../../packages/node/src/c-chain/chain/c-chain.ts'
import { nextHeader } from '../../../packages/node/src/c-chain/chain/next-header.ts'
import { parseEvm } from '../../../packages/node/src/c-chain/chain/tx.ts'
import { DevVm } from '../../../packages/node/src/c-chain/dev/dev-vm.ts'
import { Meter, workerLimits } from '../../../packages/node/src/c-chain/engine/meter.ts'
import { bytesOf, hexOf } from '../../../packages/node/src/c-chain/hex.ts'
import { cChainOf, openWith } from '../../../packages/node/src/c-chain/open.ts'
import { replayCChain } from '../../../packages/node/src/c-chain/replay.ts'
import { localGenesis } from '../../../packages/node/src/network/genesis/local.ts'
import { networkOf } from '../../../packages/node/src/network/network.ts'
import { defaults } from '../../../packages/node/src/settings/settings.ts'
import { WorkerPool } from '../../../packages/node/src/c-chain/workers/pool.ts'
import { openLevelStore } from '../../../packages/node/src/store/level-store.ts'
import { revertible } from '../../../packages/node/src/store/revertible-store.ts'
import { funded, type Reply, running } from './running.ts'

// A request has the same result in the main thread and in a worker.

const network = networkOf(localGenesis)
const self = '0x00000000000000000000000000000000000c0de0'

async function onDisk(): Promise<Store> {
  const folder = mkdtempSync(join(tmpdir(), 'rpcloom-workers-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  return openLevelStore(folder, { networkID: network.id, genesis: 'aa' }, {})
}

async function opened(store: Store): Promise<CChain<DevVm>> {
  const services = {
    network,
    clock: MovableClock.standing(1_900_000_000_000),
    settings: defaults,
    onFailure: (error: unknown) => expect(error).toBeUndefined(),
  }
  const chain = await openWith(store, services, {
    ...cChainOf(network, defaults),
    create: (options) => new DevVm(options),
  })
  onTestFinished(async () => {
    await chain.producer.close()
    await store.close()
  })
  chain.producer.start()
  return chain
}

interface Sent {
  readonly nonce: number
  readonly data?: `0x${string}`
  readonly to?: `0x${string}`
  readonly gas?: bigint
}

async function send(chain: CChain, { nonce, gas = 1_000_000n, ...rest }: Sent): Promise<void> {
  const bytes = await funded.signTransaction({
    type: 'eip1559',
    chainId: 43_112,
    nonce,
    gas,
    maxFeePerGas: 10n ** 12n,
    maxPriorityFeePerGas: 1n,
    ...rest,
  })
  await chain.producer.enqueue(parseEvm(bytesOf(bytes), chain.vm.rules))
  await chain.producer.idle()
}

/** Creates a contract that writes its gas to the slot given by the call data. */
const writer = '0x6005600c60003960056000f35a5f355500'

type Outcome = { readonly result: unknown } | { readonly error: unknown }

async function outcomeOf(work: Promise<unknown>): Promise<Outcome> {
  try {
    return { result: await work }
  } catch (error) {
    const { code, message, data, reason } = error as Record<string, unknown>
    return { error: { code, message, data, reason } }
  }
}

/** Returns the outcomes of a method in the main thread and in a worker. */
async function both(chain: CChain, method: string, params: object): Promise<readonly Outcome[]> {
  const execution = {
    vm: chain.vm,
    limits: localLimits,
    meter: new Meter(workerLimits),
    next: () => nextHeader(chain),
  }
  const call = { method, params, reason: 'requestTimedOut' } as const
  return [
    await outcomeOf((async () => executionMethods[method]?.(execution, params as never))()),
    await outcomeOf(inWorker({ chain, limits: localLimits }, call, {})),
  ]
}

function samples(chain: CChain, contract: `0x${string}`): readonly (readonly [string, object])[] {
  const { hash, header, txs } = chain.vm.tip
  const txHash = hexOf(txs[0]?.hash() ?? new Uint8Array(0))
  const transaction = { from: funded.address, to: contract, data: `0x${'7'.padStart(64, '0')}` }
  const stateOverrides = {
    [self]: { code: '0x5a5f52423460205260405ff3', balance: 5n },
    [contract]: { stateDiff: { '0x7': '0x1' } },
  }
  const moved = {
    '0x0000000000000000000000000000000000000002': { movePrecompileToAddress: self },
  }
  const block = 'latest'
  const overridden = { transaction: { to: self }, block, stateOverrides }
  const config = { stateOverrides }
  const calls = [{ ...transaction }, { to: self, data: '0x' }]
  return [
    ['call', { transaction: { data: '0x5a5f5260205ff3' }, block }],
    ['call', { transaction: { data: '0x43405f5260205ff3' }, block }],
    ['call', { transaction: { data: '0x5f5ffd' }, block }],
    ['call', { transaction: { data: '0xfe' }, block }],
    ['call', { transaction, block: header.number }],
    ['call', { transaction, block: { blockHash: hash } }],
    ['call', { transaction, block: 99n }],
    ['call', overridden],
    ['call', { ...overridden, blockOverrides: { time: 5n, baseFeePerGas: 9n } }],
    ['call', { transaction: { to: self, data: '0x1234' }, block, stateOverrides: moved }],
    ['call', { transaction: { ...transaction, gasPrice: 1n }, block }],
    ['callDetailed', { transaction, block: 'pending' }],
    ['estimateGas', { transaction }],
    ['estimateGas', { transaction: { to: self }, stateOverrides }],
    ['createAccessList', { transaction }],
    ['traceCall', { transaction, block }],
    ['traceCall', { transaction: { to: self }, block, config: { ...config, enableMemory: true } }],
    ['traceCall', { transaction, block, config: { tracer: 'prestateTracer' } }],
    ['traceTransaction', { hash: txHash, config: { tracer: 'callTracer' } }],
    ['traceTransaction', { hash }],
    ['traceBlockByNumber', { block: header.number }],
    ['traceBlockByHash', { hash, config: { tracer: 'flatCallTracer' } }],
    ['traceLines', { hash, config: {}, only: undefined }],
    ['intermediateRoots', { hash }],
    ['dumpBlock', { block }],
    ['storageRangeAt', { block: hash, index: 0, address: contract, keyStart: '0x', maxResults: 5 }],
    ['getModifiedAccountsByNumber', { start: 1 }],
    ['getAccessibleState', { from: 0n, to: 1n }],
    ['simulateV1', { simulation: { blockStateCalls: [{ stateOverrides, calls }, {}] }, block }],
    [
      'simulateV1',
      {
        simulation: {
          blockStateCalls: [{ calls: [{ ...transaction, value: 1n }] }],
          traceTransfers: true,
          returnFullTransactions: true,
          validation: true,
        },
      },
    ],
  ]
}

test.each<readonly [string, () => Promise<Store>]>([
  ['in memory', async () => memoryStore()],
  ['on disk', onDisk],
  ['in development mode', async () => revertible(memoryStore())],
])('calls, traces and simulations %s', { timeout: 120_000 }, async (_, open) => {
  const chain = await opened(await open())
  await send(chain, { nonce: 0, data: writer })
  const receipts = await chain.vm.archive.receipts(chain.vm.tip.hash)
  const contract = receipts?.[0]?.contractAddress ?? self
  await send(chain, { nonce: 1, to: contract, data: `0x${'7'.padStart(64, '0')}` })
  let results = 0
  for (const [method, params] of samples(chain, contract)) {
    const [inline, remote] = await both(chain, method, params)
    expect([method, params, remote]).toEqual([method, params, inline])
    if (inline !== undefined && 'result' in inline) results++
  }
  expect(results).toBeGreaterThan(20)
})

test('a worker sees the state that development methods set, and forgets reverted blocks', async () => {
  const store = revertible(memoryStore())
  const chain = await opened(store)
  await send(chain, { nonce: 0, data: writer })
  const mark = await store.mark()
  await send(chain, { nonce: 1, data: writer })
  const { hash } = chain.vm.tip
  const params = { transaction: { data: '0x5f' }, block: { blockHash: hash } }
  const run = (): Promise<Outcome> =>
    outcomeOf(
      inWorker(
        { chain, limits: localLimits },
        { method: 'call', params, reason: 'requestTimedOut' },
        {},
      ),
    )
  expect(await run()).toEqual({ result: '0x' })
  await store.revert(mark)
  await chain.producer.reset()
  expect(await run()).toMatchObject({ error: { message: 'header not found' } })
})

test('a block with long transactions is that of the main thread alone', async () => {
  const store = memoryStore()
  const chain = await opened(store)
  await send(chain, { nonce: 0, data: writer })
  // SSTORE of a counter at itself, in a loop: JUMPDEST, PUSH1 1, ADD, DUP1, DUP1, SSTORE, PUSH1 1, JUMP.
  const data = '0x5f5b600101808055600156'
  const jobs = vi.spyOn(WorkerPool.prototype, 'run')
  onTestFinished(() => jobs.mockRestore())
  for (const nonce of [1, 2, 3]) await send(chain, { nonce, data, gas: 3_000_000n })
  // A loop that uses up its gas, and one that ends and writes 7 to a slot.
  const loop = '0x61ffff5b600190038060035760075f5500'
  await send(chain, { nonce: 4, data: '0x5b5f56', gas: 3_000_000n })
  await send(chain, { nonce: 5, data: loop, gas: 6_000_000n })
  expect(chain.vm.tip.header.number).toBe(6n)
  const receipts = await chain.vm.archive.receipts(chain.vm.tip.hash)
  expect(receipts).toMatchObject([{ status: 1 }])
  expect(jobs).toHaveBeenCalledTimes(5)
  const scratch = memoryStore()
  const replay = await replayCChain(store, scratch, cChainOf(network, defaults))
  if (replay === undefined) throw new Error('no blocks')
  await verifyChains(store, scratch, [replay])
})

test('a node stops while calls run in workers', async () => {
  const node = await running()
  const endless = (): Promise<Reply> => node.ask('eth_call', [{ data: '0x5b600056' }, 'latest'])
  const first = endless()
  // Sent after the first call has started. It does not wait for it, because a client has two threads.
  await node.ask('eth_call', [{ data: '0x5b600056', gas: '0x7a120' }, 'latest'])
  const calls = Promise.allSettled([first, endless(), endless(), endless()])
  await node.close()
  for (const call of await calls)
    if (call.status === 'fulfilled') expect(call.value).toMatchObject({ error: { code: -32_000 } })
})
