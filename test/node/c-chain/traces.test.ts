import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { encodeFunctionData, numberToHex, type Address, type Hash } from 'viem'
import { counter, counterAbi } from './contracts.ts'
import { funded, running, type Running } from './running.ts'

let node: Running
let address: Address
let creation: Hash
let change: Hash

const data = encodeFunctionData({ abi: counterAbi, functionName: 'set', args: [5n] })
const failing = encodeFunctionData({ abi: counterAbi, functionName: 'fail' })
const slot = `0x${'00'.repeat(32)}`
const five = `0x${'5'.padStart(64, '0')}`

beforeAll(async () => {
  node = await running()
  creation = await node.wallet.deployContract({ abi: counterAbi, bytecode: counter })
  const receipt = await node.reader.waitForTransactionReceipt({ hash: creation })
  if (!receipt.contractAddress) throw new Error('nothing was created')
  address = receipt.contractAddress
  change = await node.wallet.sendTransaction({ to: address, data })
  await node.reader.waitForTransactionReceipt({ hash: change })
})

afterAll(() => node.close())

const trace = async (hash: Hash, config: object) => {
  const { result, error } = await node.ask('debug_traceTransaction', [hash, config])
  expect(error).toBeUndefined()
  return result
}

describe('the timeout of a trace', () => {
  const traces: readonly (readonly [string, () => Promise<unknown>])[] = [
    ['debug_traceTransaction', async () => change],
    ['debug_traceBlockByNumber', async () => 'latest'],
    [
      'debug_traceBlockByHash',
      async () => (await node.reader.getTransactionReceipt({ hash: change })).blockHash,
    ],
    ['debug_traceBlock', async () => (await node.ask('debug_getRawBlock', ['latest'])).result],
  ]

  test.each(traces)('ends %s', async (method, subject) => {
    const params = [await subject()]
    const late = await node.ask(method, [...params, { timeout: '1ns' }])
    expect(late.error).toMatchObject({ code: -32_000, message: 'execution timeout' })
    const inTime = await node.ask(method, [...params, { timeout: '1h1.5m30s' }])
    expect(inTime.error).toBeUndefined()
  })

  test('is rejected if it is invalid', async () => {
    const { error } = await node.ask('debug_traceTransaction', [change, { timeout: 'soon' }])
    expect(error).toMatchObject({ code: -32_602 })
  })
})

/** Writes a log, makes a call that writes one, another whose log is reverted, and writes a last one. */
const inner = `0x${'11'.repeat(20)}`
const failed = `0x${'22'.repeat(20)}`
const outer = `0x${'33'.repeat(20)}`
const log = '5f5fa0'
const callTo = (to: string): string => `5f5f5f5f5f73${to.slice(2)}5af150`

describe('logs of callTracer', () => {
  const config = { tracer: 'callTracer', tracerConfig: { withLog: true } }
  const logAt = (index: number, position: number): object =>
    expect.objectContaining({ index: `0x${index}`, position: `0x${position}` })

  test('are numbered in the order in which they were written, without reverted logs', async () => {
    const stateOverrides = {
      [outer]: { code: `0x${log}${callTo(inner)}${callTo(failed)}${log}` },
      [inner]: { code: `0x${log}` },
      [failed]: { code: `0x${log}5f5ffd` },
    }
    const params = [{ to: outer }, 'latest', { ...config, stateOverrides }]
    const { result } = await node.ask('debug_traceCall', params)
    expect(result).toMatchObject({
      logs: [logAt(0, 0), logAt(2, 2)],
      calls: [{ logs: [logAt(1, 0)] }, { error: 'execution reverted' }],
    })
    expect(result).not.toHaveProperty('calls.1.logs')
    const tracerConfig = { withLog: true, onlyTopCall: true }
    const top = await node.ask('debug_traceCall', [
      { to: outer },
      'latest',
      { ...config, tracerConfig, stateOverrides },
    ])
    expect(top.result).toMatchObject({ logs: [logAt(0, 0), logAt(2, 2)] })
  })

  test('continue the numbers of the previous transaction', async () => {
    const both = await running({ dev: true })
    onTestFinished(() => both.close())
    const hash = await both.wallet.deployContract({ abi: counterAbi, bytecode: counter })
    const { contractAddress } = await both.reader.waitForTransactionReceipt({ hash })
    await both.ask('evm_setAutomine', [false])
    const send = (nonce: number): Promise<Hash> =>
      both.wallet.sendTransaction({ to: contractAddress, data, nonce, gas: 100_000n })
    const hashes = [await send(1), await send(2), await send(3)]
    await both.ask('evm_mine')
    const receipts = await Promise.all(
      hashes.map((own) => both.reader.getTransactionReceipt({ hash: own })),
    )
    expect(receipts.map(({ logs }) => logs[0]?.logIndex)).toEqual([0, 1, 2])
    const one = await both.ask('debug_traceTransaction', [hashes[2], config])
    expect(one.result).toMatchObject({ logs: [logAt(2, 0)] })
    const all = await both.ask('debug_traceBlockByNumber', ['latest', config])
    expect(all.result).toMatchObject(
      hashes.map((txHash, at) => ({ txHash, result: { logs: [logAt(at, 0)] } })),
    )
  })
})

