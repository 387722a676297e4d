import { createServer, type IncomingHttpHeaders } from 'node:http'
import type { AddressInfo } from 'node:net'
import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { temporaryFolder } from '../../temporary-folder.ts'
import { sum } from '../p-chain/wallet.ts'
import { issueSigned, onP } from '../world/world.ts'
import { someone as anyone } from '../x-chain/wallet.ts'
import { devRpc, first, second, someone, type BlockJson } from './rpc.ts'

type Chain = Awaited<ReturnType<typeof devRpc>>

const token = '0x00000000000000000000000000000000000000aa'
/** Returns the slot of 32 bytes of input. With 64 bytes, stores the second word in the slot of the first, and logs it. */
const code = '0x602036146017576020355f35556020355f5260205fa0005b5f35545f5260205ff3'
const word = (value: number): string => value.toString(16).padStart(64, '0')

async function original(): Promise<Chain> {
  const chain = await devRpc()
  await chain.result('anvil_setCode', token, code)
  await chain.result('anvil_setStorageAt', token, '0x1', `0x${word(7)}`)
  await chain.result('anvil_setStorageAt', token, '0x2', `0x${word(9)}`)
  await chain.result('anvil_setBalance', someone, '0x64')
  await chain.result('eth_sendTransaction', {
    from: first,
    to: token,
    data: `0x${word(3)}${word(5)}`,
  })
  return chain
}

const read = async ({ result }: Chain, slot: number, block: string = 'latest'): Promise<number> =>
  Number(await result('eth_call', { to: token, data: `0x${word(slot)}` }, block))

const write = ({ result }: Chain, slot: number, value: number): Promise<string> =>
  result('eth_sendTransaction', { from: second, to: token, data: `0x${word(slot)}${word(value)}` })

