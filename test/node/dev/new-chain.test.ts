import { privateKeyToAccount } from 'viem/accounts'
import { describe, expect, test } from 'vitest'
import { inBatch, devRpc, first, second, someone, type BlockJson } from './rpc.ts'

/** The second test account. */
const account = privateKeyToAccount(
  '0x59c6995e998f97a5a0044966f0945389dc9e86dae88c7a8412f4603b6b78690d',
)
const GWEI = 10n ** 9n
const hex = (value: bigint | number): string => `0x${value.toString(16)}`
const transfer = (more: object = {}) => ({ from: first, to: someone, value: '0x1', ...more })

async function chain(options: Parameters<typeof devRpc>[0] = {}) {
  const { result, ...rest } = await devRpc(options)
  const last = () =>
    result<BlockJson & { readonly baseFeePerGas: string }>('eth_getBlockByNumber', 'latest', false)
  return {
    ...rest,
    result,
    send: (more?: object) => result('eth_sendTransaction', transfer(more)),
    height: async () => Number(await result('eth_blockNumber')),
    fee: async () => BigInt((await last()).baseFeePerGas),
    time: async () => Number((await last()).timestamp),
    mined: async (hash: string) =>
      (await result<unknown>('eth_getTransactionReceipt', hash)) !== null,
  }
}

describe('transactions that no block can include', () => {
  const gas = hex(21_000)

  test('by their price do not delay a reset, nor do those after them', async () => {
    const { result, send, mined } = await chain()
    await result('hardhat_setNextBlockBaseFeePerGas', hex(50n * GWEI))
    const hashes = [
      await send({ gas, gasPrice: hex(20n * GWEI) }),
      await send({ gas, gasPrice: hex(100n * GWEI) }),
    ]
    expect(await Promise.all(hashes.map(mined))).toEqual([false, false])
    expect(await result('anvil_reset')).toBe(true)
  })

  test('by their gas do not delay a revert, nor do those after them', async () => {
    const { result, send, mined } = await chain()
    const snapshot = await result('evm_snapshot')
    await result('evm_setAutomine', false)
    const large = await send({ gas: hex(1_000_000) })
    await result('evm_setBlockGasLimit', hex(500_000))
    await result('evm_setAutomine', true)
    const hashes = [large, await send({ gas })]
    expect(await Promise.all(hashes.map(mined))).toEqual([false, false])
    expect(await result('evm_revert', snapshot)).toBe(true)
  })
})

test('a transaction after one that a block refuses does not delay a revert', async () => {
  const { url, result } = await chain()
  const snapshot = await result('evm_snapshot')
  // Each transaction can be paid without the others.
  const raws = [6000n, 6000n, 1n].map((ether, nonce) =>
    account.signTransaction({
      chainId: 43_112,
      to: someone,
      nonce,
      value: ether * 10n ** 18n,
      gas: 21_000n,
      gasPrice: 2n * GWEI,
    }),
  )
  const sent = (await Promise.all(raws)).map((raw) => [raw])
  expect(await inBatch(url, 'eth_sendRawTransaction', sent)).toMatchObject([
    { id: 0, result: expect.any(String) },
    { id: 1, error: { code: -32_000 } },
    { id: 2, result: expect.any(String) },
  ])
  expect(await result('txpool_status')).toEqual({ pending: '0x0', queued: '0x1' })
  expect(await result('evm_revert', snapshot)).toBe(true)
})

