import { once } from 'node:events'
import { getCreate2Address, getCreateAddress, keccak256 } from 'ethers'
import { describe, expect, test } from 'vitest'
import { WebSocket } from 'ws'
import { devRpc, first, second, someone, type BlockJson } from './rpc.ts'

const transfer = (value: string, more: object = {}) => ({
  from: first,
  to: someone,
  value,
  ...more,
})

describe('quantities', () => {
  test('are hex, decimal or JSON numbers', async () => {
    const { result } = await devRpc()
    const cases: readonly (readonly [string, unknown, string])[] = [
      ['anvil_setBalance', '0x0de0b6b3a7640000', '0xde0b6b3a7640000'],
      ['hardhat_setBalance', '0x00', '0x0'],
      ['evm_setAccountBalance', '1000', '0x3e8'],
      ['anvil_addBalance', 7, '0x3ef'],
    ]
    for (const [method, amount, balance] of cases) {
      expect(await result(method, someone, amount)).toBe(true)
      expect(await result('eth_getBalance', someone, 'latest')).toBe(balance)
    }
  })

  test('can have leading zeros where tools send them, but not in the eth namespace', async () => {
    const { ask, result } = await devRpc()
    const height = async (): Promise<number> => Number(await result('eth_blockNumber'))
    const before = await height()
    expect(await result('hardhat_mine', '0x010')).toBe(true)
    expect(await height()).toBe(before + 16)
    await result('evm_mine', { blocks: '0x02' })
    expect(await height()).toBe(before + 18)
    await result('anvil_setNonce', someone, '0x09')
    expect(await result('eth_getTransactionCount', someone, 'latest')).toBe('0x9')
    const error = { code: -32_602 }
    expect(await ask('eth_getBlockByNumber', '0x01', false)).toMatchObject({ error })
    expect(await ask('anvil_setBalance', someone, `0x0${'f'.repeat(64)}`)).toMatchObject({ error })
  })

  test('advance the clock in all forms', async () => {
    const { result } = await devRpc()
    const time = async (): Promise<number> =>
      Number((await result<BlockJson>('eth_getBlockByNumber', 'latest', false)).timestamp)
    let moved = 0
    for (const seconds of ['0xe10', '0x0e10', 3600, '3600']) {
      const before = await time()
      moved += 3600
      expect(Number(await result('evm_increaseTime', seconds))).toBe(moved)
      await result('evm_mine')
      expect(await time()).toBeGreaterThanOrEqual(before + 3600)
    }
  })
})

describe('methods of other development chains', () => {
  test('set the random value of the next block only', async () => {
    const { result, opcode } = await devRpc()
    await result(
      'hardhat_setPrevRandao',
      '0x00000000000000000000000000000000000000000000000000000000000004d2',
    )
    await result('evm_mine')
    const block = await result<BlockJson>('eth_getBlockByNumber', 'latest', false)
    expect(block.difficulty).toBe('0x4d2')
    expect(await opcode('44', 'latest')).toBe(0x4d2n)
    await result('evm_mine')
    expect(await opcode('44', 'latest')).toBe(1n)
  })

  test('are at one path for HTTP and WebSockets', async () => {
    const { url } = await devRpc()
    const socket = new WebSocket(url.replace('http', 'ws'))
    await once(socket, 'open')
    socket.send(JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'anvil_getAutomine', params: [] }))
    const [answer] = (await once(socket, 'message')) as [Buffer]
    expect(JSON.parse(String(answer))).toMatchObject({ result: true })
    socket.close()
  })

  test('report and control when blocks are built', async () => {
    const { result } = await devRpc()
    expect(await result('anvil_getIntervalMining')).toBe(null)
    for (const [method, interval, seconds] of [
      ['anvil_setIntervalMining', 60, 60],
      ['anvil_setIntervalMining', 3600, 3600],
      ['evm_setIntervalMining', 60, 60],
      ['evm_setIntervalMining', 60_000, 60],
    ] as const) {
      await result(method, interval)
      expect(await result('anvil_getIntervalMining'), method).toBe(seconds)
    }
    await result('evm_setIntervalMining', 0)
    expect(await result('anvil_getIntervalMining')).toBe(null)
    await result('miner_stop')
    expect(await result('anvil_getAutomine')).toBe(false)
    expect(await result('eth_mining')).toBe(false)
    await result('eth_sendTransaction', transfer('0x1'))
    await result('miner_start')
    expect(await result('eth_getBalance', someone, 'latest')).toBe('0x1')
    expect(await result('rpc_modules')).toMatchObject({ eth: '1.0', ots: '1.0' })
  })

  test('have the CREATE2 factory at its address, also after a reset', async () => {
    const { result } = await devRpc()
    const factory = '0x4e59b44847b379578588920ca78fbf26c0b4956c'
    const initCode = '6001600c60003960016000f300'
    for (const isReset of [false, true]) {
      if (isReset) await result('anvil_reset')
      const data = `0x${'00'.repeat(32)}${initCode}`
      await result('eth_sendTransaction', { from: first, to: factory, data })
      const address = getCreate2Address(factory, `0x${'00'.repeat(32)}`, keccak256(`0x${initCode}`))
      expect(await result('eth_getCode', address, 'latest')).toBe('0x00')
      expect(await result('eth_getTransactionCount', factory, 'latest')).toBe('0x2')
    }
  })
})

