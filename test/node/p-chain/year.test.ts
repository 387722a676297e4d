import { expect, test } from 'vitest'
import { ZERO_ID } from '../../../packages/node/src/codec/ids.ts'
import { l1Validators, totals } from '../../../packages/node/src/p-chain/state/records.ts'
import { C, funded as me, someone } from '../x-chain/wallet.ts'
import { DAY, params, TestChain } from './chain.ts'
import { converted, manager, validationOf } from './l1.ts'
import {
  auth,
  coinsOf,
  feeOf,
  funded,
  issue,
  owned,
  priceNow,
  signedBy,
  sum,
  testNode,
} from './wallet.ts'

const UNITS = 10n ** 9n
const YEAR = 365n * DAY

/** The reward, implemented independently: the largest integers that satisfy the three divisions. */
function independentReward(stake: bigint, days: bigint, supply: bigint): bigint {
  const [cap, nanoseconds] = [720_000_000n * UNITS, 10n ** 9n]
  const [d, period] = [days * DAY * nanoseconds, YEAR * nanoseconds]
  const numerator = (cap - supply) * (20_000n * d + 100_000n * period) * stake * d
  const first = largest((x) => x * period * 1_000_000n <= numerator)
  const second = largest((x) => x * supply <= first)
  return largest((x) => x * period <= second)
}

/** Returns the largest integer for which a monotonic condition is true, by bisection. */
function largest(holds: (value: bigint) => boolean): bigint {
  let [low, high] = [0n, 1n]
  while (holds(high)) high *= 2n
  while (low + 1n < high) {
    const middle = (low + high) / 2n
    if (holds(middle)) low = middle
    else high = middle
  }
  return low
}

test(
  'a year of staking is rewarded as in an independent computation',
  { timeout: 60_000 },
  async () => {
    const chain = await TestChain.open()
    chain.now += 600n
    let { supply } = await chain.state.totals()
    const owed = new Map<number, bigint>()
    for (let month = 0; month < 12; month++) {
      const days = 15n + 10n * BigInt(month % 4)
      const weight = (2_000n + 137n * BigInt(month)) * UNITS
      const [staker, helper] = [someone(100 + month), someone(200 + month)]
      const { nodeID, signer } = testNode(100 + month)
      await issue(chain, me, {
        kind: 'addPermissionlessValidatorTx',
        validator: { nodeID, start: 0n, end: chain.now + days * DAY, weight },
        subnetID: ZERO_ID,
        signer: { kind: 'proofOfPossession', ...signer },
        stake: [sum(staker, weight)],
        validatorRewardsOwner: owned(staker),
        delegatorRewardsOwner: owned(staker),
        shares: 50_000,
      })
      const reward = independentReward(weight, days, supply)
      supply += reward
      const delegated = 40n * UNITS
      await issue(chain, me, {
        kind: 'addPermissionlessDelegatorTx',
        validator: { nodeID, start: 0n, end: chain.now + 14n * DAY, weight: delegated },
        subnetID: ZERO_ID,
        stake: [sum(helper, delegated)],
        rewardsOwner: owned(helper),
      })
      const second = independentReward(delegated, 14n, supply)
      supply += second
      const kept = (second * 95n) / 100n
      owed.set(200 + month, delegated + kept)
      owed.set(100 + month, weight + reward + (second - kept))
      expect((await chain.state.totals()).supply).toBe(supply)
      for (let day = 0; day < 30; day++) await chain.advance(DAY)
    }
    await chain.advance(60n * DAY)
    for (const [number, amount] of owed) {
      const coins = await coinsOf(chain, someone(number))
      const held = coins.reduce(
        (all, { output }) => all + ('amount' in output ? output.amount : 0n),
        0n,
      )
      expect(held).toBe(amount)
    }
    expect((await chain.state.totals()).supply).toBe(supply)
  },
)

test(
  'fees rise with load and fall again according to the formula',
  { timeout: 60_000 },
  async () => {
    const constant = 400_000n
    const gas = { ...params.gas, excessConversionConstant: constant }
    const chain = await TestChain.open({ params: { ...params, gas } })
    chain.now += 600n
    let excess = 0
    let last = 0n
    for (let second = 0; second < 20; second++) {
      for (let count = 0; count < 25; count++) {
        const coins = await coinsOf(chain, me)
        const price = await priceNow(chain, gas)
        const tx = funded({ kind: 'baseTx' }, coins, me, { price })
        const exact = Math.exp(excess / Number(constant))
        expect(Math.abs(Number(price) - exact)).toBeLessThanOrEqual(1)
        // One unit less than the fee is rejected.
        if (count === 0) {
          const [change] = tx.outputs
          if (change === undefined) throw new Error('no change')
          const outputs = tx.outputs.map((each) =>
            'amount' in each.output
              ? { ...each, output: { ...each.output, amount: each.output.amount + 1n } }
              : each,
          )
          expect(await chain.refusal(signedBy(me, { ...tx, outputs }))).toBe('fundsShort')
        }
        await chain.accept(signedBy(me, tx))
        excess += Number(feeOf(tx, 1n))
        last = price
      }
      chain.now += 1n
      excess = Math.max(0, excess - 50_000)
    }
    expect(last).toBeGreaterThan(5n)
    chain.now += 60n
    expect(await priceNow(chain, gas)).toBe(1n)
  },
)

test('an L1 validator is evicted in the second in which the rising fee has used up its balance', async () => {
  const validatorFee = {
    ...params.validatorFee,
    target: 1n,
    minPrice: 3n,
    excessConversionConstant: 40n,
  }
  const chain = await TestChain.open({ params: { ...params, validatorFee } })
  chain.now += 600n
  const subnetID = await issue(chain, me, { kind: 'createSubnetTx', owner: owned(me) })
  const balances = [50_000n, 900n, 20_000n]
  await issue(chain, me, {
    kind: 'convertSubnetToL1Tx',
    subnetID,
    managerChainID: C,
    managerAddress: manager,
    validators: balances.map((balance, at) => converted(testNode(at + 1), { balance })),
    subnetAuth: auth,
  })
  const from = chain.tip.time
  // Second by second, with the price from the formula.
  const expected = new Map<number, bigint>()
  let [excess, accrued] = [0, 0n]
  for (let second = 1n; expected.size < 3; second++) {
    const active = balances.length - expected.size
    excess = Math.max(0, excess + active - 1)
    accrued += priceAt(excess)
    for (const [at, balance] of balances.entries())
      if (!expected.has(at) && accrued >= balance) expected.set(at, second)
  }
  for (const [at, second] of [...expected].sort(([, a], [, b]) => Number(a - b))) {
    const isActive = async (): Promise<boolean> =>
      ((await l1Validators.get(chain.store, validationOf(subnetID, at)))?.endAccumulatedFee ?? 0n) >
      0n
    chain.now = from + second - 1n
    await chain.wake()
    expect(await isActive()).toBe(true)
    await chain.advance(1n)
    expect(await isActive()).toBe(false)
    expect(chain.tip.time).toBe(from + second)
  }
  expect((await totals.get(chain.store))?.activeL1).toBe(0n)
})

/** 3 e^(excess / 40), computed with the integer series of public nodes. */
function priceAt(excess: number): bigint {
  let [sumOf, term] = [0n, 3n * 40n]
  for (let index = 1n; term > 0n; index++) {
    sumOf += term
    term = (term * BigInt(excess)) / 40n / index
  }
  return sumOf / 40n
}
