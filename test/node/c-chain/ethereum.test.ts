import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import type { Block } from '@ethereumjs/block'
import {
  concatHex,
  fromRlp,
  getAddress,
  keccak256,
  numberToHex,
  sha256,
  sliceHex,
  toRlp,
} from 'viem'
import { chainId, ethereumChain, hashOf, receiver, type EthereumChain } from './ethereum-chain.ts'
import { temporaryFolder } from '../../temporary-folder.ts'
import { hex } from './hex.ts'
import { funded, running, type Running } from './running.ts'

let chain: EthereumChain
let node: Running

beforeAll(async () => {
  chain = await ethereumChain()
  node = await running({ evmGenesis: chain.genesisFile, importBlocks: chain.chainFile })
})

afterAll(async () => {
  await node.close()
  chain.remove()
})

const head = (): Block => {
  const block = chain.blocks.at(-1)
  if (block === undefined) throw new Error('no block')
  return block
}
const gwei = 10n ** 9n
const quantity = (value: bigint): string => `0x${value.toString(16)}`

describe('an imported chain', () => {
  test('has the blocks of every fork', async () => {
    for (const block of chain.blocks) {
      const { result } = await node.ask('eth_getBlockByNumber', [
        quantity(block.header.number),
        false,
      ])
      expect(result).toMatchObject({
        hash: hashOf(block),
        size: quantity(BigInt(block.serialize().length)),
      })
    }
  })

  test('returns errors with the codes of the reference client and without additional data', async () => {
    const hash = `0x${'00'.repeat(31)}01`
    const cases: readonly [string, readonly unknown[], number][] = [
      ['eth_getBalance', [funded.address, '0x99'], -32_000],
      ['eth_getBalance', ['0x12', 'latest'], -32_602],
      ['eth_getStorageAt', [funded.address, '0xasdf', 'latest'], -32_602],
      ['eth_getStorageAt', [funded.address, `0x${'0'.repeat(65)}`, 'latest'], -32_602],
      ['eth_getStorageValues', [{}, 'latest'], -32_602],
      ['eth_getLogs', [{ fromBlock: '0x2', toBlock: '0x99' }], -32_602],
      ['eth_getLogs', [{ fromBlock: '0x99', toBlock: '0x9a' }], -32_602],
      ['eth_getLogs', [{ fromBlock: '0x99', toBlock: 'latest' }], -32_602],
      ['eth_getLogs', [{ fromBlock: '0x4', toBlock: '0x3', address: null, topics: null }], -32_602],
      ['eth_getLogs', [{ blockHash: hash, fromBlock: '0x3' }], -32_602],
      ['debug_getRawTransaction', ['10'.repeat(32)], -32_602],
      ['debug_getRawReceipts', ['2'], -32_602],
      ['debug_traceBlockByNumber', ['0x0'], -32_000],
      ['debug_traceBlockByHash', [hash], -32_000],
      ['debug_traceTransaction', [hash], -32_000],
      ['eth_simulateV1', [{ blockStateCalls: [] }, 'latest'], -32_602],
      ['eth_simulateV1', [{ blockStateCalls: [{}] }, '0x99'], -32_000],
      ['eth_nothing', [], -32_601],
    ]
    for (const [method, params, code] of cases) {
      const { error } = await node.ask(method, params)
      expect(error, `${method} ${JSON.stringify(params)}`).toEqual({
        code,
        message: expect.any(String),
      })
    }
    const { error } = await node.ask('eth_getStorageValues', [{}, 'latest'])
    expect(error?.message).toContain('empty request')
  })

  test('rejects transactions with the messages of the reference client', async () => {
    const { gasLimit } = head().header
    const request = { chainId: Number(chainId), to: funded.address, maxFeePerGas: gwei } as const
    const signed = await funded.signTransaction({ ...request, nonce: 0, gas: gasLimit + 1n })
    expect((await node.ask('eth_sendRawTransaction', [signed])).error).toMatchObject({
      code: -32_000,
      message: `transaction gas limit too high (cap: 16777216, tx: ${gasLimit + 1n})`,
    })
    // Before Osaka, a transaction has no gas limit other than the block's.
    const genesis = JSON.parse(readFileSync(chain.genesisFile, 'utf8')) as { config: object }
    const blocks = Object.keys(genesis.config).filter((name) => name.endsWith('Block'))
    const config = Object.fromEntries([
      ['chainId', Number(chainId)],
      ...blocks.map((name) => [name, 0]),
    ])
    const files = { 'genesis.json': JSON.stringify({ ...genesis, config }) }
    const evmGenesis = join(temporaryFolder(files), 'genesis.json')
    const earlier = await running({ evmGenesis })
    onTestFinished(() => earlier.close())
    expect((await earlier.ask('eth_sendRawTransaction', [signed])).error).toMatchObject({
      code: -32_000,
      message: 'exceeds block gas limit',
    })
    const fields = [chainId, 0, 2, 1, 21_000].map((field) => (field ? numberToHex(field) : '0x'))
    const rest = [funded.address, '0x', '0x', [], '0x', '0x1', '0x1'] as const
    const dear = concatHex(['0x02', toRlp([...fields, ...rest])])
    expect((await node.ask('eth_sendRawTransaction', [dear])).error).toMatchObject({
      code: -32_000,
      message: 'max priority fee per gas higher than max fee per gas',
    })
  })

  // As in the conversations of the Ethereum specification's test suite.
  const [poor, other] = [`0x${'aa'.repeat(20)}`, `0x${'bb'.repeat(20)}`] as const
  const unknown = `0x${'00'.repeat(28)}deadbeef`
  const simulating = (blocks: readonly object[], validation = false): readonly unknown[] => [
    { blockStateCalls: blocks, validation },
    'latest',
  ]
  const pays = { from: poor, to: other, value: '0x3e8' }
  const most = { [poor]: { nonce: '0xffffffffffffffff' } }
  const moving = { [poor]: { movePrecompileToAddress: other } }
  const fortyTwo = { code: '0x602a60005260206000f3' }
  const identity = `0x${'4'.padStart(40, '0')}`
  // The hash of the unsigned legacy transaction: nonce, gas price, gas, receiver, value, data, and an
  // empty signature.
  const refusedHash = keccak256(toRlp(['0x', '0x', '0x5208', other, '0x1', '0x', '0x', '0x', '0x']))
  test.each<readonly [string, readonly unknown[], object]>([
    ['eth_getBlockByNumber', ['0x3e8', true], { result: null }],
    ['eth_getBlockByHash', [unknown, true], { result: null }],
    ['eth_getBlockReceipts', [unknown], { result: null }],
    ['eth_getBlockReceipts', ['0x0'], { result: [] }],
    ['eth_getTransactionByHash', [unknown], { result: null }],
    ['eth_getTransactionReceipt', [unknown], { result: null }],
    ['debug_getRawTransaction', [unknown], { result: null }],
    ['debug_getRawReceipts', ['0x0'], { result: [] }],
    [
      'debug_traceTransaction',
      [unknown],
      { error: { code: -32_000, message: 'transaction not found' } },
    ],
    ['debug_traceBlockByNumber', ['3'], { error: { code: -32_602 } }],
    [
      'debug_traceCall',
      [{ to: other }, '0xfffffffff', {}],
      { error: { code: -32_000, message: 'block #68719476735 not found' } },
    ],
    [
      'debug_traceBlockByNumber',
      ['0xfffffffff'],
      { error: { code: -32_000, message: 'block #68719476735 not found' } },
    ],
    [
      'eth_getLogs',
      [{ fromBlock: '0x99', toBlock: 'latest' }],
      { error: { code: -32_602, message: 'invalid block range params' } },
    ],
    ['eth_call', [{ from: poor, to: other }, 'latest'], { result: '0x' }],
    [
      'eth_createAccessList',
      [{ from: poor, to: other }, 'latest'],
      { result: { accessList: [], gasUsed: '0x5208' } },
    ],
    [
      'eth_createAccessList',
      [{ from: poor, to: other, value: '0x1', gas: '0x5208', gasPrice: '0x0' }, 'latest'],
      {
        error: {
          code: -32_000,
          message: `failed to apply transaction: ${refusedHash} err: insufficient funds for gas * price + value: address ${getAddress(poor)} have 0 want 1`,
        },
      },
    ],
    ['eth_simulateV1', simulating([{ calls: [pays] }]), { error: { code: -38_014 } }],
    [
      'eth_simulateV1',
      simulating([{ blockOverrides: { number: '0x9a' } }, { blockOverrides: { number: '0x90' } }]),
      { error: { code: -38_020, message: 'block numbers must be in order: 144 <= 154' } },
    ],
    [
      'eth_simulateV1',
      simulating([{ blockOverrides: { number: '0x40', time: '0x1' } }]),
      {
        error: {
          code: -38_021,
          message: expect.stringMatching(/^block timestamps must be in order: 1 <= /),
        },
      },
    ],
    [
      'eth_simulateV1',
      simulating([{ stateOverrides: moving }]),
      { error: { code: -32_000, message: `account ${poor} is not a precompile` } },
    ],
    [
      'eth_simulateV1',
      simulating([{ stateOverrides: { [poor]: { MovePrecompileToAddress: other } } }]),
      { error: { code: -32_000, message: `account ${poor} is not a precompile` } },
    ],
    [
      'eth_simulateV1',
      simulating([{ stateOverrides: most, calls: [{ from: poor, to: other }] }], true),
      { error: { code: -32_603 } },
    ],
    [
      'eth_simulateV1',
      simulating([
        {
          stateOverrides: { [other]: { code: '0x60006000fd' } },
          calls: [{ from: poor, to: other }],
        },
      ]),
      {
        result: [{ calls: [{ returnData: '0x', status: '0x0', error: { code: 3, data: '0x' } }] }],
      },
    ],
    [
      'eth_simulateV1',
      simulating([{ calls: [{ from: poor, to: other, nonce: '0x7' }] }], true),
      {
        error: {
          code: -38_011,
          message: `err: nonce too high: address ${getAddress(poor)}, tx: 7 state: 0 (supplied gas 50000000)`,
        },
      },
    ],
    [
      'eth_simulateV1',
      simulating([
        { calls: [{ from: poor, to: other, maxFeePerGas: '0x1', maxPriorityFeePerGas: '0x2' }] },
      ]),
      { error: { code: -32_602 } },
    ],
    [
      'eth_call',
      [{ from: poor, to: other, maxFeePerGas: '0x1', maxPriorityFeePerGas: '0x2' }, 'latest'],
      {
        error: {
          code: -32_000,
          message: `err: max priority fee per gas higher than max fee per gas: address ${getAddress(poor)}, maxPriorityFeePerGas: 2, maxFeePerGas: 1 (supplied gas 50000000)`,
        },
      },
    ],
    ...(
      [
        ['0xzz', 'hex string invalid'],
        [`0x0${'00'.repeat(32)}`, 'hex string too long, want at most 32 bytes'],
      ] as const
    ).map(
      ([key, fault]) =>
        [
          'eth_getStorageAt',
          [other, key, 'latest'],
          { error: { code: -32_602, message: `unable to decode storage key: ${fault}` } },
        ] as const,
    ),
    [
      'eth_estimateGas',
      [{ from: poor, to: other, value: '0x1' }, 'latest'],
      {
        error: {
          code: -32_000,
          message: `failed with 50000000 gas: insufficient funds for gas * price + value: address ${getAddress(poor)} have 0 want 1`,
        },
      },
    ],
    [
      'eth_simulateV1',
      simulating([
        {
          stateOverrides: { [identity]: fortyTwo },
          calls: [{ from: poor, to: identity, input: '0x1234' }],
        },
      ]),
      { result: [{ calls: [{ returnData: `0x${'2a'.padStart(64, '0')}`, status: '0x1' }] }] },
    ],
  ])(
    'has the response forms of the recorded conversations: %s %j',
    async (method, params, reply) => {
      expect(await node.ask(method, params)).toMatchObject(reply)
    },
  )

  // Forks of the test chain: Berlin at block 6, London at 7, Cancun at 11, Prague at 12.
  const typed = 'transaction type not supported'
  const authorization = { chainId: '0x0', address: receiver, nonce: '0x0', yParity: '0x0' }
  const hash = `0x01${'00'.repeat(31)}`
  test.each<readonly [string, object, string, string | undefined]>([
    ['eth_call', { accessList: [] }, '0x5', `err: ${typed}: access list tx`],
    ['eth_call', { accessList: [] }, '0x6', undefined],
    ['eth_estimateGas', { accessList: [] }, '0x5', `failed with 30000000 gas: ${typed}`],
    ['eth_createAccessList', {}, '0x5', `${typed}: access list tx`],
    ['eth_createAccessList', { type: '0x4' }, '0xb', undefined],
    ['eth_call', { maxFeePerGas: '0x0', maxPriorityFeePerGas: '0x0' }, '0x6', 'before London'],
    [
      'eth_estimateGas',
      { maxFeePerGas: '0x1', maxPriorityFeePerGas: '0x1' },
      '0x6',
      'before London',
    ],
    ['eth_call', { gas: '0x5208', gasPrice: '0x3b9aca00' }, '0x6', undefined],
    ['eth_call', { maxFeePerBlobGas: '0x1' }, '0xa', `${typed}: blob tx`],
    ['eth_call', { blobVersionedHashes: [hash] }, '0xa', `${typed}: blob tx`],
    ['eth_call', { maxFeePerBlobGas: '0x1' }, 'latest', undefined],
    [
      'eth_call',
      { authorizationList: [{ ...authorization, r: '0x0', s: '0x0' }] },
      '0xb',
      `${typed}: setcode tx`,
    ],
    ['eth_call', { type: '0x3' }, '0xa', undefined],
    ['eth_call', { type: '0x1' }, '0x5', undefined],
    ['eth_call', { type: '0x7f' }, 'latest', undefined],
  ])('accepts members of calls by fork: %s %j at %s', async (method, members, block, refusal) => {
    const reply = await node.ask(method, [
      { from: funded.address, to: `0x01${'00'.repeat(19)}`, ...members },
      block,
    ])
    if (refusal === undefined) expect(reply).toHaveProperty('result')
    else {
      expect(reply.error).toMatchObject({ code: -32_000 })
      expect(reply.error?.message).toContain(refusal)
    }
  })

  test('traces steps like the reference client, byte for byte', async () => {
    // Stores 5 in slot 1 and returns an empty word.
    const code = '0x600560015560206000f3'
    const { result } = await node.ask('debug_traceCall', [
      { to: receiver },
      'latest',
      { stateOverrides: { [receiver]: { code } }, enableMemory: true },
    ])
    expect(result).toMatchObject({
      returnValue: `0x${'00'.repeat(32)}`,
      structLogs: expect.arrayContaining([
        expect.objectContaining({
          op: 'SSTORE',
          storage: { [`0x${'01'.padStart(64, '0')}`]: `0x${'05'.padStart(64, '0')}` },
        }),
      ]),
    })
  })

  test('returns the base fee of the next block with eth_baseFee', async () => {
    const history = await node.ask('eth_feeHistory', ['0x1', 'latest', []])
    const { baseFeePerGas } = history.result as { readonly baseFeePerGas: readonly string[] }
    const [last, next] = baseFeePerGas
    expect(next).not.toBe(last)
    expect((await node.ask('eth_baseFee')).result).toBe(next)
  })

  test('returns the blob fees of blocks with blobs', async () => {
    const early = await node.ask('eth_feeHistory', ['0x1', '0x7', [95, 99]])
    expect(early.result).toMatchObject({ baseFeePerBlobGas: ['0x0', '0x0'], blobGasUsedRatio: [0] })
    const late = await node.ask('eth_feeHistory', ['0x2', 'latest', []])
    expect(late.result).toMatchObject({
      baseFeePerBlobGas: ['0x1', '0x1', '0x1'],
      blobGasUsedRatio: [0, 0],
    })
    expect((await node.ask('eth_blobBaseFee')).result).toBe('0x1')
  })

  test('describes its forks', async () => {
    const { result } = await node.ask('eth_config')
    expect(result).toMatchObject({
      current: {
        activationTime: 140,
        blobSchedule: { target: 10, max: 15, baseFeeUpdateFraction: 8_346_193 },
        chainId: quantity(chainId),
        precompiles: {
          P256VERIFY: `0x${'100'.padStart(40, '0')}`,
          ECREC: `0x${'1'.padStart(40, '0')}`,
        },
        systemContracts: { DEPOSIT_CONTRACT_ADDRESS: `0x${'00'.repeat(20)}` },
      },
      next: null,
      last: null,
    })
    expect((await node.ask('eth_getChainConfig')).result).toMatchObject({
      londonBlock: 7,
      osakaTime: 130,
    })
    expect((await node.ask('net_version')).result).toBe(String(chainId))
  })

  test('returns its capabilities', async () => {
    const { result } = await node.ask('eth_capabilities')
    const all = { disabled: false, oldestBlock: '0x0' }
    expect(result).toEqual({
      head: { number: quantity(head().header.number), hash: hashOf(head()) },
      state: all,
      tx: all,
      logs: all,
      receipts: all,
      blocks: all,
      stateproofs: all,
    })
    const slot = `0x${'00'.repeat(32)}`
    const values = await node.ask('eth_getStorageValues', [{ [receiver]: ['0x0', slot] }])
    expect(values.result).toEqual({ [receiver]: [slot, slot] })
  })

  test('checks the cell proofs that blobs have since Osaka', async () => {
    // Commitment and proofs of a blob of zeros are the point at infinity.
    const infinity = `0xc0${'00'.repeat(47)}` as const
    const blobVersionedHashes = [concatHex(['0x01', sliceHex(sha256(infinity), 1)])]
    const signed = await funded.signTransaction({
      type: 'eip4844',
      chainId: Number(chainId),
      nonce: 14,
      gas: 21_000n,
      to: receiver,
      maxFeePerGas: 100n * gwei,
      maxPriorityFeePerGas: gwei,
      maxFeePerBlobGas: gwei,
      blobVersionedHashes,
      sidecars: false,
    })
    const withBlob = (first: string, proofs: number): string => {
      const blob = `0x${first}${'00'.repeat(131_071)}` as const
      const cells = Array.from({ length: proofs }, () => infinity)
      const tx = fromRlp(sliceHex(signed, 1))
      return concatHex(['0x03', toRlp([tx, '0x01', [blob], [infinity], cells])])
    }
    for (const refused of [withBlob('01', 128), withBlob('00', 127)]) {
      const { error } = await node.ask('eth_sendRawTransaction', [refused])
      expect(error?.message).toMatch(/KZG|proofs/)
    }
    const { result, error } = await node.ask('eth_sendRawTransaction', [withBlob('00', 128)])
    expect(error).toBeUndefined()
    expect(await node.ask('eth_getTransactionByHash', [result])).toMatchObject({
      result: { blobVersionedHashes, blockHash: null, type: '0x3' },
    })
  })

  test('simulates a block like the library', async () => {
    const { number, timestamp } = head().header
    const call = { from: funded.address, to: receiver, value: '0x7', gas: '0x186a0' }
    const price = { maxFeePerGas: quantity(100n * gwei), maxPriorityFeePerGas: quantity(gwei) }
    const { result } = await node.ask('eth_simulateV1', [
      {
        blockStateCalls: [
          {
            blockOverrides: {
              feeRecipient: `0x${'22'.repeat(20)}`,
              beaconRoot: `0x${'09'.repeat(32)}`,
              withdrawals: [
                { index: '0x1', validatorIndex: '0x1', address: receiver, amount: '0x5' },
              ],
            },
            calls: [{ ...call, ...price }],
          },
        ],
        validation: true,
      },
      'latest',
    ])
    const block = await chain.next(
      {
        type: 2,
        to: receiver,
        value: 7n,
        gasLimit: 100_000n,
        maxFeePerGas: 100n * gwei,
        maxPriorityFeePerGas: gwei,
        chainId,
      },
      {
        coinbase: `0x${'22'.repeat(20)}`,
        timestamp: timestamp + 12n,
        parentBeaconBlockRoot: `0x${'09'.repeat(32)}`,
        withdrawals: [],
      },
    )
    expect(result).toMatchObject([
      {
        number: quantity(number + 1n),
        gasUsed: '0x5208',
        stateRoot: hex(block.header.stateRoot),
        receiptsRoot: hex(block.header.receiptTrie),
        baseFeePerGas: quantity(block.header.baseFeePerGas ?? 0n),
        requestsHash: block.header.requestsHash && hex(block.header.requestsHash),
      },
    ])
  })
})
