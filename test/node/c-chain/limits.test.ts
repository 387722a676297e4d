import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { createAddressFromBigInt } from '@ethereumjs/util'
import { memoryStore, MovableClock, type NodeOptions } from '@native-node/node'
import { expect, onTestFinished, test } from 'vitest'
import { DevVm } from '../../../packages/node/src/c-chain/dev/dev-vm.ts'
import { cChainOf, openWith } from '../../../packages/node/src/c-chain/open.ts'
import { parseEvm } from '../../../packages/node/src/c-chain/chain/tx.ts'
import { bytesOf } from '../../../packages/node/src/c-chain/hex.ts'
import { DebugFiles } from '../../../packages/node/src/c-chain/api/evm/debug/files.ts'
import { fileTraceHandlers } from '../../../packages/node/src/c-chain/api/evm/debug/file-traces.ts'
import { modifiedAccountsHandlers } from '../../../packages/node/src/c-chain/api/evm/debug/modified-accounts.ts'
import { stateDumpHandlers } from '../../../packages/node/src/c-chain/api/evm/debug/state-dump.ts'
import type { CChain } from '../../../packages/node/src/c-chain/chain/c-chain.ts'
import { Mining } from '../../../packages/node/src/c-chain/dev/mining.ts'
import { rawHandlers } from '../../../packages/node/src/c-chain/api/evm/debug-raw.ts'
import { feeHandlers } from '../../../packages/node/src/c-chain/api/evm/fees.ts'
import { filterHandlers } from '../../../packages/node/src/c-chain/api/evm/filters.ts'
import { proofHandlers } from '../../../packages/node/src/c-chain/api/evm/proof.ts'
import { callHandlers } from '../../../packages/node/src/c-chain/api/evm/calls.ts'
import { simulationHandlers } from '../../../packages/node/src/c-chain/api/evm/simulate/simulate.ts'
import { traceHandlers } from '../../../packages/node/src/c-chain/api/evm/debug-traces.ts'
import { localLimits } from '../../../packages/node/src/c-chain/api/evm/parts.ts'
import { localGenesis } from '../../../packages/node/src/network/genesis/local.ts'
import { networkOf } from '../../../packages/node/src/network/network.ts'
import { defaults } from '../../../packages/node/src/settings/settings.ts'
import { funded, running } from './running.ts'

// The most that a small request can make the EVM do, and the limits that stop it.

async function opened(
  settings: object = {},
): Promise<CChain<DevVm> & { readonly end: () => unknown }> {
  const services = {
    network: networkOf(localGenesis),
    clock: MovableClock.running(),
    settings: { ...defaults, ...settings },
    onFailure: () => {},
  }
  const chain = await openWith(memoryStore(), services, {
    ...cChainOf(services.network, defaults),
    create: (options) => new DevVm(options),
  })
  return { ...chain, end: () => chain.producer.close() }
}
const partsOf = (chain: CChain): Parameters<typeof callHandlers>[0] => ({
  chain,
  limits: localLimits,
})

const gas = 50_000_000n
/** JUMPDEST, PUSH1 0, JUMP. */
const loop = { data: '0x5b600056', gas } as const
/** Calls itself forever: its own code at ADDRESS, with all gas, then again. */
const recursion = '0x60006000600060006000305af160006000600060006000305af100'
const self = '0x00000000000000000000000000000000000c0de0'
const recursive = {
  transaction: { to: self, gas },
  stateOverrides: { [self]: { code: recursion } },
} as const
/** Grows memory to 256 KiB, then loops. */
const memoryLoop = { data: '0x600162040000535b600756', gas } as const
const aborted = { code: -32_000, reason: 'executionAborted' }

test.each([
  ['a loop', { transaction: loop }],
  ['a recursion', recursive],
])('%s is aborted at the time limit', async (_, params) => {
  const chain = await opened()
  const { call, estimateGas, createAccessList } = callHandlers(
    partsOf({ ...chain, callTimeout: 60 }),
  )
  const context = {} as never
  for (const run of [call, estimateGas, createAccessList]) {
    const began = performance.now()
    await expect(run({ block: 'latest', ...params }, context)).rejects.toMatchObject(aborted)
    expect(performance.now() - began).toBeLessThan(20_000)
  }
  // The state is unchanged, and the next call runs.
  const plain = { transaction: { data: '0x60016000f3' }, block: 'latest' } as const
  expect(await call(plain, context)).toBe('0x00')
  chain.end()
})

test('other requests run during a call', async () => {
  const chain = await opened()
  const { call } = callHandlers(partsOf({ ...chain, callTimeout: 600 }))
  let turns = 0
  const counting = setInterval(() => turns++, 10)
  await expect(call({ transaction: loop, block: 'latest' }, {} as never)).rejects.toMatchObject(
    aborted,
  )
  clearInterval(counting)
  expect(turns).toBeGreaterThan(5)
  chain.end()
})

