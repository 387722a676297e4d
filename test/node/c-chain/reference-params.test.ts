import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { encodeFunctionData, numberToHex, type Address, type Hash } from 'viem'
import { WebSocket } from 'ws'
import { documents, member, members } from '../../project/openrpc/files.ts'
import { counter, counterAbi } from './contracts.ts'
import { funded, running, type Running } from './running.ts'

// Additional forms of params that the reference client accepts.

let node: Running
let address: Address
/** Two changes of the counter in one block, to 5 and then to 7. */
let changes: readonly Hash[]
let blockHash: Hash
let height: `0x${string}`

const set = (value: bigint): `0x${string}` =>
  encodeFunctionData({ abi: counterAbi, functionName: 'set', args: [value] })
const get = encodeFunctionData({ abi: counterAbi, functionName: 'get' })
const word = (value: number): Hash => `0x${value.toString(16).padStart(64, '0')}`

beforeAll(async () => {
  node = await running({ dev: true })
  const creation = await node.wallet.deployContract({ abi: counterAbi, bytecode: counter })
  const { contractAddress } = await node.reader.waitForTransactionReceipt({ hash: creation })
  if (!contractAddress) throw new Error('nothing was created')
  address = contractAddress
  const nonce = await node.reader.getTransactionCount({ address: funded.address })
  await node.ask('evm_setAutomine', [false])
  const gas = 100_000n
  changes = [
    await node.wallet.sendTransaction({ to: address, data: set(5n), nonce, gas }),
    await node.wallet.sendTransaction({ to: address, data: set(7n), nonce: nonce + 1, gas }),
  ]
  await node.ask('evm_mine')
  await node.ask('evm_setAutomine', [true])
  const block = await node.reader.getBlock()
  expect(block.transactions).toEqual(changes)
  blockHash = block.hash
  height = numberToHex(block.number)
})

afterAll(() => node.close())

const result = async (method: string, ...params: readonly unknown[]): Promise<unknown> => {
  const reply = await node.ask(method, params)
  expect(reply.error, method).toBeUndefined()
  return reply.result
}

/** Returns null for every member of a record in the document. */
function nulls(record: string): Record<string, null> {
  const [, document] = documents.find(([file]) => file === 'c-chain-evm.openrpc.json') ?? []
  const schema = member(member(member(document?.['components'], 'schemas'), record), 'properties')
  const names = members(schema).map(([name]) => name)
  expect(names.length, record).toBeGreaterThan(3)
  return Object.fromEntries(names.map((name) => [name, null]))
}

describe('null is treated like an absent value', () => {
  test.each(['eth_call', 'eth_estimateGas', 'eth_createAccessList', 'debug_traceCall'])(
    'in the call of %s',
    async (method) => {
      const call = { to: address, data: get }
      const extra = method === 'debug_traceCall' ? [{ tracer: 'callTracer' }] : []
      expect(
        await result(method, { ...nulls('CallRequest'), ...call }, 'latest', ...extra),
      ).toEqual(await result(method, call, 'latest', ...extra))
    },
  )

  test('in the call of eth_sendTransaction', async () => {
    await node.ask('hardhat_impersonateAccount', [funded.address])
    const transaction = { ...nulls('CallRequest'), from: funded.address, to: funded.address }
    expect(await result('eth_sendTransaction', transaction)).toMatch(/^0x[\da-f]{64}$/)
  })

  test('in trace options', async () => {
    const config = nulls('TraceConfig')
    expect(await result('debug_traceTransaction', changes[0], config)).toEqual(
      await result('debug_traceTransaction', changes[0], {}),
    )
    const call = [{ to: address, data: get }, 'latest'] as const
    const more = { ...config, stateOverrides: null, blockOverrides: null, txIndex: null }
    expect(await result('debug_traceCall', ...call, more)).toEqual(
      await result('debug_traceCall', ...call, {}),
    )
  })

  const none = { address: null, topics: null, fromBlock: null, toBlock: null, blockHash: null }
  const filters: readonly (readonly [string, () => object, number])[] = [
    ['every member', () => none, 0],
    ['the hash of the block', () => ({ ...none, fromBlock: '0x0', toBlock: 'latest' }), 2],
    ['the range beside a hash', () => ({ ...none, blockHash }), 2],
    ['any topic', () => ({ ...none, fromBlock: height, topics: [null] }), 2],
    ['any topic, in a list', () => ({ ...none, fromBlock: height, topics: [[null]] }), 2],
    ['any topic, after another', () => ({ fromBlock: height, topics: [[word(1), null]] }), 2],
    ['another topic', () => ({ fromBlock: height, topics: [[word(1)]] }), 0],
  ]

  test.each(filters)('in the filter of eth_getLogs: %s', async (_, filter, count) => {
    // The last block, which an omitted range denotes, has no logs.
    await node.wallet.sendTransaction({ to: funded.address })
    expect(await result('eth_getLogs', filter())).toHaveLength(count)
  })

  test('as the first block means the last block', async () => {
    await node.wallet.sendTransaction({ to: funded.address })
    const { error } = await node.ask('eth_getLogs', [{ fromBlock: null, toBlock: height }])
    expect(error?.data).toMatchObject({ reason: 'invalidBlockRange' })
  })

  test('in the filter of eth_newFilter', async () => {
    const id = await result('eth_newFilter', none)
    await node.wallet.sendTransaction({ to: address, data: set(5n) })
    expect(await result('eth_getFilterChanges', id)).toMatchObject([{ address, data: word(5) }])
  })
})

