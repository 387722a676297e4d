import { describe, expect, test } from 'vitest'
import { devRpc, first, someone } from './rpc.ts'

const word = (value: number): string => `0x${value.toString(16).padStart(64, '0')}`
const [contract, called, empty] = ['cc', 'dd', 'ee'].map((end) => `0x${end.padStart(40, '0')}`) as [
  string,
  string,
  string,
]

describe('erc7562Tracer', () => {
  const push = (address: string): string => `73${address.slice(2)}`
  /** TLOAD and TSTORE of slot 5. */
  const inner = '0x60055c50600160055d00'
  const outer = (gas: string): string =>
    `0x${[
      '60015450', // SLOAD of slot 1
      '6007600255', // SSTORE to slot 2
      `${push(called)}3b50`, // EXTCODESIZE
      `${push(empty)}3b1550`, // EXTCODESIZE and ISZERO
      '602a5f52', // MSTORE of 42
      '60205f2050', // KECCAK256 of it
      '5a50', // GAS
      `5f5f5f5f5f${push(called)}${gas}f150`, // CALL
      '00',
    ].join('')}`
  const traced = async (gas: string, config: object = {}): Promise<unknown> => {
    const { result } = await devRpc()
    const stateOverrides = {
      [contract]: { code: outer(gas), stateDiff: { [word(1)]: word(9) } },
      [called]: { code: inner },
    }
    const tracing = { tracer: 'erc7562Tracer', stateOverrides, ...config }
    return result('debug_traceCall', { to: contract }, 'latest', tracing)
  }
  const none = { reads: {}, writes: {}, transientReads: {}, transientWrites: {} }

  test('reports what bundlers check, as geth does', async () => {
    expect(await traced('5a')).toMatchObject({
      type: 'CALL',
      to: contract,
      accessedSlots: { ...none, reads: { [word(1)]: [word(9)] }, writes: { [word(2)]: 1 } },
      extCodeAccessInfo: [called],
      usedOpcodes: {
        '0x54': 1,
        '0x55': 1,
        '0x3b': 2,
        '0x52': 1,
        '0x20': 1,
        '0x5a': 1,
        '0xf1': 1,
        '0x0': 1,
      },
      contractSize: {
        [called]: { contractSize: 10, opcode: 0x3b },
        [empty]: { contractSize: 0, opcode: 0x3b },
      },
      outOfGas: false,
      keccak: [word(42)],
      calls: [
        {
          to: called,
          accessedSlots: {
            ...none,
            transientReads: { [word(5)]: 1 },
            transientWrites: { [word(5)]: 1 },
          },
          extCodeAccessInfo: [],
          contractSize: {},
          outOfGas: false,
        },
      ],
    })
  })

  test('reports calls without enough gas, and omits given opcodes', async () => {
    const ignoredOpcodes = ['0x54', '0x55', '0x3b', '0x52', '0x20', '0x0', '0x1']
    const trace = await traced('6001', { tracerConfig: { ignoredOpcodes } })
    expect(trace).toMatchObject({ outOfGas: false, calls: [{ outOfGas: true }] })
    const { usedOpcodes } = trace as { readonly usedOpcodes: object }
    expect(usedOpcodes).toMatchObject({ '0x5a': 1, '0xf1': 1, '0x50': 6 })
    expect(Object.keys(usedOpcodes)).not.toContain('0x54')
  })
})

describe('block overrides of calls', () => {
  const all = [
    ['number', '43', { number: '0x64' }, 100n],
    ['time', '42', { time: '0x7fffffff' }, 0x7fffffffn],
    ['gasLimit', '45', { gasLimit: '0x1000' }, 0x1000n],
    ['feeRecipient', '41', { feeRecipient: someone }, 0xbbn],
    ['prevRandao', '44', { prevRandao: word(7) }, 7n],
    ['difficulty', '44', { difficulty: '0x8' }, 8n],
    ['baseFeePerGas', '48', { baseFeePerGas: '0x9' }, 9n],
    ['blobBaseFee', '4a', { blobBaseFee: '0xa' }, 10n],
  ] as const

  test('replace all members that geth replaces', async () => {
    const { ask, result, opcode } = await devRpc()
    for (const [name, code, overrides, value] of all) {
      // Without a price, a call has a base fee of 0.
      if (name !== 'baseFeePerGas')
        expect(await opcode(code, 'latest', overrides), name).toBe(value)
    }
    const call = { from: first, to: contract, gasPrice: '0x9' }
    const run = { [contract]: { code: '0x4860005260206000f3' } }
    const output = await result('eth_call', call, 'latest', run, { baseFeePerGas: '0x9' })
    expect(BigInt(output)).toBe(9n)
    const unsupported = [{ beaconRoot: word(1) }, { withdrawals: [] }]
    for (const overrides of unsupported) {
      const error = { code: -32_000, data: { reason: 'unsupportedOverride' } }
      const blockOverrides = overrides
      for (const [method, ...params] of [
        ['eth_call', { to: someone }, 'latest', {}, overrides],
        ['eth_estimateGas', { to: someone }, 'latest', {}, overrides],
        ['debug_traceCall', { to: someone }, 'latest', { blockOverrides }],
      ] as const)
        expect(await ask(method, ...params), method).toMatchObject({ error })
    }
  })

  test('apply to estimates and traces, and state overrides to access lists', async () => {
    const { result } = await devRpc()
    // Reverts unless the price of blob gas is 10.
    const code = '0x600a4a14600a575f5ffd5b00'
    const run = { [contract]: { code } }
    const blockOverrides = { blobBaseFee: '0xa' }
    const call = { to: contract }
    expect(
      BigInt(await result('eth_estimateGas', call, 'latest', run, blockOverrides)),
    ).toBeGreaterThan(21_000n)
    const config = { tracer: 'callTracer', stateOverrides: run, blockOverrides }
    expect(await result('debug_traceCall', call, 'latest', config)).not.toHaveProperty('error')
    const poor = { from: someone, to: contract, value: '0x1' }
    const state = { [someone]: { balance: '0x1' }, [contract]: { code: '0x5f545000' } }
    expect(await result('eth_createAccessList', poor, 'latest', state)).toMatchObject({
      accessList: [{ address: contract, storageKeys: [word(0)] }],
    })
  })
})