describe('tokens', () => {
  /** Returns the word whose slot is the hash of the arguments, as the mappings of a token do. */
  const token = '0x00000000000000000000000000000000000000aa'
  const code = '0x60043603600460003760043603600020545f5260205ff3'
  const argument = (address: string): string => address.slice(2).padStart(64, '0')

  test('have the balances and allowances that were set', async () => {
    const { ask, result } = await devRpc()
    await result('anvil_setCode', token, code)
    const read = async (data: string): Promise<bigint> =>
      BigInt(await result('eth_call', { to: token, data }))
    await result('anvil_dealERC20', someone, token, '0x3e8')
    expect(await read(`0x70a08231${argument(someone)}`)).toBe(1000n)
    expect(await read(`0x70a08231${argument(first)}`)).toBe(0n)
    await result('anvil_setERC20Allowance', someone, first, token, 7)
    expect(await read(`0xdd62ed3e${argument(someone)}${argument(first)}`)).toBe(7n)
    const error = { code: -32_000, data: { reason: 'slotNotFound' } }
    expect(await ask('anvil_dealERC20', first, second, 1)).toMatchObject({ error })
  })

  test('keep other slots if they already have that balance', async () => {
    const { result } = await devRpc()
    // Reads slot 5, and returns slot 1.
    await result('anvil_setCode', token, '0x6005545060015460005260206000f3')
    const slot = async (at: string): Promise<number> =>
      Number(await result('eth_getStorageAt', token, at, 'latest'))
    await result('anvil_setStorageAt', token, '0x5', `0x${'4d'.padStart(64, '0')}`)
    for (const balance of ['0x64', '0x64', '0x65', '0x65']) {
      expect(await result('anvil_dealERC20', first, token, balance)).toBe(null)
      expect([await slot('0x5'), await slot('0x1')]).toEqual([77, Number(balance)])
    }
  })
})

test('blocks are returned when they are mined', async () => {
  const { ask, result } = await devRpc()
  await result('evm_setAutomine', false)
  await result('eth_sendTransaction', transfer('0x1'))
  const blocks = await result<readonly BlockJson[]>('evm_mine_detailed', { blocks: 2 })
  expect(blocks).toMatchObject([{ transactions: [{ value: '0x1' }] }, { transactions: [] }])
  expect(await result('eth_getBlockByNumber', 'latest', true)).toEqual(blocks[1])
  const error = { code: -32_602 }
  expect(await ask('evm_mine_detailed', { blocks: 1001 })).toMatchObject({ error })
})

test('gas is estimated after the transactions that wait for a block', async () => {
  const { result } = await devRpc()
  await result('evm_setAutomine', false)
  // Deploys code that stores the gas that is left.
  const data = '0x625a5f555f526003601df3'
  await result('eth_sendTransaction', { from: first, data, gas: '0x186a0' })
  const to = getCreateAddress({ from: first, nonce: 0 })
  const hash = await result('eth_sendTransaction', { from: first, to })
  await result('evm_mine')
  expect(await result('eth_getTransactionReceipt', hash)).toMatchObject({ status: '0x1' })
})

