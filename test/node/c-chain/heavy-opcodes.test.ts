import { Hardfork, Mainnet, createCustomCommon } from '@ethereumjs/common'
import { createEVM, getActivePrecompiles } from '@ethereumjs/evm'
import { describe, expect, onTestFinished, test } from 'vitest'
import { modexp } from '../../../packages/node/src/c-chain/engine/precompiles/modexp.ts'
import { running } from './running.ts'

// One opcode can run for minutes within the gas limit: none of them blocks the node.

const common = createCustomCommon({ chainId: 1, name: 'c-chain' }, Mainnet, {
  hardfork: Hardfork.Cancun,
})
const evm = await createEVM({ common })
const hex = (text: string): Uint8Array => new Uint8Array(Buffer.from(text, 'hex'))
const word = (value: number | bigint): string => value.toString(16).padStart(64, '0')

/** Returns the results of our precompiled contract and of the library's for the same input. */
async function both(
  data: Uint8Array,
  { gasLimit = 50_000_000n, fork = 'cancun' }: { gasLimit?: bigint; fork?: Hardfork } = {},
): Promise<readonly unknown[]> {
  const rules = common.copy()
  rules.setHardfork(fork)
  const input = { data, gasLimit, common: rules, _EVM: evm }
  const library = getActivePrecompiles(rules).get('05'.padStart(40, '0'))
  if (library === undefined) throw new Error('no contract')
  const results = [await modexp(input), await library(input)]
  return results.map((result) => ({
    gas: result?.executionGasUsed,
    failed: result?.exceptionError !== undefined,
    returned: Buffer.from(result?.returnValue ?? []).toString('hex'),
  }))
}

const modexpOf = (base: string, exponent: string, modulus: string): Uint8Array =>
  hex(
    [base, exponent, modulus].map((each) => word(each.length / 2)).join('') +
      base +
      exponent +
      modulus,
  )

const numbers = [
  '',
  '00',
  '01',
  '02',
  'ff',
  '0003',
  'ff'.repeat(8),
  `00${'ab'.repeat(31)}`,
  'c5'.repeat(33),
  '91'.repeat(100),
]

describe('modexp', () => {
  const forks = [Hardfork.Byzantium, Hardfork.Berlin, Hardfork.Osaka]
  test.each(forks)('has the result and the cost of the library in %s', async (fork) => {
    for (const base of numbers)
      for (const exponent of numbers)
        for (const modulus of numbers) {
          const [ours, theirs] = await both(modexpOf(base, exponent, modulus), { fork })
          expect([base, exponent, modulus, ours]).toEqual([base, exponent, modulus, theirs])
        }
  })

  test.each([
    ['nothing', ''],
    ['lengths without numbers', word(1) + word(40) + word(32)],
    ['a number that ends early', `${word(2) + word(2) + word(32)}0505ff`],
    ['a base longer than any', 'ff'.repeat(96)],
    ['an exponent longer than any', word(1) + 'ff'.repeat(32) + word(1)],
    ['no base and no modulus', word(0) + word(3) + word(0)],
  ])('handles %s like the library', async (_, input) => {
    const [ours, theirs] = await both(hex(input))
    expect(ours).toEqual(theirs)
  })

  test('rejects input that the gas does not cover', async () => {
    const input = modexpOf('05'.repeat(200), 'ff'.repeat(200), '07'.repeat(200))
    const [ours, theirs] = await both(input, { gasLimit: 1000n })
    expect(ours).toEqual(theirs)
    expect(ours).toMatchObject({ failed: true, gas: 1000n })
  })
})

const gas = '0x2faf080'
const self = '0x00000000000000000000000000000000000c0de0'
const contract = (number: number, data: string): readonly unknown[] => [
  { to: `0x${number.toString(16).padStart(40, '0')}`, data: `0x${data}`, gas },
  'latest',
]
const code = (unit: string, count: number): readonly unknown[] => [
  { to: self, gas },
  'latest',
  { [self]: { code: `0x${unit.repeat(count)}` } },
]
/** Calls a long code whose first opcode is a jump, with 10 gas each time. */
const failingJumps: readonly unknown[] = [
  { to: self, gas: '0x186a0' },
  'latest',
  {
    [self]: { code: '0x5b5f5f5f5f61c0d1600afa505f56' },
    '0x000000000000000000000000000000000000c0d1': { code: `0x56${'5b'.repeat(115_000)}` },
  },
]
const PAIR = `${word(1)}${word(2)}198e9393920d483a7260bfb731fb5d25f1aa493335a9e71297e485b7aef312c21800deef121f1e76426a00665e5c4479674322d4f75edadd46debd5cd992f6ed090689d0585ff075ec9e99ad690c3395bc4b313370b38ef355acdadcd122975b12c85ea5db8c6deb4aab71808dcb408fe3d1e7690c43d37b4ce6cc0166fa7daa`

test.each([
  ['an exponent of 500 kB', contract(5, word(8) + word(500_000) + word(8) + 'ff'.repeat(500_016))],
  ['3,000,000 rounds', contract(9, `002dc6c0${'11'.repeat(208)}01`)],
  ['120 pairs', contract(8, PAIR.repeat(120))],
  // PUSH3 4000000, PUSH0, PUSH0, CALLDATACOPY and CODECOPY; EXTCODECOPY of ADDRESS.
  ['calldata copied into 4 MB', code('623d09005f5f37', 40)],
  ['code copied into 4 MB', code('623d09005f5f39', 40)],
  ['code of an account copied into 4 MB', code('623d09005f5f303c', 40)],
  ['hashes of 4 MB', code('623d09005f2050', 26)],
  ['jumps in a long code that fail', failingJumps],
])('%s do not block the node', { timeout: 60_000 }, async (_, params) => {
  const node = await running({})
  onTestFinished(() => node.close())
  await node.ask('eth_callDetailed', code('5b', 10))
  let [longest, last] = [0, performance.now()]
  const timer = setInterval(() => {
    const now = performance.now()
    longest = Math.max(longest, now - last)
    last = now
  }, 5)
  const { result } = await node.ask('eth_callDetailed', params)
  clearInterval(timer)
  expect(result).toMatchObject({ gas: expect.any(Number) })
  expect(longest).toBeLessThan(1000)
})
