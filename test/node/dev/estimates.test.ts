import { describe, expect, test } from 'vitest'
import { devRpc, first, second, type BlockJson } from './rpc.ts'

const contract = '0x00000000000000000000000000000000000000aa'
/** Reads the gas that is left. */
const observing = '5a50'

const codes: Readonly<Record<string, string>> = {
  'does nothing': '00',
  'stores two words': '60015f55600160015500',
  // Needs 2,300 gas that it does not use.
  'stores what was there': '5f545f5500',
  'clears a slot': '5f60025500',
  'grows memory and hashes it': '600161ffff526201000060002000',
  'logs a word': '60205f5fa000',
  'calls itself, and needs a success': '3615600657005b5f5f60015f5f305af16016575f5ffd5b00',
  'creates a contract': '5f5f5ff000',
}

test.each(Object.entries(codes))('code that %s gets as much gas as it needs', async (_, code) => {
  const { ask, result } = await devRpc()
  // Code before a jump would move its target.
  for (const own of code.includes('57') ? [code] : [code, observing + code]) {
    await result('anvil_setCode', contract, `0x${own}`)
    await result('anvil_setStorageAt', contract, '0x2', `0x${'1'.padStart(64, '0')}`)
    const call = { from: first, to: contract }
    const estimate = Number(await result('eth_estimateGas', call))
    const succeeds = async (gas: number): Promise<boolean> => {
      const { error } = await ask('eth_call', { ...call, gas: `0x${gas.toString(16)}` }, 'latest')
      return error === undefined
    }
    expect(await succeeds(estimate)).toBe(true)
    // geth stops its search at 1.5 %.
    if (estimate > 21_000) expect(await succeeds(Math.floor(estimate * 0.98))).toBe(false)
  }
})

describe('an estimate without a block runs in the next one', () => {
  const call = { from: first, to: contract }

  test('has its number', async () => {
    const { ask, result } = await devRpc()
    // Stores the number of the block, and fails if it is that of the last call.
    await result('anvil_setCode', contract, '0x5f544314600b57435f55005b5f5ffd')
    const height = Number(await result('eth_blockNumber'))
    for (const blocks of [1, 2, 3]) {
      await result('eth_estimateGas', call)
      expect(await result('eth_createAccessList', call)).not.toHaveProperty('error')
      await result('eth_sendTransaction', call)
      const block = await result<BlockJson>('eth_getBlockByNumber', 'latest', false)
      expect([Number(block.number), block.transactions]).toEqual([
        height + blocks,
        [expect.any(String)],
      ])
    }
    // The last block is the one of the last call.
    expect(await ask('eth_estimateGas', call, 'latest')).toHaveProperty('error')
    expect(await ask('eth_call', call)).toHaveProperty('error')
  })

  test('has its gas limit, also in a worker', async () => {
    const { ask, result } = await devRpc()
    // Loops 60,000 times.
    await result('anvil_setCode', contract, '0x6200ea605b600190038060045700')
    await result('evm_setBlockGasLimit', '0xf4240')
    await result('evm_mine')
    expect(await ask('eth_estimateGas', call)).toHaveProperty('error')
    await result('evm_setBlockGasLimit', '0x1e8480')
    expect(Number(await result('eth_estimateGas', call))).toBeGreaterThan(1_500_000)
    const hash = await result('eth_sendTransaction', call)
    expect(await result('eth_getTransactionReceipt', hash)).toMatchObject({ status: '0x1' })
  })

  test('has its base fee, coinbase and randomness', async () => {
    const { ask, result } = await devRpc()
    await result('hardhat_setNextBlockBaseFeePerGas', '0x1')
    await result('eth_sendTransaction', { from: first, to: second, gasPrice: '0x1' })
    await result('hardhat_setNextBlockBaseFeePerGas', '0x2540be400')
    const cheap = { from: first, to: second, gasPrice: '0x3b9aca00' }
    expect(await ask('eth_estimateGas', cheap)).toHaveProperty('error')
    expect(await ask('eth_estimateGas', cheap, 'latest')).not.toHaveProperty('error')
    await result('hardhat_setCoinbase', second)
    await result('hardhat_setPrevRandao', `0x${'2a'.padStart(64, '0')}`)
    // Fails unless the coinbase and the randomness are those of the next block.
    const code = `0x4173${second.slice(2)}1444602a1416602257`.concat('5f5ffd5b00')
    await result('anvil_setCode', contract, code)
    expect(await ask('eth_estimateGas', call)).not.toHaveProperty('error')
    expect(await ask('eth_estimateGas', call, 'latest')).toHaveProperty('error')
    // What the request overrides is not that of the next block.
    const overrides = { coinbase: first }
    expect(await ask('eth_estimateGas', call, undefined, {}, overrides)).toHaveProperty('error')
  })
})