describe('a fork of another node', () => {
  test('reads the state of the other chain, and changes its own', async () => {
    const remote = await original()
    const height = await remote.result('eth_blockNumber')
    const fork = await devRpc({ forkUrl: remote.url })
    expect(await fork.result('eth_blockNumber')).toBe(height)
    expect(await fork.result('eth_getCode', token, 'latest')).toBe(code)
    expect(await fork.result('eth_getBalance', someone, 'latest')).toBe('0x64')
    expect([await read(fork, 1), await read(fork, 2), await read(fork, 3)]).toEqual([7, 9, 5])
    expect(await read(fork, 8)).toBe(0)
    await write(fork, 1, 0)
    await write(fork, 4, 6)
    await fork.result('eth_sendTransaction', { from: second, to: someone, value: '0x1' })
    expect([await read(fork, 1), await read(fork, 2), await read(fork, 4)]).toEqual([0, 9, 6])
    expect(await fork.result('eth_getBalance', someone, 'latest')).toBe('0x65')
    expect([await read(remote, 1), await read(remote, 4)]).toEqual([7, 0])
    // What the other chain does later is not seen.
    await write(remote, 2, 1)
    await remote.result('anvil_setBalance', '0x00000000000000000000000000000000000000dd', '0x1')
    expect(await read(fork, 2)).toBe(9)
  })

  test('has the blocks, transactions, logs and earlier states of the other chain', async () => {
    const remote = await original()
    const last = await remote.result<BlockJson>('eth_getBlockByNumber', 'latest', true)
    const { hash } = last.transactions[0] as { readonly hash: string }
    const older = await remote.result<BlockJson>('eth_getBlockByNumber', '0x1', false)
    const fork = await devRpc({ forkUrl: remote.url })
    await remote.result('eth_sendTransaction', { from: first, to: someone, value: '0x1' })
    const later = await remote.result<BlockJson>('eth_getBlockByNumber', 'latest', false)
    const asked = [
      ['eth_getBlockByNumber', last.number, true],
      ['eth_getHeaderByNumber', last.number],
      ['eth_getBlockByNumber', 'earliest', false],
      ['eth_getBlockByHash', last.hash, true],
      ['eth_getTransactionByHash', hash],
      ['eth_getTransactionReceipt', hash],
      ['eth_getBlockReceipts', last.number],
      ['eth_getTransactionByBlockNumberAndIndex', last.number, '0x0'],
      ['eth_getBalance', first, '0x1'],
      ['eth_getTransactionCount', first, '0x1'],
      ['eth_call', { to: token, data: `0x${word(3)}` }, '0x1'],
      ['eth_getLogs', { fromBlock: '0x0', toBlock: last.number }],
      ['eth_getLogs', { blockHash: last.hash }],
      ['eth_getLogs', { blockHash: older.hash }],
      ['eth_getBalance', first, { blockHash: older.hash }],
      ['eth_getBlockReceipts', older.hash],
    ] as const
    const latest = await fork.result<unknown>('eth_getBlockByNumber', 'latest', true)
    expect(latest).toEqual(last)
    for (const [method, ...params] of asked) {
      const own = await fork.result<unknown>(method, ...params)
      expect(own, method).toEqual(await remote.result<unknown>(method, ...params))
    }
    for (const [method, ...params] of [
      ['eth_getBlockByHash', later.hash, false],
      ['eth_getTransactionReceipt', later.transactions[0]],
      ['eth_getTransactionReceipt', `0x${word(1)}`],
      ['eth_getBlockByNumber', later.number, false],
    ] as const)
      expect(await fork.result(method, ...params), method).toBe(null)
    await write(fork, 5, 5)
    const next = await fork.result<BlockJson & { parentHash: string }>(
      'eth_getBlockByNumber',
      'latest',
      false,
    )
    expect([next.number, next.parentHash]).toEqual([later.number, last.hash])
    const logs = await fork.result<{ readonly data: string }[]>('eth_getLogs', { fromBlock: '0x0' })
    expect(logs.map(({ data }) => Number(data))).toEqual([5, 5])
    expect(await fork.result('eth_getLogs', {})).toHaveLength(1)
    // BLOCKHASH of the forked block and of the block before it.
    const parent = (height: number): string => `0x${(Number(next.number) - height).toString(16)}`
    for (const height of [1, 2]) {
      const { hash: own } = await fork.result<BlockJson>(
        'eth_getBlockByNumber',
        parent(height),
        false,
      )
      expect(await fork.opcode(`60${parent(height).slice(2).padStart(2, '0')}40`, 'latest')).toBe(
        BigInt(own),
      )
    }
  })

  test('keeps what was removed and created in it', async () => {
    const remote = await original()
    const fork = await devRpc({ forkUrl: remote.url })
    const mark = await fork.result('evm_snapshot')
    await fork.result('anvil_setCode', token, '0x5fff')
    await write(fork, 1, 1)
    await fork.result('anvil_setBalance', someone, '0x0')
    await fork.result('evm_mine')
    expect(await fork.result('eth_getBalance', someone, 'latest')).toBe('0x0')
    expect(
      await fork.result('eth_getBalance', someone, await remote.result('eth_blockNumber')),
    ).toBe('0x64')
    expect(await fork.result('evm_revert', mark)).toBe(true)
    expect([await read(fork, 1), await fork.result('eth_getBalance', someone, 'latest')]).toEqual([
      7,
      '0x64',
    ])
    // A contract whose slots nobody has to ask for: sstore(0, 1), and no code.
    const created = await fork.result('eth_sendTransaction', {
      from: first,
      data: '0x60015f555f5ff3',
    })
    expect(await fork.result('eth_getTransactionReceipt', created)).toMatchObject({ status: '0x1' })
    await fork.result('anvil_rollback', 1)
    expect(await fork.result('eth_getTransactionReceipt', created)).toBe(null)
    expect(await fork.ask('anvil_rollback', 1)).toMatchObject({ error: { code: -32_000 } })
  })

  test('keeps what was fetched when it is reverted', async () => {
    const remote = await original()
    const fork = await devRpc({ forkUrl: remote.url })
    const snapshot = await fork.result('evm_snapshot')
    expect(await read(fork, 2)).toBe(9)
    await remote.node.close()
    expect(await fork.result('evm_revert', snapshot)).toBe(true)
    expect(await read(fork, 2)).toBe(9)
  })

  test('is dumped without what was fetched, and loaded into the same fork', async () => {
    const remote = await original()
    const fork = await devRpc({ forkUrl: remote.url })
    await write(fork, 1, 3)
    const state = await fork.result('anvil_dumpState')
    const same = await devRpc({ forkUrl: remote.url })
    expect(await same.result('anvil_loadState', state)).toBe(true)
    expect([await read(same, 1), await read(same, 2)]).toEqual([3, 9])
    const { ask } = await devRpc()
    const error = { code: -32_000, data: { reason: 'invalidState' } }
    expect(await ask('anvil_loadState', state)).toMatchObject({ error })
  })

  test('continues after a restart, from the same block only', async () => {
    const remote = await original()
    const options = { memory: false, dataDir: temporaryFolder({}), forkUrl: remote.url } as const
    const { node, ...fork } = await devRpc(options)
    const height = Number(await fork.result('eth_blockNumber'))
    await write({ node, ...fork }, 1, 2)
    await read({ node, ...fork }, 2)
    await node.close()
    await remote.result('evm_mine')
    await remote.result('anvil_setStorageAt', token, '0x2', `0x${word(1)}`)
    const again = await devRpc({ ...options, verify: true })
    expect([await read(again, 1), await read(again, 2)]).toEqual([2, 9])
    await again.node.close()
    const continues = /continues block/
    await expect(devRpc({ ...options, forkBlock: height + 1 })).rejects.toThrow(continues)
    await expect(devRpc({ ...options, forkUrl: undefined })).rejects.toThrow(continues)
    await expect(devRpc({ ...options, forkChainId: 5 })).rejects.toThrow('chain ID 43112')
    await expect(devRpc({ ...options, forkBlock: height, hardfork: 'prague' })).rejects.toThrow(
      /cancun/,
    )
  })

  test('has a chain ID and contracts of its own', async () => {
    const remote = await original()
    const folder = temporaryFolder({
      'hex.txt': '0x6001\n',
      'built.json': JSON.stringify({ deployedBytecode: { object: '0x6002' } }),
      'empty.json': '{"bytecode":"0x6003"}',
    })
    const contract = (name: string, at: string = someone): string => `${at}=${folder}/${name}`
    const options = { forkUrl: remote.url, forkChainId: 77 }
    const predeploys = [contract('hex.txt'), contract('built.json', token)]
    const { ask, result } = await devRpc({ ...options, predeploys })
    expect([await result('eth_chainId'), await result('net_version')]).toEqual(['0x4d', '77'])
    expect(await result('eth_getBalance', someone, 'latest')).toBe('0x64')
    await result('anvil_reset')
    expect(await result('eth_getCode', someone, 'latest')).toBe('0x6001')
    expect(await result('eth_getCode', token, 'latest')).toBe('0x6002')
    const sent = await result('eth_sendTransaction', { from: first, to: second, value: '0x1' })
    expect(await result('eth_getTransactionByHash', sent)).toMatchObject({ chainId: '0x4d' })
    expect(await ask('eth_getCode', token, 'latest')).toHaveProperty('result')
    for (const wrong of ['hex.txt', contract('missing'), contract('empty.json')])
      await expect(devRpc({ predeploys: [wrong] })).rejects.toThrow('--predeploys')
  })

  test('is told, changed and ended by anvil_reset', async () => {
    const remote = await original()
    const fork = await devRpc()
    expect(await fork.result('anvil_nodeInfo')).toMatchObject({ forkConfig: { forkUrl: null } })
    const reset = (...params: readonly unknown[]) => fork.result('hardhat_reset', ...params)
    expect(await reset({ forking: { jsonRpcUrl: remote.url, blockNumber: 1 } })).toBe(true)
    expect(await read(fork, 3)).toBe(0)
    expect(await fork.result('anvil_nodeInfo')).toMatchObject({
      currentBlockNumber: '0x1',
      forkConfig: { forkUrl: new URL(remote.url).origin, forkBlockNumber: 1 },
    })
    expect(await fork.result('hardhat_metadata')).toMatchObject({
      forkedNetwork: { chainId: 43_112, forkBlockNumber: 1 },
    })
    await reset({ forking: { blockNumber: '0x2' } })
    expect(await read(fork, 3)).toBe(5)
    await write(fork, 3, 4)
    await fork.result('anvil_setRpcUrl', remote.url)
    expect(await fork.ask('eth_getProof', token, [], 'latest')).toMatchObject({
      error: { code: -32_000, message: expect.stringContaining('whole state') as unknown },
    })
    expect(await fork.ask('debug_dumpBlock', 'latest')).toMatchObject({ error: { code: -32_000 } })
    await reset()
    expect(await fork.result('eth_getCode', token, 'latest')).toBe('0x')
    expect(await fork.ask('anvil_setRpcUrl', remote.url)).toMatchObject({
      error: { code: -32_000 },
    })
  })
})