test('other requests run while large memory is traced without a loop', async () => {
  const chain = await opened()
  const { traceCall } = traceHandlers(partsOf(chain))
  // Memory of 256 KiB, then PUSH1 0, POP ten times.
  const transaction = { data: `0x60016204000053${'600050'.repeat(10)}`, gas } as const
  let [turns, isDone] = [0, false]
  const count = (): void => {
    turns++
    if (!isDone) setImmediate(count)
  }
  setImmediate(count)
  const config = { enableMemory: true, timeout: '1m' }
  await Promise.all(
    Array.from({ length: 4 }, async () =>
      traceCall({ transaction, block: 'latest', config }, {} as never),
    ),
  )
  isDone = true
  expect(turns).toBeGreaterThan(5)
  chain.end()
})

test.each([
  ['the steps of a loop', loop, { timeout: '30s' }],
  ['large memory at each step', memoryLoop, { enableMemory: true, timeout: '30s' }],
])('a trace that is too large is rejected: %s', async (_, transaction, config) => {
  const chain = await opened()
  const { traceCall } = traceHandlers(partsOf(chain))
  const traced = traceCall({ transaction, block: 'latest', config }, {} as never)
  await expect(traced).rejects.toMatchObject({ code: -32_003, reason: 'responseTooLarge' })
  chain.end()
})

test.each([
  ['its own', '50ms', 30_000],
  ["the node's", '1h', 50],
  ["the node's, without its own", undefined, 50],
])('a traced call is aborted at the time limit: %s', async (_, timeout, callTimeout) => {
  const chain = await opened()
  const { traceCall } = traceHandlers(partsOf({ ...chain, callTimeout }))
  const config = { tracer: 'noopTracer', ...(timeout && { timeout }) } as const
  const params = { transaction: loop, block: 'latest', config } as const
  const began = performance.now()
  await expect(traceCall(params, {} as never)).rejects.toMatchObject({
    code: -32_000,
    message: 'execution timeout',
    reason: 'traceTimedOut',
  })
  expect(performance.now() - began).toBeLessThan(20_000)
  chain.end()
})

test('a public node has a lower time limit for calls', async () => {
  const [own, open] = [await opened(), await opened({ public: true })]
  expect([own.callTimeout, open.callTimeout]).toEqual([30_000, 5_000])
  own.end()
  open.end()
})

test.each<readonly [NodeOptions, number]>([
  [{}, 50_000_000],
  [{ public: true }, 25_000_000],
  [{ public: true, rpcGasCap: 1_000_000 }, 1_000_000],
])('a call with the settings %j can use at most %i gas', async (options, cap) => {
  const node = await running(options)
  onTestFinished(() => node.close())
  // GAS, PUSH0, MSTORE, PUSH1 32, PUSH0, RETURN
  const { result } = await node.ask('eth_call', [{ data: '0x5a5f5260205ff3', gas: '0x77359400' }])
  const available = Number(result)
  expect(available).toBeLessThan(cap)
  expect(available).toBeGreaterThan(cap - 100_000)
})

test('a simulation is aborted at the time limit for all its blocks', async () => {
  const chain = await opened()
  const { simulateV1 } = simulationHandlers(partsOf({ ...chain, callTimeout: 60 }))
  const context = {} as never
  const simulation = { blockStateCalls: [{}, { calls: [{ data: loop.data }] }] }
  const timedOut = { code: -32_002, reason: 'requestTimedOut' }
  await expect(simulateV1({ simulation }, context)).rejects.toMatchObject(timedOut)
  const brief = { blockStateCalls: [{ calls: [{ data: '0x60016000f3' as const }] }] }
  expect(await simulateV1({ simulation: brief }, context)).toMatchObject([
    { calls: [{ status: '0x1' }] },
  ])
  chain.end()
})

/** A chain whose first block has two transactions that run until their gas is used up. */
async function withLoops(): Promise<CChain> {
  const chain = await opened()
  onTestFinished(() => void chain.end())
  const signed = await Promise.all(
    [0, 1].map((nonce) =>
      funded.signTransaction({
        type: 'eip1559',
        chainId: 43_112,
        nonce,
        data: loop.data,
        gas: 1_200_000n,
        maxFeePerGas: 10n ** 12n,
        maxPriorityFeePerGas: 1n,
      }),
    ),
  )
  chain.producer.start()
  // Both are stored before a block is built.
  await Promise.all(
    signed.map((bytes) => chain.producer.enqueue(parseEvm(bytesOf(bytes), chain.vm.rules))),
  )
  await chain.producer.idle()
  expect(chain.vm.tip.txs).toHaveLength(2)
  return chain
}

