import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { hashMessage, hexToBigInt, recoverAddress, type Hex } from 'viem'
import { funded, running, type Running } from './running.ts'

// Requests as wallets and tools send them, with the results and errors of geth.

let node: Running
beforeAll(async () => {
  node = await running({ dev: true })
})
afterAll(() => node.close())

const from = funded.address
const to = '0x00000000000000000000000000000000000000aa'
const contract = '0x00000000000000000000000000000000000000cc'
const withCode = (code: string) => ({ [contract]: { code } })

async function result(method: string, ...params: readonly unknown[]): Promise<unknown> {
  const reply = await node.ask(method, params)
  expect(reply.error, method).toBeUndefined()
  return reply.result
}

async function refused(method: string, ...params: readonly unknown[]) {
  const { error } = await node.ask(method, params)
  return [error?.code, error?.message] as const
}

describe('a request with a tip alone', () => {
  const request = { from, to, value: '0x1', maxPriorityFeePerGas: '0x1' }

  test('is filled with a fee cap and sent', async () => {
    const filled = await result('eth_fillTransaction', request)
    expect(filled).toMatchObject({ tx: { maxPriorityFeePerGas: '0x1', gas: '0x5208' } })
    expect(await result('eth_sendTransaction', request)).toMatch(/^0x[\da-f]{64}$/)
  })

  test('is refused by an estimate, in which the fee cap is 0, like a tip above the fee cap', async () => {
    const text = /max priority fee per gas higher than max fee per gas/
    for (const fees of [{}, { maxFeePerGas: '0x0' }]) {
      const [code, message] = await refused('eth_estimateGas', { ...request, ...fees })
      expect(code).toBe(-32_000)
      expect(message).toMatch(text)
    }
  })
})

describe('a member that a transaction cannot have', () => {
  test.each([
    ['nonce', '0x10000000000000000', -32_602, /nonce/],
    ['gas', '0x10000000000000000', -32_602, /gas/],
    ['nonce', '0xffffffffffffffff', -32_000, /nonce has max value/],
    [
      'data',
      `0x${'00'.repeat(49_153)}`,
      -32_000,
      /max initcode size exceeded: code size 49153, limit 49152/,
    ],
  ])('%s %s is refused with %i', async (name, value, wanted, text) => {
    const receiver = name === 'data' ? {} : { to }
    const request = { from, ...receiver, gas: '0xe00000', [name]: value }
    for (const method of ['eth_sendTransaction', 'eth_fillTransaction']) {
      const [code, message] = await refused(method, request)
      expect([method, code]).toEqual([method, wanted])
      expect(message).toMatch(text)
    }
  })

  test('a price times gas above 2^256 is refused', async () => {
    const request = { from, to, gas: '0xffffffff', maxFeePerGas: `0x${'f'.repeat(64)}` }
    expect((await refused('eth_fillTransaction', request))[0]).toBe(-32_000)
  })
})

describe('overrides', () => {
  test('of the block, in eth_estimateGas', async () => {
    // Stops if the time is at least 0x7fffffff, and reverts otherwise.
    const code = withCode('0x637ffffffe4211600f5760006000fd5b00')
    const late = { time: '0x7fffffff' }
    const estimate = (...more: readonly unknown[]) =>
      node.ask('eth_estimateGas', [{ from, to: contract }, 'latest', code, ...more])
    expect((await estimate()).error?.code).toBe(3)
    expect(hexToBigInt((await estimate(late)).result as Hex)).toBeGreaterThan(21_000n)
  })

  test('of accounts, in eth_createAccessList', async () => {
    const poor = '0x00000000000000000000000000000000000000ab'
    const request = { from: poor, to: contract, value: '0x1' }
    expect((await refused('eth_createAccessList', request, 'latest'))[0]).toBe(-32_000)
    const overrides = { ...withCode('0x60005400'), [poor]: { balance: '0x2' } }
    expect(await result('eth_createAccessList', request, 'latest', overrides)).toMatchObject({
      accessList: [{ address: contract, storageKeys: [`0x${'00'.repeat(32)}`] }],
    })
  })
})