describe('a new chain', () => {
  test('has low fees, also after a reset', async () => {
    const { result, send, fee, mined } = await chain()
    for (const isReset of [false, true]) {
      if (isReset) await result('anvil_reset')
      expect(await fee()).toBe(GWEI)
      expect(await mined(await send({ gasPrice: hex(2n * GWEI) }))).toBe(true)
    }
  })

  test('accepts a transaction with the gas limit that Hardhat gives it', async () => {
    const { result, send, mined } = await chain()
    for (const isReset of [false, true]) {
      if (isReset) await result('hardhat_reset')
      expect(await mined(await send({ gas: hex(30_000_000) }))).toBe(true)
    }
  })

  test('has low fees when all its blocks are rolled back', async () => {
    const { result, send, fee, height, mined } = await chain()
    await result('anvil_rollback', hex(await height()))
    expect(await height()).toBe(0)
    expect(await mined(await send({ gas: hex(21_000), gasPrice: hex(2n * GWEI) }))).toBe(true)
    expect(await fee()).toBe(GWEI)
  })

  test('mines for each transaction after a reset, impersonates nobody, and has the time of the system', async () => {
    const { ask, result, send, mined, time } = await chain()
    await result('anvil_setIntervalMining', 3600)
    await result('anvil_impersonateAccount', someone)
    await result('anvil_autoImpersonateAccount', true)
    await result('evm_increaseTime', 10_000_000)
    await result('hardhat_reset')
    expect(await result('anvil_getIntervalMining')).toBe(null)
    expect(await result('anvil_getAutomine')).toBe(true)
    expect(await mined(await send())).toBe(true)
    expect(await ask('eth_sendTransaction', transfer({ from: someone }))).toHaveProperty('error')
    expect(await time()).toBeLessThan(Date.now() / 1000 + 100_000)
  })
})

test('a snapshot ends with its chain', async () => {
  const { result, height } = await chain()
  for (const reset of ['anvil_reset', 'hardhat_reset']) {
    const snapshot = await result('evm_snapshot')
    await result('evm_mine')
    await result(reset)
    const start = await height()
    await result('evm_mine')
    expect(await result('evm_revert', snapshot)).toBe(false)
    expect(await height()).toBe(start + 1)
    const later = await result('evm_snapshot')
    await result('evm_mine')
    expect(await result('evm_revert', later)).toBe(true)
    expect(await height()).toBe(start + 1)
  }
})

test('anvil replaces blocks for transactions by those at an interval, and hardhat has both', async () => {
  const { result } = await chain()
  const state = async (): Promise<readonly unknown[]> => [
    await result('anvil_getAutomine'),
    await result('anvil_getIntervalMining'),
  ]
  const steps: readonly (readonly [string, unknown, readonly unknown[]])[] = [
    ['anvil_setIntervalMining', 60, [false, 60]],
    ['anvil_setAutomine', true, [true, null]],
    ['evm_setIntervalMining', 60_000, [true, 60]],
    ['evm_setAutomine', false, [false, 60]],
    ['evm_setAutomine', true, [true, 60]],
    ['anvil_setAutomine', false, [false, 60]],
    ['anvil_setAutomine', true, [true, null]],
    ['evm_setIntervalMining', 60_000, [true, 60]],
    ['anvil_setIntervalMining', 0, [false, null]],
  ]
  for (const [method, param, want] of steps) {
    await result(method, param)
    expect(await state(), `${method} ${String(param)}`).toEqual(want)
  }
})

describe('the time of the next block', () => {
  test('is a second later than that of the last block, and that of the clock', async () => {
    const { node, result, send, time } = await chain()
    const before = await time()
    const times: number[] = []
    for (let at = 0; at < 5; at++) {
      await send()
      times.push(await time())
    }
    expect(new Set([before, ...times]).size).toBe(6)
    expect(times).toEqual(times.toSorted((a, b) => a - b))
    expect(Math.floor((node.dev?.now() ?? 0) / 1000)).toBeGreaterThanOrEqual(await time())
    const last = await time()
    const pending = await result<BlockJson>('eth_getBlockByNumber', 'pending', false)
    expect(Number(pending.timestamp)).toBeGreaterThan(last)
    await result('evm_increaseTime', 1000)
    await result('evm_mine')
    expect((await time()) - last).toBeGreaterThanOrEqual(1000)
  })

  test('is that of the later blocks too, if the clock has passed it', async () => {
    const { result, time } = await chain()
    const before = await time()
    await result('evm_increaseTime', 10_000)
    await result('evm_setNextBlockTimestamp', before + 1)
    await result('evm_mine')
    expect(await time()).toBe(before + 1)
    await result('evm_mine')
    expect(await time()).toBeLessThan(before + 5000)
    const snapshot = await result('evm_snapshot')
    await result('evm_increaseTime', 20_000)
    await result('evm_setNextBlockTimestamp', before + 2)
    await result('evm_mine')
    expect(await time()).toBe(before + 2)
    await result('evm_revert', snapshot)
    await result('evm_mine')
    expect(await time()).toBeLessThan(before + 5000)
    await result('evm_increaseTime', 10_000)
    await result('evm_mine')
    expect(await time()).toBeGreaterThanOrEqual(before + 10_000)
    expect(await time()).toBeLessThan(before + 15_000)
  })

  test('does not make a year of attempts', async () => {
    const { result, send, mined } = await chain()
    await result('anvil_setMinGasPrice', 0)
    const cheap = await send({ gasPrice: '0x1', gas: hex(21_000) })
    expect(await mined(cheap)).toBe(false)
    await result('evm_increaseTime', 365 * 86_400)
    await result('anvil_setMinGasPrice', hex(GWEI))
    await result('hardhat_setNextBlockBaseFeePerGas', hex(50n * GWEI))
    await result('evm_mine')
    const payable = await send({ gas: hex(21_000), from: second, gasPrice: hex(20n * GWEI) })
    expect(await mined(payable)).toBe(false)
    await result('evm_increaseTime', 365 * 86_400)
    expect(await mined(payable)).toBe(true)
  })
})

