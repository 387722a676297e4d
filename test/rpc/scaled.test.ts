import { scaled } from '@rpcloom/rpc/formats'
import fc from 'fast-check'
import { expect, test } from 'vitest'

const bitcoin = scaled(8)
/** All satoshi that can exist. */
const all = 2_100_000_000_000_000n

/** Returns satoshi as decimal text of bitcoins, from the digits alone. */
function textOf(units: bigint): string {
  const digits = String(units < 0n ? -units : units).padStart(9, '0')
  return `${units < 0n ? '-' : ''}${digits.slice(0, -8)}.${digits.slice(-8)}`
}

function expectExact(units: bigint): void {
  const sent = JSON.stringify(bitcoin.encode(units))
  expect(bitcoin.decode(JSON.parse(sent) as number)).toBe(units)
  // The number that a server writes with all decimal digits is the same double.
  expect(bitcoin.decode(Number(textOf(units)))).toBe(units)
  expect(Number(textOf(units))).toBe(bitcoin.encode(units))
}

test('amounts of up to 21 million bitcoins are exact in both directions', () => {
  fc.assert(
    fc.property(fc.bigInt({ min: -all, max: all }), (units) => expectExact(units)),
    { seed: 20261129, numRuns: 2000 },
  )
  const powers = Array.from({ length: 51 }, (_, bit) => 2n ** BigInt(bit))
  const tens = Array.from({ length: 16 }, (_, digits) => 10n ** BigInt(digits))
  const edges = [0n, all, ...powers, ...tens].flatMap((one) => [one - 1n, one, one + 1n])
  for (const units of edges.filter((one) => one <= all)) expectExact(units)
})

test.each([[0.000000001], [0.123456789], [Number.NaN], [Infinity], [3e7], [-3e7]])(
  'the number %d is refused',
  (number) => {
    expect(() => bitcoin.decode(number)).toThrow(RangeError)
  },
)

test('units beyond the exact range, and values that are no bigint, are refused', () => {
  expect(() => bitcoin.encode(2n ** 51n + 1n)).toThrow(RangeError)
  expect(() => bitcoin.encode(-(2n ** 51n) - 1n)).toThrow(RangeError)
  expect(() => bitcoin.encode(5 as never)).toThrow(RangeError)
  expect(bitcoin.decode(-0)).toBe(0n)
})

test('integers beyond 2^53 keep their digits', () => {
  expect(scaled(0).decode(2n ** 40n)).toBe(2n ** 40n)
  expect(() => scaled(0).decode(2n ** 60n)).toThrow(RangeError)
})
