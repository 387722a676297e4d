import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { encodeFunctionData, type Address, type Hash } from 'viem'
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
      logs: [{ address, data: five, position: '0x0' }],
    })
    expect(await trace(creation, { tracer: 'callTracer' })).toMatchObject({
      type: 'CREATE',
      to: address,
    })
  })

  test('prestateTracer shows what was there, or what changed', async () => {
    const before = (await trace(change, { tracer: 'prestateTracer' })) as Record<string, object>
    expect(before[address]).toMatchObject({ nonce: 1, storage: { [slot]: slot } })
    const difference = await trace(change, {
      tracer: 'prestateTracer',
      tracerConfig: { diffMode: true },
    })
    expect(difference).toMatchObject({ post: { [address]: { storage: { [slot]: five } } } })
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

  test('without a tracer every step is shown', async () => {
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

  test('a call that reverts is traced with its reason, and changes nothing', async () => {
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

  test('an unknown tracer is refused', async () => {
    const { error } = await node.ask('debug_traceTransaction', [change, { tracer: 'noSuch' }])
    expect(error).toBeDefined()
  })
})

test('blocks are traced, and their bytes lead back to them', async () => {
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