/** A node that answers with `respond`, until the test ends. */
async function fakeNode(
  respond: (call: Call, headers: IncomingHttpHeaders) => unknown,
): Promise<string> {
  const server = createServer(async (request, response) => {
    let body = ''
    for await (const chunk of request) body += String(chunk)
    const call = JSON.parse(body) as Call
    const answer = respond(call, request.headers)
    if (answer === undefined) return
    if (typeof answer === 'number')
      return void response.writeHead(answer, { 'retry-after': '0' }).end()
    response.setHeader('content-type', 'application/json')
    response.end(JSON.stringify({ jsonrpc: '2.0', id: call.id, ...(answer as object) }))
  })
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}

interface Call {
  readonly id: number
  readonly method: string
  readonly params?: readonly unknown[]
}

const block = {
  number: '0x10',
  hash: `0x${word(0x77)}`,
  parentHash: `0x${word(0x66)}`,
  miner: someone,
  timestamp: '0x65000000',
  gasLimit: '0x1c9c380',
  baseFeePerGas: '0x3b9aca00',
}

/** Answers like a node whose accounts are all empty. */
const plain: Readonly<Record<string, unknown>> = {
  eth_chainId: '0x1',
  eth_getBlockByNumber: block,
  eth_getBalance: '0x0',
  eth_getTransactionCount: '0x0',
  eth_getCode: '0x',
  eth_getStorageAt: `0x${word(0)}`,
}

