/** How the fee of a transaction follows the load: what transactions consume, and what that costs. */
export interface GasConfig {
  /** Gas per unit of bandwidth, database read, database write and compute. */
  readonly weights: readonly [number, number, number, number]
  readonly maxCapacity: bigint
  readonly maxPerSecond: bigint
  readonly targetPerSecond: bigint
  /** In nNATIVE per unit of gas. */
  readonly minPrice: bigint
  readonly excessConversionConstant: bigint
}

/** Gas that blocks may still use, and how much was used beyond the target. */
export interface GasState {
  readonly capacity: bigint
  readonly excess: bigint
}

const MAX = 2n ** 64n - 1n

/** `minPrice * e^(excess / constant)` in integers: node-facts 5.4. At most 2^64-1. */
export function priceOf(minPrice: bigint, excess: bigint, constant: bigint): bigint {
  const limit = MAX * constant
  let sum = 0n
  let term = minPrice * constant
  for (let index = 1n; term > 0n; index++) {
    sum += term
    if (sum >= limit) return MAX
    term = (term * excess) / constant / index
  }
  return sum / constant
}

/** Price of a unit of gas. */
export function gasPrice(config: GasConfig, { excess }: GasState): bigint {
  return priceOf(config.minPrice, excess, config.excessConversionConstant)
}

/** The state after seconds without a transaction. */
export function advanceGas(config: GasConfig, state: GasState, seconds: bigint): GasState {
  const capacity = state.capacity + seconds * config.maxPerSecond
  const excess = state.excess - seconds * config.targetPerSecond
  return {
    capacity: capacity < config.maxCapacity ? capacity : config.maxCapacity,
    excess: excess > 0n ? excess : 0n,
  }
}

/** The state after a block that used gas; undefined if there is not enough capacity. */
export function consumeGas({ capacity, excess }: GasState, gas: bigint): GasState | undefined {
  if (gas > capacity) return undefined
  const sum = excess + gas
  return { capacity: capacity - gas, excess: sum < MAX ? sum : MAX }
}