describe('removed blocks', () => {
  test('report their logs, also when they are no longer cached', async () => {
    const { result } = await devRpc()
    const filter = await result('eth_newFilter', {})
    const logger = '0x00000000000000000000000000000000000000ab'
    await result('anvil_setCode', logger, '0x5f5fa0')
    const sent = { from: first, to: logger }
    const hashes = [
      await result('eth_sendTransaction', sent),
      await result('eth_sendTransaction', { ...sent, gasPrice: '0x746a528800' }),
    ]
    const receipts = hashes.map((hash) =>
      result<{ readonly logs: readonly object[] }>('eth_getTransactionReceipt', hash),
    )
    const logs = (await Promise.all(receipts)).flatMap((receipt) => receipt.logs)
    await result('hardhat_mine', 300)
    expect(await result('eth_getLogs', { fromBlock: '0x0' })).toEqual(logs)
    await result('anvil_rollback', 302)
    expect(await result('eth_getFilterChanges', filter)).toMatchObject([
      { transactionHash: hashes[0], removed: false },
      { transactionHash: hashes[1], removed: false },
      { transactionHash: hashes[1], removed: true },
      { transactionHash: hashes[0], removed: true },
    ])
  })

  test('are gone, with their transactions and what development methods changed', async () => {
    const { ask, result } = await devRpc()
    await result('eth_sendTransaction', transfer('0x1'))
    const kept = await result<BlockJson>('eth_getBlockByNumber', 'latest', false)
    const hash = await result('eth_sendTransaction', transfer('0x2'))
    await result('anvil_setBalance', second, '0x5')
    await result('evm_mine')
    await result('anvil_rollback', 2)
    const last = await result<BlockJson>('eth_getBlockByNumber', 'latest', false)
    expect(last.hash).toBe(kept.hash)
    expect(await result('eth_getBalance', someone, 'latest')).toBe('0x1')
    expect(await result('eth_getBalance', second, 'latest')).not.toBe('0x5')
    expect(await result('eth_getTransactionReceipt', hash)).toBe(null)
    expect(await result('eth_getTransactionByHash', hash)).toBe(null)
    expect(await result('eth_getTransactionCount', first, 'latest')).toBe('0x1')
    await result('eth_sendTransaction', transfer('0x3'))
    expect(await result('eth_getBalance', someone, 'latest')).toBe('0x4')
    const error = { code: -32_000, data: { reason: 'rollbackRefused' } }
    expect(await ask('anvil_rollback', 100)).toMatchObject({ error })
  })

  test('are replaced by a reorganization', async () => {
    const { ask, result } = await devRpc()
    await result('hardhat_mine', 3)
    const before = await result<BlockJson>('eth_getBlockByNumber', 'latest', false)
    const pairs = [
      [transfer('0x5'), 1],
      [transfer('0x6'), 1],
    ]
    expect(await result('anvil_reorg', 3, pairs)).toBe(true)
    const after = await result<BlockJson>('eth_getBlockByNumber', 'latest', false)
    expect([after.number, after.transactions.length]).toEqual([before.number, 0])
    expect(after.hash).not.toBe(before.hash)
    const middle = `0x${(BigInt(after.number) - 1n).toString(16)}`
    const block = await result<BlockJson>('eth_getBlockByNumber', middle, false)
    expect(block.transactions).toHaveLength(2)
    expect(await result('eth_getBalance', someone, 'latest')).toBe('0xb')
    expect(await result('anvil_getAutomine')).toBe(true)
    const error = { code: -32_602 }
    expect(await ask('anvil_reorg', 1, [[transfer('0x1'), 1]])).toMatchObject({ error })
    expect(await ask('anvil_reorg', 1, [[transfer('0x1'), 0.5]])).toMatchObject({ error })
    // Nothing is replaced if a transaction is invalid.
    expect(await ask('anvil_reorg', 1, [['0xdead', 0]])).toHaveProperty('error')
    expect(await result('eth_getBlockByNumber', 'latest', false)).toEqual(after)
    const both = [result('anvil_reorg', 1, []), result('anvil_reorg', 1, [])]
    expect(await Promise.all(both)).toEqual([true, true])
    expect(await result('anvil_getAutomine')).toBe(true)
  })

  test('do not lose transactions that come during a reorganization', async () => {
    const { result } = await devRpc()
    await result('hardhat_mine', 200)
    const height = async (): Promise<number> => Number(await result('eth_blockNumber'))
    const before = await height()
    const reorg = result('anvil_reorg', 200, [])
    const done = reorg.then(() => before - 1)
    for (let now = before; now >= before;) now = await Promise.race([height(), done])
    const hash = await result('eth_sendTransaction', transfer('0x1'))
    await reorg
    expect(await result('eth_getTransactionReceipt', hash)).toMatchObject({ status: '0x1' })
  })
})