test.each(['0x0', '0x10'])('a fork of block %s has about its base fee', async (number) => {
  const GWEI = 1e9
  const forked = { ...block, number, baseFeePerGas: `0x${(5 * GWEI).toString(16)}` }
  const url = await fakeNode(({ method }) => ({
    result: method === 'eth_getBlockByNumber' ? forked : plain[method],
  }))
  const { result } = await devRpc({ forkUrl: url })
  await result('evm_mine')
  const { baseFeePerGas } = await result<typeof block>('eth_getBlockByNumber', 'latest', false)
  expect(Number(baseFeePerGas)).toBeGreaterThan(4 * GWEI)
  expect(Number(baseFeePerGas)).toBeLessThanOrEqual(5 * GWEI)
})

test('a fork has the time of its block, and the other chains go on', async () => {
  const url = await fakeNode(({ method }) => ({ result: plain[method] }))
  const { node, result } = await devRpc({ forkUrl: url })
  const { client } = node
  const start = Number(block.timestamp)
  const isAtStart = async (): Promise<boolean> => {
    await result('evm_mine')
    const { timestamp } = await result<BlockJson>('eth_getBlockByNumber', 'latest', false)
    return Number(timestamp) >= start && Number(timestamp) < start + 100_000
  }
  const owner = anyone(1)
  const pay = async (): Promise<string> => {
    await client.dev.fund({ address: `P-${owner.text.slice(2)}`, amount: 10n ** 12n })
    const output = sum(owner, 10n ** 9n)
    const signed = await onP(client, owner, { kind: 'baseTx' }, [output])
    if (signed === undefined) throw new Error('cannot pay')
    return issueSigned(client, signed)
  }
  expect(await isAtStart()).toBe(true)
  await pay()
  await result('evm_increaseTime', 86_400)
  await result('hardhat_reset', { forking: { jsonRpcUrl: url } })
  expect(await isAtStart()).toBe(true)
  await pay()
  await result('hardhat_reset')
  expect(await isAtStart()).toBe(false)
  await pay()
})

