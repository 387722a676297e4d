import { Hardfork, Mainnet, createCustomCommon } from '@ethereumjs/common'
import { createEVM, getActivePrecompiles, type PrecompileFunc } from '@ethereumjs/evm'
import { bls12_381 } from '@noble/curves/bls12-381.js'
import { describe, expect, onTestFinished, test } from 'vitest'
import {
  blsPairing,
  multiplication,
} from '../../../packages/node/src/c-chain/engine/precompiles/bls12.ts'
import { blake2f } from '../../../packages/node/src/c-chain/engine/precompiles/blake2f.ts'
import { modexp } from '../../../packages/node/src/c-chain/engine/precompiles/modexp.ts'
import { pairing } from '../../../packages/node/src/c-chain/engine/precompiles/pairing.ts'
import { Watch } from '../../../packages/node/src/c-chain/engine/watch.ts'
import { running } from './running.ts'

// One opcode can run for minutes within the gas limit: none of them blocks the node.

const watch = new Watch()
const own: Readonly<Record<string, PrecompileFunc>> = {
  '05': modexp(watch),
  '08': pairing(watch),
  '09': blake2f(watch),
}
const common = createCustomCommon({ chainId: 1, name: 'c-chain' }, Mainnet, {
  hardfork: Hardfork.Cancun,
})
const evm = await createEVM({ common })
const hex = (text: string): Uint8Array => new Uint8Array(Buffer.from(text, 'hex'))
const word = (value: number | bigint): string => value.toString(16).padStart(64, '0')

/** Returns the results of our precompiled contract and of the library's for the same input. */
async function both(
  number: string,
  data: Uint8Array,
  { gasLimit = 50_000_000n, fork = 'cancun' }: { gasLimit?: bigint; fork?: Hardfork } = {},
): Promise<readonly unknown[]> {
  const rules = common.copy()
  rules.setHardfork(fork)
  const input = { data, gasLimit, common: rules, _EVM: evm }
  const library = getActivePrecompiles(rules).get(number.padStart(40, '0'))
  if (library === undefined) throw new Error(`no contract ${number}`)
  const results = [await own[number]?.(input), await library(input)]
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
          const [ours, theirs] = await both('05', modexpOf(base, exponent, modulus), { fork })
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
    const [ours, theirs] = await both('05', hex(input))
    expect(ours).toEqual(theirs)
  })

  test('rejects input that the gas does not cover', async () => {
    const input = modexpOf('05'.repeat(200), 'ff'.repeat(200), '07'.repeat(200))
    const [ours, theirs] = await both('05', input, { gasLimit: 1000n })
    expect(ours).toEqual(theirs)
    expect(ours).toMatchObject({ failed: true, gas: 1000n })
  })
})

describe('blake2f', () => {
  const body = Array.from({ length: 208 }, (_, at) =>
    ((at * 37 + 11) % 256).toString(16).padStart(2, '0'),
  ).join('')
  test.each([
    ...[0, 1, 9, 10, 12, 1025, 20_000].flatMap((rounds) =>
      ['00', '01'].map((final) => [rounds.toString(16).padStart(8, '0') + body + final]),
    ),
    ['0000000c'],
    [`0000000c${body}02`],
    [`ffffffff${body}01`],
  ])('has the result and the cost of the library: %s', async (input) => {
    const [ours, theirs] = await both('09', hex(input))
    expect(ours).toEqual(theirs)
  })
})

describe('pairing', () => {
  const P = 21888242871839275222246405745257275088696311157297823662689037894645226208583n
  const g1 = word(1) + word(2)
  const minus = word(1) + word(P - 2n)
  const g2 = `198e9393920d483a7260bfb731fb5d25f1aa493335a9e71297e485b7aef312c21800deef121f1e76426a00665e5c4479674322d4f75edadd46debd5cd992f6ed090689d0585ff075ec9e99ad690c3395bc4b313370b38ef355acdadcd122975b12c85ea5db8c6deb4aab71808dcb408fe3d1e7690c43d37b4ce6cc0166fa7daa`
  const zero = '00'.repeat(64)
  test.each([
    ['no pair', ''],
    ['a pair', g1 + g2],
    ['a pair and its inverse', g1 + g2 + minus + g2],
    ['three pairs', g1 + g2 + g1 + g2 + minus + g2],
    ['points at infinity', zero + g2 + g1 + zero + zero],
    ['a point that is not on the curve', word(1) + word(3) + g2],
    ['a coordinate beyond the field', word(P + 1n) + word(2) + g2],
    ['a second point that is not on its curve', g1 + g2.slice(0, -2) + 'ab'],
    ['a second point beyond the field', `${g1}${'ff'.repeat(32)}${g2.slice(64)}`],
    ['half a pair', g1],
  ])('of %s has the result of the library', async (_, input) => {
    const [ours, theirs] = await both('08', hex(input))
    expect(ours).toEqual(theirs)
  })
})

