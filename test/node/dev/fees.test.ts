import { describe, expect, test } from 'vitest'
import { devRpc, first, someone } from './rpc.ts'

const GWEI = 10n ** 9n
const hex = (value: bigint | number): string => `0x${value.toString(16)}`
const burner = '0x00000000000000000000000000000000000000ab'
const transfer = (more: object = {}) => ({ from: first, to: someone, value: '0x1', ...more })

async function chain(options: Parameters<typeof devRpc>[0] = {}) {
  const { result, ask } = await devRpc(options)
  return {
    ask,
    result,
    fee: async () =>
      BigInt(
        (await result<{ readonly baseFeePerGas: string }>('eth_getBlockByNumber', 'latest', false))
          .baseFeePerGas,
      ),
    /** Returns the base fee of the next block, as methods report it. */
    quoted: async () => {
      const { baseFeePerGas } = await result<{ readonly baseFeePerGas: readonly string[] }>(
        'eth_feeHistory',
        1,
        'latest',
        [],
      )
      const quoted = [
        baseFeePerGas.at(-1),
        await result('eth_baseFee'),
        await result('eth_gasPrice'),
      ]
      return quoted.map((wei) => BigInt(wei ?? 0))
    },
    /** Builds blocks whose gas is all used, as fast as possible. */
    async fill(blocks: number) {
      await result('anvil_setCode', burner, '0xfe')
      const full = { from: first, to: burner, gas: hex(30_000_000) }
      for (let at = 0; at < blocks; at++) await result('eth_sendTransaction', full)
    },
  }
}

describe('the base fee of a development chain', () => {
  test('does not rise by full blocks, however quickly they are built', async () => {
    const { result, fee, quoted, fill } = await chain()
    await fill(50)
    expect(await fee()).toBe(GWEI)
    expect(await quoted()).toEqual([GWEI, GWEI, GWEI])
    expect(await result('eth_maxPriorityFeePerGas')).toBe('0x0')
    await result('eth_sendTransaction', transfer({ gasPrice: hex(GWEI) }))
    expect(await fee()).toBe(GWEI)
  })

  test('falls with each block after one that was set', async () => {
    const { result, fee, quoted, fill } = await chain()
    await result('hardhat_setNextBlockBaseFeePerGas', hex(36n * GWEI))
    expect(await quoted()).toEqual([36n * GWEI, 36n * GWEI, 36n * GWEI])
    await fill(1)
    expect(await fee()).toBe(36n * GWEI)
    expect(await quoted()).toEqual([35n * GWEI, 35n * GWEI, 35n * GWEI])
    await fill(1)
    expect(await fee()).toBe(35n * GWEI)
  })

  test('is the one of the settings, if they have one', async () => {
    const { result, fee, quoted } = await chain({ fixedBaseFee: 3n * GWEI })
    await result('evm_mine')
    expect(await fee()).toBe(3n * GWEI)
    expect(await quoted()).toEqual([3n * GWEI, 3n * GWEI, 3n * GWEI])
  })

  test('is that of the next block in estimates, also when all blocks are rolled back', async () => {
    const { result, fee, quoted } = await chain()
    const cheap = transfer({ maxFeePerGas: hex(2n * GWEI), maxPriorityFeePerGas: '0x1' })
    await result('anvil_rollback', '0x1')
    expect(await result('eth_blockNumber')).toBe('0x0')
    expect(await quoted()).toEqual([GWEI, GWEI, GWEI])
    expect(await result('eth_estimateGas', cheap)).toBe('0x5208')
    const snapshot = await result('evm_snapshot')
    await result('eth_sendTransaction', cheap)
    await result('evm_revert', snapshot)
    expect(await result('eth_estimateGas', cheap)).toBe('0x5208')
    await result('eth_sendTransaction', cheap)
    expect(await fee()).toBe(GWEI)
  })
})
