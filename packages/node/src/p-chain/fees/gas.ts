import { MAX_U64 } from '../../codec/field.ts'
export interface GasConfig {
  /** Gas per unit of bandwidth, database read, database write and compute. */
  readonly weights: readonly [number, number, number, number]
  readonly maxCapacity: bigint
  readonly maxPerSecond: bigint
  readonly targetPerSecond: bigint
  /** Minimum gas price, in nNATIVE per unit of gas. */
  readonly minPrice: bigint
  readonly excessConversionConstant: bigint
}

/** The remaining gas capacity, and the gas used in excess of the target. */
export interface GasState {
  readonly capacity: bigint
  readonly excess: bigint
}

/** Returns `minPrice * e^(excess / constant)` in integers, at most 2^64-1. */
export function priceOf(minPrice: bigint, excess: bigint, constant: bigint): bigint {
  const limit = MAX_U64 * constant
  let sum = 0n
  let term = minPrice * constant
  for (let index = 1n; term > 0n; index++) {
    sum += term
    if (sum >= limit) return MAX_U64
    term = (term * excess) / constant / index
  }
  return sum / constant
}

export function gasPrice(config: GasConfig, { excess }: GasState): bigint {
  return priceOf(config.minPrice, excess, config.excessConversionConstant)
}

/** Returns the gas state after a number of seconds without transactions. */
export function advanceGas(config: GasConfig, state: GasState, seconds: bigint): GasState {
  const capacity = state.capacity + seconds * config.maxPerSecond
  const excess = state.excess - seconds * config.targetPerSecond
  return {
    capacity: capacity < config.maxCapacity ? capacity : config.maxCapacity,
    excess: excess > 0n ? excess : 0n,
  }
}

/** Returns the gas state after a block that used gas; undefined if the capacity is too low. */
export function consumeGas({ capacity, excess }: GasState, gas: bigint): GasState | undefined {
  if (gas > capacity) return undefined
  const sum = excess + gas
  return { capacity: capacity - gas, excess: sum < MAX_U64 ? sum : MAX_U64 }
}