describe('a block by its hash', () => {
  const reads: readonly (readonly [string, () => readonly unknown[]])[] = [
    ['eth_getBalance', () => [funded.address]],
    ['eth_getCode', () => [address]],
    ['eth_getTransactionCount', () => [funded.address]],
    ['eth_getStorageAt', () => [address, '0x0']],
    ['eth_call', () => [{ to: address, data: get }]],
    ['eth_estimateGas', () => [{ to: address, data: get }]],
    ['eth_getProof', () => [address, []]],
    ['eth_getBlockReceipts', () => []],
  ]

  test.each(reads)('%s accepts requireCanonical', async (method, params) => {
    const before = [...params(), height]
    for (const requireCanonical of [true, false, null, undefined]) {
      expect(await result(method, ...params(), { blockHash, requireCanonical })).toEqual(
        await result(method, ...before),
      )
      expect(await result(method, ...params(), { blockNumber: height, requireCanonical })).toEqual(
        await result(method, ...before),
      )
    }
  })

  test('is rejected if no accepted block has it', async () => {
    // Accepted blocks are final, so the node knows no block that is not canonical.
    for (const requireCanonical of [true, false]) {
      const { error } = await node.ask('eth_getBalance', [
        funded.address,
        { blockHash: word(1), requireCanonical },
      ])
      expect(error?.data).toMatchObject({ reason: 'headerNotFound' })
    }
    const { error } = await node.ask('eth_getBalance', [
      funded.address,
      { blockHash, requireCanonical: 'yes' },
    ])
    expect(error?.code).toBe(-32_602)
  })
})

test('the number of blocks of eth_feeHistory is a JSON number, decimal or hex', async () => {
  const hex = await result('eth_feeHistory', '0x2', 'latest', [50])
  expect(hex).toMatchObject({ gasUsedRatio: [expect.any(Number), expect.any(Number)] })
  expect(await result('eth_feeHistory', 2, 'latest', [50])).toEqual(hex)
  expect(await result('eth_feeHistory', '2', 'latest', [50])).toEqual(hex)
  for (const wrong of ['two', -1, 1.5, '']) {
    const { error } = await node.ask('eth_feeHistory', [wrong, 'latest', []])
    expect(error?.code, String(wrong)).toBe(-32_602)
  }
})

describe('debug_traceCall runs before a transaction of the block', () => {
  const seen = async (txIndex: string | null): Promise<unknown> => {
    const config = { tracer: 'callTracer', txIndex }
    return result('debug_traceCall', { to: address, data: get }, blockHash, config)
  }

  test.each([
    ['0x0', 0],
    ['0x1', 5],
    [null, 7],
  ])('%s: %i', async (txIndex, value) => {
    expect(await seen(txIndex)).toMatchObject({ output: word(value) })
  })

  test('applies overrides without changing the state', async () => {
    const override = { [address]: { stateDiff: { [word(0)]: word(9) } } }
    const config = { tracer: 'callTracer', txIndex: '0x1', stateOverrides: override }
    expect(
      await result('debug_traceCall', { to: address, data: get }, blockHash, config),
    ).toMatchObject({ output: word(9) })
    expect(await result('eth_call', { to: address, data: get }, blockHash)).toBe(word(7))
  })

  test.each([
    ['0x2', () => blockHash, 'transactionNotFound'],
    ['0xffffffffffffffff', () => blockHash, 'transactionNotFound'],
    ['0x0', () => '0x0', 'genesisNotTraceable'],
    ['0x0', () => '0x999', 'blockNotFound'],
  ])('is rejected at %s of another block', async (txIndex, block, reason) => {
    const params = [{ to: address, data: get }, block(), { txIndex }]
    const { error } = await node.ask('debug_traceCall', params)
    expect(error?.data).toMatchObject({ reason })
  })
})