describe('tracers', () => {
  test('callTracer shows frames with their logs', async () => {
    const { gasUsed } = await node.reader.getTransactionReceipt({ hash: change })
    expect(
      await trace(change, { tracer: 'callTracer', tracerConfig: { withLog: true } }),
    ).toMatchObject({
      type: 'CALL',
      from: funded.address.toLowerCase(),
      to: address,
      input: data,
      gasUsed: `0x${gasUsed.toString(16)}`,
      logs: [{ address, data: five, index: '0x0', position: '0x0' }],
    })
    expect(await trace(creation, { tracer: 'callTracer' })).toMatchObject({
      type: 'CREATE',
      to: address,
    })
  })

  test('prestateTracer shows the previous values, or the changes', async () => {
    const before = (await trace(change, { tracer: 'prestateTracer' })) as Record<string, object>
    expect(before[address]).toMatchObject({ nonce: 1, storage: { [slot]: slot } })
    const difference = await trace(change, {
      tracer: 'prestateTracer',
      tracerConfig: { diffMode: true },
    })
    const { nonce } = await node.reader.getTransaction({ hash: change })
    const owner = funded.address.toLowerCase()
    expect(difference).toMatchObject({
      pre: { [address]: { nonce: 1 }, [owner]: { nonce } },
      post: { [owner]: { nonce: nonce + 1 } },
    })
    // The contract's storage is all that changed.
    expect(difference).toHaveProperty(['post', address], { storage: { [slot]: five } })
  })

  test('prestateTracer omits storage and code on demand', async () => {
    const tracerConfig = { disableStorage: true, disableCode: true }
    const before = await trace(change, { tracer: 'prestateTracer', tracerConfig })
    expect(before).toHaveProperty([address, 'nonce'], 1)
    expect(before).not.toHaveProperty([address, 'storage'])
    expect(before).not.toHaveProperty([address, 'code'])
  })

  test('4byteTracer, noopTracer, flatCallTracer and muxTracer', async () => {
    const selector = `${data.slice(0, 10)}-32`
    expect(await trace(change, { tracer: '4byteTracer' })).toEqual({ [selector]: 1 })
    expect(await trace(change, { tracer: 'noopTracer' })).toEqual({})
    expect(await trace(change, { tracer: 'flatCallTracer' })).toMatchObject([
      { type: 'call', traceAddress: [], subtraces: 0, transactionHash: change },
    ])
    const several = { tracer: 'muxTracer', tracerConfig: { '4byteTracer': {}, callTracer: {} } }
    expect(await trace(change, several)).toMatchObject({
      '4byteTracer': { [selector]: 1 },
      callTracer: { type: 'CALL' },
    })
  })

  test('the default tracer shows every step', async () => {
    const { gas, failed, structLogs } = (await trace(change, {})) as {
      readonly gas: number
      readonly failed: boolean
      readonly structLogs: readonly {
        readonly op: string
        readonly gas: number
        readonly gasCost: number
      }[]
    }
    const receipt = await node.reader.getTransactionReceipt({ hash: change })
    expect([BigInt(gas), failed]).toEqual([receipt.gasUsed, false])
    expect(structLogs.find(({ op }) => op === 'SSTORE')).toMatchObject({
      storage: { [slot.slice(2)]: five.slice(2) },
    })
    structLogs.slice(1).forEach((step, at) => {
      const last = structLogs[at]
      expect(step.gas).toBe((last?.gas ?? 0) - (last?.gasCost ?? 0))
    })
  })

  test('a call that reverts is traced with its reason and changes nothing', async () => {
    const { result } = await node.ask('debug_traceCall', [
      { to: address, data: failing },
      'latest',
      { tracer: 'callTracer' },
    ])
    expect(result).toMatchObject({ error: 'execution reverted', revertReason: 'nope' })
    await node.ask('debug_traceCall', [
      { to: address, data },
      'latest',
      { tracer: 'prestateTracer' },
    ])
    expect(await node.reader.getStorageAt({ address, slot: '0x0' })).toBe(five)
  })

  test('prestateTracer omits the contract that the transaction creates', async () => {
    const before = await trace(creation, { tracer: 'prestateTracer' })
    expect(before).not.toHaveProperty(address.toLowerCase())
    const tracerConfig = { diffMode: true }
    const diff = await trace(creation, { tracer: 'prestateTracer', tracerConfig })
    expect(diff).toHaveProperty(['post', address.toLowerCase(), 'code'])
    expect(diff).not.toHaveProperty(['pre', address.toLowerCase()])
  })

  test('prestateTracer shows the receiver of a transfer and the burned fee', async () => {
    const [to, miner] = [`0x${'b1'.repeat(20)}`, `0x01${'00'.repeat(19)}`] as const
    const before = await node.reader.getBalance({ address: miner })
    const hash = await node.wallet.sendTransaction({ to, value: 5n })
    const { gasUsed, effectiveGasPrice } = await node.reader.waitForTransactionReceipt({ hash })
    const after = before + gasUsed * effectiveGasPrice
    expect(
      await trace(hash, { tracer: 'prestateTracer', tracerConfig: { diffMode: true } }),
    ).toMatchObject({
      pre: { [to]: { balance: '0x0' }, [miner]: { balance: numberToHex(before) } },
      post: { [to]: { balance: '0x5' }, [miner]: { balance: numberToHex(after) } },
    })
  })

  test('flatCallTracer hides precompiled contracts and translates errors as configured', async () => {
    // Calls the identity contract, then reverts with a word of zeros.
    const code = '0x5f5f5f5f60045afa60205ffd'
    const to = `0x${'aa'.repeat(20)}`
    const flat = async (tracerConfig: object) => {
      const config = { tracer: 'flatCallTracer', tracerConfig, stateOverrides: { [to]: { code } } }
      return (await node.ask('debug_traceCall', [{ to }, 'latest', config])).result
    }
    const outside = { blockHash: null, blockNumber: 0, transactionHash: null }
    expect(await flat({})).toMatchObject([
      {
        ...outside,
        transactionPosition: 0,
        error: 'execution reverted',
        result: { output: slot },
        subtraces: 0,
      },
    ])
    expect(await flat({ convertParityErrors: true, includePrecompiles: true })).toMatchObject([
      { error: 'Reverted', subtraces: 1 },
      { action: { callType: 'staticcall', to: `0x${'4'.padStart(40, '0')}` }, traceAddress: [0] },
    ])
  })

  test('steps have return data only after a call that returned some', async () => {
    const { structLogs } = Object(await trace(change, { enableReturnData: true }))
    expect(structLogs.length).toBeGreaterThan(0)
    expect(structLogs.filter((step: object) => 'returnData' in step)).toEqual([])
  })

  test('an unknown tracer is rejected', async () => {
    const { error } = await node.ask('debug_traceTransaction', [change, { tracer: 'noSuch' }])
    expect(error).toBeDefined()
  })
})

test('blocks are traced by number and as bytes', async () => {
  const { blockNumber } = await node.reader.getTransactionReceipt({ hash: change })
  const height = `0x${blockNumber.toString(16)}`
  const config = { tracer: 'callTracer' }
  const byNumber = await node.ask('debug_traceBlockByNumber', [height, config])
  expect(byNumber.result).toMatchObject([{ txHash: change, result: { type: 'CALL' } }])
  const raw = await node.ask('debug_getRawBlock', [height])
  expect((await node.ask('debug_traceBlock', [raw.result, config])).result).toEqual(byNumber.result)
  const { hash } = await node.reader.getBlock({ blockNumber })
  const roots = await node.ask('debug_intermediateRoots', [hash])
  expect(roots.result).toEqual([expect.stringMatching(/^0x[\da-f]{64}$/)])
})
