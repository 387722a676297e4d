import { describe, expect, test } from 'vitest'
import { complexityOf, gasOf } from '../../../packages/node/src/p-chain/fees/complexity.ts'
import {
  advanceGas,
  consumeGas,
  gasPrice,
  priceOf,
} from '../../../packages/node/src/p-chain/fees/gas.ts'
import {
  advanceExcess,
  costOf,
  secondsUntilSpent,
} from '../../../packages/node/src/p-chain/fees/validator-fee.ts'
import { localParams } from '../../../packages/node/src/p-chain/params.ts'
import { rewardOf, splitReward } from '../../../packages/node/src/p-chain/reward.ts'
import { parseTx } from '../../../packages/node/src/p-chain/tx.ts'
import { fromCheckedHex } from '../../../packages/node/src/codec/text.ts'
import { signed } from '../codec/vectors.ts'

const MAX = 2n ** 64n - 1n
const { gas, validatorFee, reward } = localParams

test.each([
  [1n, 0n, 1n, 1n],
  [1n, 1n, 1n, 2n],
  [1n, 2n, 1n, 6n],
  [1n, 10_000n, 10_000n, 2n],
  [10n, 10_000_000n, 1_000_000n, 220_264n],
  [2n ** 32n - 1n, 1n, 1n, 11_674_931_546n],
  [1n, 1_000_000n, 10_000n, MAX],
])('price of %d at excess %d over %d is %d', (min, excess, constant, price) => {
  expect(priceOf(min, excess, constant)).toBe(price)
})

test.each([
  ['pBase', [379, 1, 3, 200], 5179n],
  ['pCreateSubnet', undefined, 5139n],
  ['pImport', undefined, 4135n],
  ['pExportToC', undefined, 5215n],
] as const)('gas of %s', (name, dimensions, units) => {
  const bytes = fromCheckedHex(signed[name].text)
  const complexity = complexityOf(parseTx(bytes).unsigned)
  if (complexity === undefined) throw new Error('no complexity')
  expect(gasOf(gas, complexity)).toBe(units)
  expect(complexity[0]).toBe(bytes.length)
  if (dimensions !== undefined) expect(complexity).toEqual(dimensions)
})

describe('gas', () => {
  test('capacity grows to its limit, and excess falls to 0', () => {
    const state = { capacity: 0n, excess: 120_000n }
    expect(advanceGas(gas, state, 2n)).toEqual({ capacity: 200_000n, excess: 20_000n })
    expect(advanceGas(gas, state, 100n)).toEqual({ capacity: 1_000_000n, excess: 0n })
  })

  test('reduces the capacity and increases the excess', () => {
    const state = { capacity: 10n, excess: MAX - 3n }
    expect(consumeGas(state, 4n)).toEqual({ capacity: 6n, excess: MAX })
    expect(consumeGas(state, 11n)).toBeUndefined()
  })

  test('costs twice as much after 30 seconds at full load', () => {
    const excess = 30n * (gas.maxPerSecond - gas.targetPerSecond)
    expect(gasPrice({ ...gas, minPrice: 1_000n }, { capacity: 0n, excess })).toBe(1999n)
  })
})

describe('the continuous fee', () => {
  const steep = { ...validatorFee, target: 10n, excessConversionConstant: 100n }

  test.each([
    [5n, 0n, 60n, 60n],
    [10n, 300n, 3n, 60n],
  ])('%d active, excess %d', (active, excess, seconds, cost) => {
    expect(costOf(steep, { active, excess }, seconds)).toBe(cost)
  })

  test('is the sum of the prices of the seconds', () => {
    const prices = [20n, 40n, 60n].map((excess) => priceOf(1n, excess, 100n))
    const sum = prices.reduce((a, b) => a + b)
    expect(costOf(steep, { active: 30n, excess: 0n }, 3n)).toBe(sum)
    expect(advanceExcess(steep, { active: 30n, excess: 0n }, 3n)).toBe(60n)
  })

  test('falls to the minimum price', () => {
    const state = { active: 0n, excess: 25n }
    const falling = priceOf(1n, 15n, 100n) + priceOf(1n, 5n, 100n)
    expect(costOf(steep, state, 10n)).toBe(falling + 8n)
    expect(advanceExcess(steep, state, 10n)).toBe(0n)
    const dear = { ...steep, minPrice: 3n }
    expect(costOf(dear, { active: 0n, excess: 0n }, 10n)).toBe(30n)
  })

  test.each([
    [5n, 0n],
    [10n, 300n],
    [30n, 0n],
    [30n, 777n],
    [0n, 95n],
  ])('a balance lasts until the fees use it up: %d active, excess %d', (active, excess) => {
    const state = { active, excess }
    for (const balance of [1n, 2n, 7n, 100n, 12_345n]) {
      const seconds = secondsUntilSpent(steep, state, balance, 10n ** 9n)
      if (seconds === undefined) throw new Error('it lasts for ever')
      expect(costOf(steep, state, seconds)).toBeGreaterThanOrEqual(balance)
      expect(costOf(steep, state, seconds - 1n)).toBeLessThan(balance)
      expect(secondsUntilSpent(steep, state, balance, seconds - 1n)).toBeUndefined()
    }
  })

  test('doubles within a minute at capacity', () => {
    const state = { active: validatorFee.capacity, excess: 0n }
    const excess = advanceExcess(validatorFee, state, 60n)
    expect(priceOf(1_000n, excess, validatorFee.excessConversionConstant)).toBe(2000n)
  })
})

describe('rewards', () => {
  const YEAR = 365n * 86_400n
  test.each([
    [YEAR, 10n ** 15n, 360n * 10n ** 15n, 120n * 10n ** 12n],
    [YEAR, 10n ** 15n, 400n * 10n ** 15n, 96n * 10n ** 12n],
    [YEAR, 2n * 10n ** 15n, 400n * 10n ** 15n, 192n * 10n ** 12n],
    [86_400n, 10n ** 15n, 360n * 10n ** 15n, 274_122_724_713n],
    [86_400n, 10n ** 15n, 400n * 10n ** 15n, 219_298_179_771n],
    [86_400n, 2n * 10n ** 15n, 400n * 10n ** 15n, 438_596_359_542n],
    [YEAR, 10n ** 15n, 720n * 10n ** 15n, 0n],
  ])('%d seconds of %d at a supply of %d', (seconds, stake, supply, want) => {
    expect(rewardOf(reward, { seconds, stake, supply })).toBe(want)
  })

  test('are split by shares, and the validator gets the remainder', () => {
    expect(splitReward(1001n, 20_000)).toEqual({ delegator: 980n, validator: 21n })
    expect(splitReward(1001n, 1_000_000)).toEqual({ delegator: 0n, validator: 1001n })
  })
})