describe('tracers', () => {
  test('give the same results in muxTracer as alone', async () => {
    const config = { callTracer: { withLog: true }, prestateTracer: null, flatCallTracer: {} }
    const together = await result('debug_traceTransaction', changes[1], {
      tracer: 'muxTracer',
      tracerConfig: config,
    })
    const alone = await Promise.all(
      Object.entries(config).map(async ([tracer, tracerConfig]) => [
        tracer,
        await result('debug_traceTransaction', changes[1], { tracer, tracerConfig }),
      ]),
    )
    expect(together).toEqual(Object.fromEntries(alone))
  })

  test('give a flat list with the position of each call', async () => {
    const traces = await result('debug_traceBlockByHash', blockHash, { tracer: 'flatCallTracer' })
    expect(traces).toMatchObject(
      changes.map((txHash, transactionPosition) => ({
        txHash,
        result: [
          {
            type: 'call',
            action: { callType: 'call', from: funded.address.toLowerCase(), to: address },
            blockHash,
            blockNumber: Number(height),
            transactionHash: txHash,
            transactionPosition,
            traceAddress: [],
            subtraces: 0,
          },
        ],
      })),
    )
  })

  test('with unknown names are rejected', async () => {
    const config = { tracer: 'muxTracer', tracerConfig: { noSuch: {} } }
    expect((await node.ask('debug_traceTransaction', [changes[0], config])).error).toBeDefined()
  })
})

describe('debug_subscribe', () => {
  test('traces a chain of blocks, one notification for each, and ends', async () => {
    // The first block has no transactions.
    const count = Number(height) - 1
    const config = { tracer: 'callTracer' }
    const notices = await subscription(node.socketUrl, ['traceChain', '0x0', height, config], count)
    expect(notices.map((notice) => Reflect.get(Object(notice), 'block'))).toEqual(
      Array.from({ length: count }, (_, at) => numberToHex(at + 2)),
    )
    expect(notices.at(-1)).toEqual({
      block: height,
      hash: blockHash,
      traces: await result('debug_traceBlockByHash', blockHash, config),
    })
  })

  test('ends with an error when a trace takes longer than its timeout', async () => {
    const params = ['traceChain', '0x0', height, { timeout: '1ns' }]
    expect(await subscription(node.socketUrl, params, 1)).toEqual([
      { code: -32_000, message: 'execution timeout' },
    ])
  })

  test('omits blocks without transactions, except the last', async () => {
    const first = await node.reader.getBlockNumber()
    await node.wallet.sendTransaction({ to: address, data: set(1n) })
    await node.ask('evm_mine')
    await node.ask('evm_mine')
    const [start, end] = [numberToHex(first), numberToHex(first + 3n)]
    const notices = await subscription(node.socketUrl, ['traceChain', start, end], 2)
    expect(notices.map((notice) => Reflect.get(Object(notice), 'block'))).toEqual(
      [first + 1n, first + 3n].map((number) => numberToHex(number)),
    )
  })

  test.each([
    ['height', 'needs to come after start block'],
    ['0x0', 'needs to come after start block'],
    ['0xffffff', 'not found'],
  ])('is rejected if the range ends at %s', async (end, message) => {
    const params = ['traceChain', height, end === 'height' ? height : end]
    await expect(subscription(node.socketUrl, params, 1)).rejects.toThrow(message)
  })

  test('is rejected over HTTP, which has no notifications', async () => {
    const { error } = await node.ask('debug_subscribe', ['traceChain', '0x0', height])
    expect(error?.code).toBeTypeOf('number')
  })
})

/**
 * Subscribes over a WebSocket; resolves with a number of results or errors from notifications of the debug
 * namespace.
 */
async function subscription(
  url: string,
  params: readonly unknown[],
  count: number,
): Promise<readonly unknown[]> {
  const socket = new WebSocket(url)
  try {
    return await new Promise((resolve, reject) => {
      const notices: unknown[] = []
      socket.on('error', reject)
      socket.on('open', () => {
        socket.send(JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'debug_subscribe', params }))
      })
      socket.on('message', (data: Buffer) => {
        const message = JSON.parse(data.toString('utf8')) as Record<string, unknown>
        if ('error' in message) reject(new Error(JSON.stringify(message['error'])))
        if (message['method'] !== 'debug_subscription') return
        const notice = Object(message['params']) as { readonly result?: unknown; error?: unknown }
        notices.push(notice.result ?? notice.error)
        if (notices.length === count) resolve(notices)
      })
    })
  } finally {
    socket.close()
  }
}