describe('the base fee of the next block', () => {
  test('can be 0, and stays so', async () => {
    const { result, send, fee, mined } = await chain()
    await result('hardhat_setNextBlockBaseFeePerGas', '0x0')
    await result('anvil_impersonateAccount', someone)
    const free = { from: someone, to: second, value: '0x0', gasPrice: '0x0' }
    for (let at = 0; at < 3; at++) {
      expect(await mined(await send(free))).toBe(true)
      expect(await fee()).toBe(0n)
    }
  })

  test('can be set while a block is built', async () => {
    const { result, send, fee } = await chain()
    const loop = '0x00000000000000000000000000000000000000ab'
    await result('anvil_setCode', loop, '0x5b600056')
    await result('evm_setBlockGasLimit', hex(40_000_000))
    const sent = send({ to: loop, value: '0x0', gas: hex(40_000_000) })
    const isMined = sent.then(() => true)
    const isPending = async (): Promise<boolean> =>
      (await result<{ readonly pending: string }>('txpool_status')).pending !== '0x0'
    while (!(await Promise.race([isMined, isPending()]))) continue
    await result('hardhat_setNextBlockBaseFeePerGas', hex(7n * GWEI))
    await sent
    if ((await fee()) !== 7n * GWEI) await result('evm_mine')
    expect(await fee()).toBe(7n * GWEI)
  })
})

test('blocks that are read do not displace recent ones, which a revert reports', async () => {
  const { result, send } = await chain()
  await result('hardhat_mine', 270)
  const filter = await result('eth_newFilter', {})
  const logger = '0x00000000000000000000000000000000000000ab'
  await result('anvil_setCode', logger, '0x5f5fa0')
  const snapshot = await result('evm_snapshot')
  const hash = await send({ to: logger, value: '0x0' })
  // Reads 270 blocks.
  await result('eth_feeHistory', 270, hex(270), [])
  await result('evm_revert', snapshot)
  expect(await result('eth_getFilterChanges', filter)).toMatchObject([
    { transactionHash: hash, removed: false },
    { transactionHash: hash, removed: true },
  ])
})

test('a block that is due is not built once automatic mining is off', async () => {
  const { result, send } = await chain({ blockTime: 200 })
  const height = await result('eth_blockNumber')
  await send({ gas: hex(21_000) })
  await result('evm_setAutomine', false)
  await send({ gas: hex(21_000) })
  await new Promise((resolve) => setTimeout(resolve, 500))
  expect(await result('eth_blockNumber')).toBe(height)
})

test('more transactions after a gap than a node keeps can wait for the missing one', async () => {
  const { result, send } = await chain()
  const hashes: unknown[] = []
  for (let nonce = 1; nonce <= 70; nonce++)
    hashes.push(await send({ nonce: hex(nonce), gas: hex(21_000) }))
  await send({ nonce: '0x0' })
  expect(await result('eth_getTransactionReceipt', hashes.at(-1))).toMatchObject({ status: '0x1' })
})