describe('operations on BLS12-381', async () => {
  const prague = common.copy()
  prague.setHardfork(Hardfork.Prague)
  const pragueEvm = await createEVM({ common: prague })
  const originals = getActivePrecompiles(prague)
  const original = (number: string): PrecompileFunc => {
    const found = originals.get(number.padStart(40, '0'))
    if (found === undefined) throw new Error(`no contract ${number}`)
    return found
  }
  const mine: Readonly<Record<string, PrecompileFunc>> = {
    '0c': multiplication(watch, original('0c'), 'g1'),
    '0e': multiplication(watch, original('0e'), 'g2'),
    '0f': blsPairing(watch, original('0f')),
  }
  const outcome = async (run: PrecompileFunc | undefined, data: Uint8Array, gasLimit: bigint) => {
    const result = await run?.({ data, gasLimit, common: prague, _EVM: pragueEvm })
    return {
      gas: result?.executionGasUsed,
      failed: result?.exceptionError !== undefined,
      returned: Buffer.from(result?.returnValue ?? []).toString('hex'),
    }
  }
  const wide = (value: bigint): string => value.toString(16).padStart(128, '0')
  const point1 = ({ x, y }: { readonly x: bigint; readonly y: bigint }): string => wide(x) + wide(y)
  const { G1, G2 } = bls12_381
  const one = G1.Point.BASE.toAffine()
  const minusOne = G1.Point.BASE.negate().toAffine()
  const { x, y } = G2.Point.BASE.toAffine()
  const two = [x.c0, x.c1, y.c0, y.c1].map(wide).join('')
  const zero1 = '00'.repeat(128)
  const zero2 = '00'.repeat(256)
  const factor = (value: bigint): string => word(value)
  const off = wide(one.x) + wide(one.y + 1n)
  const beyond = wide(2n ** 381n) + wide(one.y)
  test.each([
    ['0c', 'nothing', ''],
    ['0c', 'a point', point1(one) + factor(7n)],
    ['0c', 'nine points', (point1(one) + factor(2n ** 255n)).repeat(9)],
    ['0c', 'a sum of zero', point1(one) + factor(5n) + point1(minusOne) + factor(5n)],
    ['0c', 'zero', zero1 + factor(3n) + point1(one) + factor(0n)],
    ['0c', 'a point off the curve', (point1(one) + factor(1n)).repeat(5) + off + factor(1n)],
    ['0c', 'a point beyond the field', beyond + factor(1n)],
    ['0c', 'bytes that must be zero', `01${point1(one).slice(2)}${factor(1n)}`],
    ['0c', 'half a point', point1(one)],
    ['0e', 'six points', (two + factor(11n)).repeat(6)],
    ['0e', 'zero', zero2 + factor(3n)],
    ['0e', 'a point off the curve', `${two.slice(0, -2)}00${factor(1n)}`],
    ['0f', 'nothing', ''],
    ['0f', 'a pair', point1(one) + two],
    ['0f', 'a pair and its inverse', point1(one) + two + point1(minusOne) + two],
    ['0f', 'points at infinity', zero1 + two + point1(one) + zero2],
    ['0f', 'a point off the curve', off + two],
    ['0f', 'a point beyond the field', beyond + two],
    ['0f', 'half a pair', point1(one)],
  ])('%s of %s has the result of the library', async (number, _, input) => {
    for (const gasLimit of [50_000_000n, 40_000n]) {
      const theirs = await outcome(original(number), hex(input), gasLimit)
      expect(await outcome(mine[number], hex(input), gasLimit)).toEqual(theirs)
    }
  })

  test.each([
    ['0c', (point1(one) + factor(2n ** 254n)).repeat(400)],
    ['0e', (two + factor(2n ** 254n)).repeat(150)],
    ['0f', (point1(one) + two).repeat(200)],
  ])('%s stops at the time limit, and other tasks run during it', async (number, input) => {
    const limited = new Watch()
    const runs: Readonly<Record<string, PrecompileFunc>> = {
      '0c': multiplication(limited, original('0c'), 'g1'),
      '0e': multiplication(limited, original('0e'), 'g2'),
      '0f': blsPairing(limited, original('0f')),
    }
    let turns = 0
    const timer = setInterval(() => turns++, 1)
    limited.begin({ milliseconds: 300 })
    await expect(outcome(runs[number], hex(input), 50_000_000n)).rejects.toMatchObject({
      error: 'out of gas',
    })
    clearInterval(timer)
    expect(limited.stopped).toBe('time')
    expect(turns).toBeGreaterThan(0)
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
const PAIR = `${word(1)}${word(2)}198e9393920d483a7260bfb731fb5d25f1aa493335a9e71297e485b7aef312c21800deef121f1e76426a00665e5c4479674322d4f75edadd46debd5cd992f6ed090689d0585ff075ec9e99ad690c3395bc4b313370b38ef355acdadcd122975b12c85ea5db8c6deb4aab71808dcb408fe3d1e7690c43d37b4ce6cc0166fa7daa`

test.each([
  ['an exponent of 500 kB', contract(5, word(8) + word(500_000) + word(8) + 'ff'.repeat(500_016))],
  ['8,000,000 rounds', contract(9, `007a1200${'11'.repeat(208)}01`)],
  ['300 pairs', contract(8, PAIR.repeat(300))],
  // PUSH3 4000000, PUSH0, PUSH0, CALLDATACOPY and CODECOPY; EXTCODECOPY of ADDRESS.
  ['calldata copied into 4 MB', code('623d09005f5f37', 40)],
  ['code copied into 4 MB', code('623d09005f5f39', 40)],
  ['code of an account copied into 4 MB', code('623d09005f5f303c', 40)],
  ['hashes of 4 MB', code('623d09005f2050', 26)],
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
