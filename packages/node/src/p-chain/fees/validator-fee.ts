import { priceOf } from './gas.ts'

export interface ValidatorFeeConfig {
  /** Maximum number of active L1 validators. */
  readonly capacity: bigint
  readonly target: bigint
  /** Minimum fee of an active L1 validator, in nNATIVE per second. */
  readonly minPrice: bigint
  readonly excessConversionConstant: bigint
}

/**
 * `active` is the number of active L1 validators. `excess` accumulates, for every second, the
 * number of active validators minus the target, and is never below 0.
 */
export interface ValidatorFeeState {
  readonly active: bigint
  readonly excess: bigint
}

export function validatorPrice(
  { minPrice, excessConversionConstant }: ValidatorFeeConfig,
  excess: bigint,
): bigint {
  return priceOf(minPrice, excess, excessConversionConstant)
}

/** Returns the excess after a number of seconds; never below 0. */
export function advanceExcess(
  { target }: ValidatorFeeConfig,
  { active, excess }: ValidatorFeeState,
  seconds: bigint,
): bigint {
  const next = excess + (active - target) * seconds
  return next > 0n ? next : 0n
}

/** Returns the total fee of an active L1 validator for a number of seconds. */
export function costOf(
  config: ValidatorFeeConfig,
  state: ValidatorFeeState,
  seconds: bigint,
): bigint {
  if (state.active === config.target) return seconds * validatorPrice(config, state.excess)
  let { excess } = state
  let cost = 0n
  for (let left = seconds; left > 0n; left--) {
    excess = advanceExcess(config, { active: state.active, excess }, 1n)
    // The excess reaches 0 only below the target. The excess then stays 0, and the price stays at
    // the minimum.
    if (excess === 0n) return cost + left * config.minPrice
    cost += validatorPrice(config, excess)
  }
  return cost
}

/**
 * Returns the seconds (at least 1) until the fee has used up a balance. Undefined if the balance
 * lasts longer than `most` seconds.
 */
export function secondsUntilSpent(
  config: ValidatorFeeConfig,
  state: ValidatorFeeState,
  balance: bigint,
  most: bigint,
): bigint | undefined {
  const within = (seconds: bigint): bigint | undefined => (seconds <= most ? seconds : undefined)
  if (balance <= 0n) return within(1n)
  if (state.active === config.target)
    return within(ceilDivide(balance, validatorPrice(config, state.excess)))
  let { excess } = state
  let left = balance
  for (let seconds = 0n; seconds < most;) {
    excess = advanceExcess(config, { active: state.active, excess }, 1n)
    if (excess === 0n) return within(seconds + ceilDivide(left, config.minPrice))
    left -= validatorPrice(config, excess)
    seconds++
    if (left <= 0n) return seconds
  }
  return undefined
}

function ceilDivide(a: bigint, b: bigint): bigint {
  return (a + b - 1n) / b
}