describe('a call at pending', () => {
  test('runs at the current time, and at latest at the time of the last block', async () => {
    const time = async (block: string) => {
      const code = withCode('0x4260005260206000f3')
      return hexToBigInt((await result('eth_call', { to: contract }, block, code)) as Hex)
    }
    const latest = await time('latest')
    expect(await time('pending')).toBeGreaterThan(latest)
    await result('evm_increaseTime', 1000)
    expect(await time('latest')).toBe(latest)
    expect(await time('pending')).toBeGreaterThanOrEqual(latest + 1000n)
  })
})

describe('the STOP after the last instruction', () => {
  const steps = async (code: string, config = {}) => {
    const traced = await result('debug_traceCall', { to: contract }, 'latest', {
      ...config,
      stateOverrides: { ...withCode(code), [to]: { code: '0x60ff' } },
    })
    const { structLogs } = traced as { readonly structLogs: readonly Record<string, unknown>[] }
    return structLogs.map(({ pc, op, depth, gasCost }) => [pc, op, depth, gasCost])
  }

  test('is a step', async () => {
    expect(await steps('0x6001')).toEqual([
      [0, 'PUSH1', 1, 3],
      [2, 'STOP', 1, 0],
    ])
  })

  test('is a step of a called contract, before the next one of its caller', async () => {
    const called = await steps(`0x6000600060006000600073${to.slice(2)}5af1`)
    expect(called.slice(-4).map(([pc, op, depth]) => [pc, op, depth])).toEqual([
      [32, 'CALL', 1],
      [0, 'PUSH1', 2],
      [2, 'STOP', 2],
      [33, 'STOP', 1],
    ])
  })

  test.each([
    ['an explicit STOP', '0x600100', ['PUSH1', 'STOP']],
    ['RETURN', '0x60006000f3', ['PUSH1', 'PUSH1', 'RETURN']],
    ['REVERT', '0x60006000fd', ['PUSH1', 'PUSH1', 'REVERT']],
    ['a failure', '0x01', ['ADD']],
    ['no code', '0x', []],
  ])('is not added after %s', async (_, code, ops) => {
    expect((await steps(code)).map(([, op]) => op)).toEqual(ops)
  })

  test('counts for the limit of steps', async () => {
    expect(await steps('0x6001', { limit: 1 })).toHaveLength(1)
  })
})

describe('errors', () => {
  test.each(['0xzz', `0x${'00'.repeat(33)}`])(
    'a storage key %s is an invalid param',
    async (key) => {
      const [code, message] = await refused('eth_getStorageAt', from, key, 'latest')
      expect(code).toBe(-32_602)
      expect(message).toMatch(/^unable to decode storage key/)
      expect((await refused('eth_getProof', from, [key], 'latest'))[0]).toBe(-32_602)
      expect((await refused('eth_getStorageValues', { [from]: [key] }, 'latest'))[0]).toBe(-32_602)
    },
  )

  test('an address of storage values is checked', async () => {
    expect((await refused('eth_getStorageValues', { '0x12': ['0x0'] }, 'latest'))[0]).toBe(-32_602)
  })

  test.each(['eth_getLogs', 'eth_newFilter'])(
    '%s with a block hash and a range',
    async (method) => {
      const blockHash = `0x${'11'.repeat(32)}`
      const text = 'cannot specify both BlockHash and FromBlock/ToBlock, choose one or the other'
      for (const range of [{ fromBlock: '0x0' }, { toBlock: 'latest' }])
        expect(await refused(method, { blockHash, ...range })).toEqual([-32_602, text])
      const [, message] = await refused(method, { blockHash, fromBlock: null })
      expect(message).not.toBe(text)
    },
  )

  test('more topics than a log can have', async () => {
    const five = Array.from({ length: 5 }, () => null)
    expect(await refused('eth_getLogs', { topics: five })).toEqual([-32_602, 'exceed max topics'])
    const many = Array.from({ length: 1001 }, () => `0x${'11'.repeat(32)}`)
    expect(await refused('eth_getLogs', { topics: [many] })).toEqual([-32_602, 'exceed max topics'])
  })

  test('more percentiles than 100', async () => {
    const many = Array.from({ length: 101 }, (_, at) => at / 2)
    const text = 'invalid reward percentile: over the query limit 100'
    expect(await refused('eth_feeHistory', '0x1', 'latest', many)).toEqual([-32_000, text])
  })
})