async function collected(
  notices: AsyncIterable<unknown> | Iterable<unknown>,
): Promise<readonly unknown[]> {
  const found: unknown[] = []
  for await (const notice of notices) found.push(notice)
  return found
}

const ended = { code: -32_002, reason: 'requestTimedOut' }
const tooLarge = { code: -32_003, reason: 'responseTooLarge' }

test('methods that run a block again are aborted at the time limit', async () => {
  const chain = await withLoops()
  const folder = mkdtempSync(join(tmpdir(), 'rpcloom-traces-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  const { hash } = chain.vm.tip
  const parts = partsOf({ ...chain, callTimeout: 30 })
  const files = new DebugFiles(folder)
  const context = {} as never
  const { standardTraceBlockToFile } = fileTraceHandlers(parts, files)
  const { traceBlockByHash, intermediateRoots, traceChain } = traceHandlers(parts)
  const { storageRangeAt } = stateDumpHandlers(parts)
  const slots = { block: hash, index: 1, address: self, keyStart: '0x', maxResults: 1 } as const
  const config = { tracer: 'noopTracer' } as const
  await expect(standardTraceBlockToFile({ hash }, context)).rejects.toMatchObject(ended)
  await expect(storageRangeAt(slots, context)).rejects.toMatchObject(ended)
  await expect(intermediateRoots({ hash }, context)).rejects.toMatchObject(ended)
  await expect(traceBlockByHash({ hash, config }, context)).rejects.toMatchObject(ended)
  const subscribed = { signal: new AbortController().signal } as never
  const notices = traceChain({ start: 0n, end: 1n, config }, subscribed)
  await expect(collected(await notices)).rejects.toMatchObject(ended)
  expect(readdirSync(folder)).toEqual([])
})

test('long methods stop when their caller has left', async () => {
  const chain = await withLoops()
  const parts = partsOf(chain)
  const gone = { signal: AbortSignal.abort() } as never
  const { hash } = chain.vm.tip
  const files = new DebugFiles(tmpdir())
  const calls = callHandlers(parts)
  const traces = traceHandlers(parts)
  const dumps = stateDumpHandlers(parts)
  const modified = modifiedAccountsHandlers(parts)
  const window = { isPruning: false, blocks: 0n }
  const params = { transaction: loop, block: 'latest' } as const
  const slots = { block: hash, index: 0, address: self, keyStart: '0x', maxResults: 1 } as const
  const page = { start: '0x', maxResults: 1, nocode: true, nostorage: true, incompletes: false }
  const [firstTx] = chain.vm.tip.txs
  const txHash = `0x${Buffer.from(firstTx?.hash() ?? []).toString('hex')}` as const
  const encoded = (await rawHandlers(parts).getRawBlock({ block: 'latest' }, gone)) as `0x${string}`
  const runs: Readonly<Record<string, () => unknown>> = {
    call: () => calls.call(params, gone),
    callDetailed: () => calls.callDetailed(params, gone),
    estimateGas: () => calls.estimateGas(params, gone),
    createAccessList: () => calls.createAccessList(params, gone),
    simulateV1: () =>
      simulationHandlers(parts).simulateV1({ simulation: { blockStateCalls: [{}] } }, gone),
    traceCall: () => traces.traceCall(params, gone),
    traceTransaction: () => traces.traceTransaction({ hash: txHash }, gone),
    traceBlockByNumber: () => traces.traceBlockByNumber({ block: 1n }, gone),
    traceBlockByHash: () => traces.traceBlockByHash({ hash }, gone),
    traceBlock: () => traces.traceBlock({ block: encoded }, gone),
    intermediateRoots: () => traces.intermediateRoots({ hash }, gone),
    storageRangeAt: () => dumps.storageRangeAt(slots, gone),
    accountRange: () => dumps.accountRange({ block: 'latest', ...page, start: '0x' }, gone),
    dumpBlock: () => dumps.dumpBlock({ block: 'latest' }, gone),
    getAccessibleState: () => dumps.getAccessibleState({ from: 0n, to: 1n }, gone),
    getModifiedAccountsByNumber: () => modified.getModifiedAccountsByNumber({ start: 1 }, gone),
    getModifiedAccountsByHash: () => modified.getModifiedAccountsByHash({ startHash: hash }, gone),
    standardTraceBlockToFile: () =>
      fileTraceHandlers(parts, files).standardTraceBlockToFile({ hash }, gone),
    getLogs: () => filterHandlers(parts).getLogs({ filter: { fromBlock: 0n } }, gone),
    feeHistory: () =>
      feeHandlers(parts).feeHistory(
        { blockCount: 2n, newestBlock: 'latest', rewardPercentiles: [] },
        gone,
      ),
    getProof: () =>
      proofHandlers(parts, window).getProof(
        { address: self, storageKeys: ['0x0'], block: 'latest' },
        gone,
      ),
  }
  for (const [name, run] of Object.entries(runs)) {
    // A method looks for its caller when the time slice of 20 ms is over.
    await wait(25)
    const outcome = await Promise.resolve(run()).catch((error: Error) => error.message)
    expect([name, outcome]).toEqual([name, expect.stringContaining('the caller has left')])
  }
})

test('mining stops when its caller has left', async () => {
  let height = 0n
  const caller = new AbortController()
  const produce = async (): Promise<void> => {
    if (++height === 3n) caller.abort()
  }
  const mining = new Mining(0)
  const order = { blocks: 1_000_000 }
  await mining.mine({ produce, closing: new AbortController().signal }, order, caller.signal)
  expect(height).toBe(3n)
})

test('a fee history has at most 100 percentiles', async () => {
  const chain = await opened()
  onTestFinished(() => void chain.end())
  const { feeHistory } = feeHandlers(partsOf(chain))
  const history = async (count: number): Promise<unknown> =>
    feeHistory(
      {
        blockCount: 1n,
        newestBlock: 'latest',
        rewardPercentiles: Array.from({ length: count }, (_, at) => at / 2),
      },
      {} as never,
    )
  expect(await history(100)).toMatchObject({ oldestBlock: 0n })
  await expect(history(101)).rejects.toMatchObject({
    message: 'invalid reward percentile: over the query limit 100',
  })
})

test('methods that iterate over the state are aborted at the time limit', async () => {
  const chain = await withLoops()
  const parts = partsOf({ ...chain, callTimeout: -1 })
  const context = {} as never
  const { accountRange, dumpBlock, getAccessibleState } = stateDumpHandlers(parts)
  const { getModifiedAccountsByHash, getModifiedAccountsByNumber } = modifiedAccountsHandlers(parts)
  const page = { start: '0x', maxResults: 1, nocode: true, nostorage: true } as const
  const range = { block: 'latest', ...page, incompletes: false } as const
  const { hash } = chain.vm.tip
  await expect(accountRange(range, context)).rejects.toMatchObject(ended)
  await expect(dumpBlock({ block: 'latest' }, context)).rejects.toMatchObject(ended)
  await expect(getAccessibleState({ from: 0n, to: 1n }, context)).rejects.toMatchObject(ended)
  await expect(getModifiedAccountsByNumber({ start: 1 }, context)).rejects.toMatchObject(ended)
  await expect(getModifiedAccountsByHash({ startHash: hash }, context)).rejects.toMatchObject(ended)
})

test.each([
  ['returns 24 MB', 11, undefined],
  ['is refused above 25 MB', 12, tooLarge],
] as const)('a dump of the state %s', async (_, accounts, error) => {
  const chain = await opened()
  onTestFinished(() => void chain.end())
  // Each character of the dump is half a byte of code.
  const code = new Uint8Array(1_090_000)
  await chain.vm.alter(memoryStore(), async ({ state, db }) => {
    for (let at = 1n; at <= accounts; at++) await state.putCode(createAddressFromBigInt(at), code)
    await state.getStateRoot()
    db.settle()
    return []
  })
  const { dumpBlock, accountRange } = stateDumpHandlers(partsOf(chain))
  const page = { start: '0x', maxResults: 256, nocode: false, nostorage: false } as const
  const dumps = [
    () => dumpBlock({ block: 'latest' }, {} as never),
    () => accountRange({ block: 'latest', ...page, incompletes: true }, {} as never),
  ]
  for (const dump of dumps)
    if (error === undefined) expect(JSON.stringify(await dump()).length).toBeLessThan(25_000_000)
    else await expect(dump()).rejects.toMatchObject(error)
})

test('a subscription to traces ends when a trace exceeds the time limit', async () => {
  const chain = await withLoops()
  const { traceChain } = traceHandlers(partsOf(chain))
  const subscribed = { signal: new AbortController().signal } as never
  const config = { tracer: 'noopTracer', timeout: '1ms' } as const
  const notices = traceChain({ start: 0n, end: 1n, config }, subscribed)
  await expect(collected(await notices)).rejects.toMatchObject({ reason: 'traceTimedOut' })
})

test('a trace to files is rejected if it is too large, and written if its size is limited', async () => {
  const chain = await withLoops()
  const folder = mkdtempSync(join(tmpdir(), 'rpcloom-traces-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  const { hash } = chain.vm.tip
  const files = new DebugFiles(folder)
  const { standardTraceBlockToFile: trace } = fileTraceHandlers(partsOf(chain), files)
  const context = {} as never
  await expect(trace({ hash }, context)).rejects.toMatchObject(tooLarge)
  expect(readdirSync(folder)).toEqual([])
  expect(await trace({ hash, config: { limit: 10 } }, context)).toHaveLength(2)
})
