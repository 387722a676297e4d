import { describe, expect, test } from 'vitest'
import { devRpc, first, second, someone, type BlockJson } from './rpc.ts'

const [TIMESTAMP, NUMBER] = ['42', '43']
const transfer = (value: string, from = first) => ({ from, to: someone, value })

describe('the pending block', () => {
  test('has the transactions of the pool, and the state after them', async () => {
    const { result } = await devRpc()
    await result('evm_setAutomine', false)
    const hash = await result('eth_sendTransaction', transfer('0x5'))
    const last = await result<BlockJson>('eth_getBlockByNumber', 'latest', false)
    const pending = await result<BlockJson>('eth_getBlockByNumber', 'pending', false)
    expect(BigInt(pending.number)).toBe(BigInt(last.number) + 1n)
    expect(pending.transactions).toEqual([hash])
    expect(last.transactions).toEqual([])
    expect(await result('eth_getBlockTransactionCountByNumber', 'pending')).toBe('0x1')
    expect(await result('eth_getBalance', someone, 'pending')).toBe('0x5')
    expect(await result('eth_getBalance', someone, { blockNumber: 'pending' })).toBe('0x5')
    expect(await result('eth_getBalance', someone, 'latest')).toBe('0x0')
    expect(await result('eth_getTransactionCount', first, 'pending')).toBe('0x1')
    await result('eth_sendTransaction', transfer('0x2', second))
    expect(await result('eth_getBalance', someone, 'pending')).toBe('0x7')
    await result('anvil_removePoolTransactions', first)
    expect(await result('eth_getBalance', someone, 'pending')).toBe('0x2')
    await result('evm_mine')
    expect(await result('eth_getBalance', someone, 'latest')).toBe('0x2')
    // The states that were built for reading are not in the way of the accepted one.
    await result('evm_mine')
    expect(await result('eth_getBalance', someone, 'latest')).toBe('0x2')
  })

  test('lets estimates and traces see what is pending', async () => {
    const { ask, result } = await devRpc()
    await result('evm_setAutomine', false)
    const poor = { from: someone, to: second, value: '0x5' }
    expect((await ask('eth_estimateGas', poor, 'pending')).error).toBeDefined()
    await result('eth_sendTransaction', transfer('0xde0b6b3a7640000'))
    expect(await result('eth_estimateGas', poor, 'pending')).toBe('0x5208')
    expect(await result('eth_estimateGas', poor)).toBe('0x5208')
    expect((await ask('eth_estimateGas', poor, 'latest')).error).toBeDefined()
    const trace = { tracer: 'callTracer' }
    expect(await result('debug_traceCall', poor, 'pending', trace)).toMatchObject({ value: '0x5' })
    expect(await result('eth_call', poor, 'pending')).toBe('0x')
  })

  test('has the next number and time', async () => {
    const { result, opcode } = await devRpc()
    const last = await result<BlockJson>('eth_getBlockByNumber', 'latest', false)
    const before = BigInt(last.timestamp)
    await result('evm_increaseTime', 1000)
    const moved = (await opcode(TIMESTAMP, 'pending')) - before
    expect(Number(moved)).toBeGreaterThanOrEqual(1000)
    expect(Number(moved)).toBeLessThan(1100)
    expect(await opcode(NUMBER, 'pending')).toBe(BigInt(last.number) + 1n)
    const time = before + 5000n
    await result('evm_setNextBlockTimestamp', `0x${time.toString(16)}`)
    expect(await opcode(TIMESTAMP, 'pending')).toBe(time)
    const pending = await result<BlockJson>('eth_getBlockByNumber', 'pending', false)
    expect(BigInt(pending.timestamp)).toBe(time)
    await result('evm_mine')
    expect(await opcode(TIMESTAMP, 'latest')).toBe(time)
  })

  test('is the state of the last block with --no-dev-pending', async () => {
    const { result } = await devRpc({ devPending: false })
    await result('evm_setAutomine', false)
    await result('eth_sendTransaction', transfer('0x5'))
    expect(await result('eth_getBalance', someone, 'pending')).toBe('0x0')
    const block = await result<BlockJson>('eth_getBlockByNumber', 'pending', false)
    expect(block.transactions).toEqual([])
  })

  test('is read in a worker, too', async () => {
    const { result } = await devRpc()
    await result('evm_setAutomine', false)
    await result('eth_sendTransaction', transfer('0x5'))
    // Loops 65,535 times, then returns the balance of an account: more work than the main thread does.
    const code = `0x61ffff5b600190038060035773${someone.slice(2)}3160005260206000f3`
    const to = '0x00000000000000000000000000000000000000cc'
    const loops = async (block: string): Promise<bigint> =>
      BigInt(await result('eth_call', { to }, block, { [to]: { code } }))
    expect([await loops('pending'), await loops('latest')]).toEqual([5n, 0n])
  })
})