describe('the account of development mode', () => {
  test('signs with personal_sign, with an empty passphrase and without one', async () => {
    for (const passphrase of [[''], []]) {
      const signature = await result('personal_sign', '0xdead', from, ...passphrase)
      const hash = hashMessage({ raw: '0xdead' })
      expect(await recoverAddress({ hash, signature: signature as Hex })).toBe(from)
    }
    expect((await refused('personal_sign', '0xdead', from, 'wrong'))[0]).toBe(-32_000)
  })

  test('signs with the address first, if only that is an account', async () => {
    const signer = async (message: Hex, ...params: readonly string[]): Promise<string> => {
      const signature = (await result('personal_sign', ...params)) as Hex
      return recoverAddress({ hash: hashMessage({ raw: message }), signature })
    }
    expect(await signer('0xdead', from, '0xdead')).toBe(from)
    expect(await signer(to, from, to)).toBe(from)
    expect(await signer(to, to, from, '')).toBe(from)
    // Both are accounts: the message is the first param.
    const [, other] = (await result('eth_accounts')) as readonly Hex[]
    expect((await signer(from, from, String(other))).toLowerCase()).toBe(other)
    expect((await refused('personal_sign', to, '0xdead'))[0]).toBe(-32_602)
    expect((await refused('personal_sign', '0xdead', to))[0]).toBe(-32_000)
  })
})

test('an authorization list, which the C-Chain does not support, is refused instead of ignored', async () => {
  const signature = { chainId: '0x0', nonce: '0x0', yParity: '0x0', r: '0x1', s: '0x1' }
  const request = { from, to, authorizationList: [{ ...signature, address: to }] }
  for (const method of ['eth_call', 'eth_estimateGas', 'eth_createAccessList', 'debug_traceCall']) {
    const [code, message] = await refused(method, request, 'latest')
    expect([method, code]).toEqual([method, -32_000])
    expect(message).toMatch(/transaction type not supported: setcode tx/)
  }
})

describe('a filter by two topics', () => {
  const [first, second] = [`0x${'a1'.repeat(32)}`, `0x${'b2'.repeat(32)}`]
  let block: unknown

  beforeAll(async () => {
    // Init codes that emit a log with one topic, and a log with two.
    const one = `0x7f${first.slice(2)}60006000a100`
    const two = `0x7f${second.slice(2)}7f${first.slice(2)}60006000a200`
    for (const data of [one, two]) {
      const hash = await result('eth_sendTransaction', { from, data, gas: '0x186a0' })
      const receipt = await result('eth_getTransactionReceipt', hash)
      expect(receipt).toMatchObject({ status: '0x1' })
      block ??= (receipt as { readonly blockNumber: string }).blockNumber
    }
  })

  test.each([
    ['any second topic', [first, null], 1],
    ['an empty list at the second', [first, []], 1],
    ['the first alone', [first], 2],
    ['any first topic', [null], 2],
    ['two of any value', [null, null], 1],
    ['the second topic', [null, second], 1],
  ])('with %s matches only logs that have as many', async (_, topics, count) => {
    const logs = await result('eth_getLogs', { fromBlock: block, topics })
    expect(logs).toHaveLength(count)
  })
})