describe('a forked node that fails', () => {
  const failures: readonly (readonly [string, unknown])[] = [
    ['status 500', 500],
    ['an error', { error: { code: -32_000, message: 'missing trie node' } }],
    ['a number', { result: 5 }],
    ['an object', { result: {} }],
    ['null', { result: null }],
    ['a text', { result: 'hello' }],
    ['a value that is too long', { result: `0x${'ff'.repeat(40)}` }],
    ['nothing', {}],
  ]

  test('gives a coded error, and the fork goes on', async () => {
    let failing: unknown
    const asked: string[] = []
    const url = await fakeNode(({ method, params }) => {
      const isWanted = JSON.stringify(params ?? []).includes('dddd')
      if (isWanted) asked.push(method)
      return isWanted && failing !== undefined ? failing : { result: plain[method] }
    })
    const { ask, result } = await devRpc({ forkUrl: url })
    for (const [name, failure] of failures) {
      failing = failure
      const address = `0x${'dd'.repeat(20)}`
      const error = { code: -32_002, message: expect.stringContaining('forked chain') as unknown }
      expect(await ask('eth_getBalance', address, 'latest'), name).toMatchObject({ error })
      expect(await ask('eth_call', { to: address }, 'latest'), name).toMatchObject({ error })
    }
    const sent = { from: first, to: `0x${'dd'.repeat(20)}`, value: '0x1', gas: '0x5208' }
    expect(await ask('eth_sendTransaction', sent)).toMatchObject({ error: { code: -32_002 } })
    failing = undefined
    await result('eth_sendTransaction', { from: first, to: `0x${'dd'.repeat(20)}`, value: '0x1' })
    expect(await result('eth_getBalance', `0x${'dd'.repeat(20)}`, 'latest')).toBe('0x1')
    expect(new Set(asked)).toEqual(
      new Set(['eth_getBalance', 'eth_getTransactionCount', 'eth_getCode']),
    )
  })

  test('holds up a block for a limited time', async () => {
    const contract = `0x${'dd'.repeat(20)}`
    // Reads the slots 1, 2, 3 and so on.
    const endless = '0x5f5b600101805450600156'
    const url = await fakeNode(({ method, params }) => ({
      result: method === 'eth_getCode' && params?.[0] === contract ? endless : plain[method],
    }))
    const { ask, result } = await devRpc({ forkUrl: url })
    const { setTimeout: start } = globalThis
    const shorter = (run: () => void, ms?: number): NodeJS.Timeout =>
      start(run, ms === 30_000 ? 200 : ms)
    vi.spyOn(globalThis, 'setTimeout').mockImplementation(shorter)
    onTestFinished(() => void vi.restoreAllMocks())
    const transaction = { from: first, to: contract, gas: '0xf42400' }
    const message = 'the block reads the forked chain for more than 30 s'
    expect(await ask('eth_sendTransaction', transaction)).toMatchObject({
      error: { code: -32_002, message, data: { reason: 'forkFailed' } },
    })
    await result('eth_sendTransaction', { from: first, to: someone, value: '0x1' })
    expect(await result('eth_getBalance', someone, 'latest')).toBe('0x1')
  })

  test('can have transactions of any type', async () => {
    const hash = `0x${word(0xb10b)}`
    const transaction = {
      type: '0x3',
      hash,
      blockNumber: '0x10',
      nonce: '0x0',
      maxFeePerBlobGas: '0x1',
      blobVersionedHashes: [`0x01${word(1).slice(2)}`],
    }
    const full = { ...block, transactions: [transaction], withdrawals: [{ index: '0x5' }] }
    const url = await fakeNode(({ method, params }) => {
      if (method === 'eth_getTransactionByHash') return { result: transaction }
      return { result: params?.[1] === true ? full : plain[method] }
    })
    const { result } = await devRpc({ forkUrl: url })
    expect(await result('eth_getTransactionByHash', hash)).toEqual(transaction)
    expect(await result('eth_getBlockByNumber', '0x10', true)).toEqual(full)
  })

  test('gets the headers that its provider needs', async () => {
    const url = await fakeNode(({ method }, { 'x-key': key }) =>
      key === 'of: mine' ? { result: plain[method] } : 401,
    )
    const options = { forkUrl: url, forkHeaders: ['X-Key: of: mine'] }
    const { result } = await devRpc(options)
    expect(await result('eth_getBalance', token, 'latest')).toBe('0x0')
    expect(await result('anvil_reset', { forking: { blockNumber: 16 } })).toBe(true)
    expect(await result('eth_getBalance', token, 'latest')).toBe('0x0')
    for (const forkHeaders of [[], ['X-Key'], ['X Key: of: mine'], ['X-Key: \n']])
      await expect(devRpc({ forkUrl: url, forkHeaders })).rejects.toThrow('--fork-url')
  })

  test('is asked again while it is busy', async () => {
    let busy = 2
    const url = await fakeNode(({ method }) =>
      method === 'eth_getCode' && busy-- > 0 ? 429 : { result: plain[method] },
    )
    const { result } = await devRpc({ forkUrl: url })
    expect(await result('eth_getBalance', token, 'latest')).toBe('0x0')
    expect(busy).toBeLessThanOrEqual(0)
  })

  test('ends the start with a sentence', async () => {
    for (const [answers, text] of [
      [{ eth_chainId: 'x' }, /forked chain/],
      [{ eth_getBlockByNumber: null }, /has no block/],
      [{ eth_getBlockByNumber: { ...block, hash: '0x1' } }, /not valid/],
      [{ eth_getBlockByNumber: { ...block, number: '0x11' } }, /not valid/],
    ] as const) {
      const all: typeof plain = { ...plain, ...answers }
      const url = await fakeNode(({ method }) => ({ result: all[method] }))
      await expect(devRpc({ forkUrl: url, forkBlock: 16 })).rejects.toThrow(text)
    }
    await expect(devRpc({ forkUrl: 'ftp://127.0.0.1' })).rejects.toThrow(/http/)
    await expect(devRpc({ forkBlock: 1 })).rejects.toThrow('--fork-block requires --fork-url')
  })
})
