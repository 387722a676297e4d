import { memoryStore, MovableClock } from '@native-node/node'
import { expect, onTestFinished, test } from 'vitest'
import type { CChain } from '../../../packages/node/src/c-chain/chain/c-chain.ts'
import { openCChain } from '../../../packages/node/src/c-chain/open.ts'
import { Meter } from '../../../packages/node/src/c-chain/engine/meter.ts'
import type { Hex } from '../../../packages/node/src/c-chain/hex.ts'
import { callHandlers } from '../../../packages/node/src/c-chain/api/evm/calls.ts'
import { traceHandlers } from '../../../packages/node/src/c-chain/api/evm/debug-traces.ts'
import { simulationHandlers } from '../../../packages/node/src/c-chain/api/evm/simulate/simulate.ts'
import { localLimits } from '../../../packages/node/src/c-chain/api/evm/parts.ts'
import { localGenesis } from '../../../packages/node/src/network/genesis/local.ts'
import { networkOf } from '../../../packages/node/src/network/network.ts'
import { defaults } from '../../../packages/node/src/settings/settings.ts'

// Bounds of calls that hold for every program: the memory of open frames, and pauses for others.

const context = { signal: new AbortController().signal } as never
const aborted = {
  code: -32_000,
  reason: 'executionAborted',
  message: 'execution aborted (memory limit = 128 MB)',
}

async function opened(): Promise<CChain> {
  const chain = await openCChain(memoryStore(), {
    network: networkOf(localGenesis),
    clock: MovableClock.running(),
    settings: defaults,
    onFailure: () => {},
  })
  onTestFinished(() => void chain.producer.close())
  return chain
}

const self = '0x00000000000000000000000000000000000c0de0'
/** Jumps, so that EthereumJS analyzes the code, then calls itself with all gas. */
const recursion = '6003565b60006000600060006000305af100'
/** Grows memory to 1 MiB, then calls itself. */
const growing = '6001621000005360006000600060006000305af100'
const transaction = { to: self, gas: 50_000_000n } as const
const overriding = (code: string): Record<string, { readonly code: Hex }> => ({
  [self]: { code: `0x${code}` },
})

test('a program that holds too much memory is stopped', async () => {
  const chain = await opened()
  const parts = { chain, limits: { ...localLimits, gasCap: 1_000_000_000_000n } }
  const { call, estimateGas, createAccessList } = callHandlers(parts)
  const { traceCall } = traceHandlers(parts)
  const { simulateV1 } = simulationHandlers(parts)
  const large = { ...transaction, gas: 1_000_000_000_000n }
  const stateOverrides = overriding(growing)
  const params = { transaction: large, block: 'latest', stateOverrides } as const
  for (const run of [call, estimateGas, createAccessList])
    await expect(run(params, context)).rejects.toMatchObject(aborted)
  const config = { tracer: 'noopTracer', stateOverrides } as const
  const traced = traceCall({ transaction: large, block: 'latest', config }, context)
  await expect(traced).rejects.toMatchObject(aborted)
  const blockOverrides = { gasLimit: large.gas }
  const blockStateCalls = [{ blockOverrides, stateOverrides, calls: [large] }]
  await expect(simulateV1({ simulation: { blockStateCalls } }, context)).rejects.toMatchObject(
    aborted,
  )
  // The memory is released: the next call runs.
  const plain = { transaction: { data: '0x60016000f3' }, block: 'latest' } as const
  expect(await call(plain, context)).toBe('0x00')
})

test.each([0x55, 0x5d, 0xa0])('opcode %i retains memory until the request ends', (opcode) => {
  const limits = { work: Infinity, memory: 512_000, characters: 0 }
  const step = (meter: Meter): void => meter.step(opcode, 1, 0)
  const meter = new Meter(limits)
  for (let count = 0; count < 1000; count++) step(meter)
  expect(meter.exceeded).toBeUndefined()
  expect(() => step(meter)).toThrow()
  expect(meter.exceeded).toBe('memory')
  // The memory is that of one request: the next one has its own.
  expect(() => step(new Meter(limits))).not.toThrow()
})

test('an opcode is more work with many listeners, and with large memory', () => {
  const steps = (memory: number, listeners: number): number => {
    const meter = new Meter({ work: 100_000, memory: Infinity, characters: 0 })
    meter.frames.enter(new Uint8Array(1), 0)
    meter.frames.grow(memory)
    for (let count = 1; ; count++) {
      try {
        meter.step(0, 3, listeners)
      } catch {
        return count
      }
    }
  }
  expect(steps(0, 0)).toBeGreaterThan(5000)
  expect(steps(0, 999)).toBeLessThan(10)
  expect(steps(1_000_000, 1)).toBeLessThan(10)
})

test('a recursion analyzes its code once, in memory that does not depend on its depth', async () => {
  const chain = await opened()
  const { call } = callHandlers({ chain, limits: localLimits })
  const code = recursion.padEnd(1_000_000, '60')
  const before = process.memoryUsage().rss
  const params = { transaction, block: 'latest', stateOverrides: overriding(code) } as const
  expect(await call(params, context)).toBe('0x')
  expect(process.memoryUsage().rss - before).toBeLessThan(400_000_000)
})

test('code that is too long to analyze without a pause is refused', async () => {
  const chain = await opened()
  const { call } = callHandlers({ chain, limits: localLimits })
  const code = recursion.padEnd(1_048_578, '00')
  const params = { transaction, block: 'latest', stateOverrides: overriding(code) } as const
  await expect(call(params, context)).rejects.toMatchObject({
    code: -32_602,
    message: expect.stringContaining('at most 524288'),
  })
})

test('more than 10,000 overridden accounts and slots are refused', async () => {
  const chain = await opened()
  const { call } = callHandlers({ chain, limits: localLimits })
  const stateDiff = Object.fromEntries(
    Array.from({ length: 10_000 }, (_, at) => [`0x${at.toString(16)}`, '0x1'] as const),
  )
  const params = {
    transaction,
    block: 'latest',
    stateOverrides: { [self]: { stateDiff } },
  } as const
  await expect(call(params, context)).rejects.toMatchObject({
    code: -32_602,
    message: 'state overrides have more than 10000 accounts and slots',
  })
})

test.each([
  ['straight-line code', overriding('5a50'.repeat(120_000))],
  [
    'overrides of accounts',
    Object.fromEntries(
      Array.from({ length: 10_000 }, (_, at) => [
        `0x${at.toString(16).padStart(40, '0')}`,
        { balance: 1n },
      ]),
    ),
  ],
])('other tasks run during %s', async (_, stateOverrides) => {
  const chain = await opened()
  const { call } = callHandlers({ chain, limits: localLimits })
  let [turns, isDone] = [0, false]
  const count = (): void => {
    turns++
    if (!isDone) setImmediate(count)
  }
  setImmediate(count)
  await call({ transaction, block: 'latest', stateOverrides }, context)
  isDone = true
  expect(turns).toBeGreaterThan(3)
})
