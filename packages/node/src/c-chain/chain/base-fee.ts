import { MAX_U64 } from '../../codec/field.ts'
import { larger } from '../bigint.ts'
import { bytesOf, hexOf, type Hex } from '../hex.ts'
import type { EvmHeader } from './header.ts'

const SLOTS = 10
const SLOT_BYTES = 8

export interface FeeRule {
  /** Gas per ten seconds at which the base fee stays constant. */
  readonly target: bigint
  readonly changeDenominator: bigint
  readonly initial: bigint
  readonly minimum: bigint
}

/** The parameters of the C-Chain since its Etna upgrade. */
export const feeRule: FeeRule = {
  target: 15_000_000n,
  changeDenominator: 36n,
  initial: 225_000_000_000n,
  minimum: 1_000_000_000n,
}

/** The base fee of the next block, and the gas window at the start of its extra data. */
export interface NextFee {
  readonly baseFee: bigint
  readonly window: Hex
}

/**
 * Returns the base fee and the gas window of the block after `parent`. `time` is the timestamp of
 * that block in Unix seconds.
 */
export function nextFee(parent: EvmHeader, time: bigint, rule: FeeRule = feeRule): NextFee {
  if (parent.number === 0n || parent.baseFeePerGas === undefined) {
    return { baseFee: rule.initial, window: windowHex(Array.from({ length: SLOTS }, () => 0n)) }
  }
  const elapsed = time > parent.timestamp ? time - parent.timestamp : 0n
  const window = rolled(readWindow(parent.extraData), elapsed)
  if (elapsed < SLOTS) {
    const slot = SLOTS - 1 - Number(elapsed)
    const gas = parent.gasUsed + (parent.extDataGasUsed ?? 0n)
    window[slot] = capped((window[slot] ?? 0n) + gas)
  }
  const total = capped(window.reduce((sum, gas) => sum + gas, 0n))
  const baseFee = moved({ fee: parent.baseFeePerGas, total, elapsed }, rule)
  return { baseFee, window: windowHex(window) }
}

interface Movement {
  readonly fee: bigint
  readonly total: bigint
  readonly elapsed: bigint
}

function moved({ fee, total, elapsed }: Movement, rule: FeeRule): bigint {
  const { target, changeDenominator } = rule
  // Only development methods and forked chains have fees below the minimum. These can fall to 0.
  const minimum = fee < rule.minimum ? 0n : rule.minimum
  if (total === target) return fee
  const distance = total > target ? total - target : target - total
  const change = larger((fee * distance) / target / changeDenominator, 1n)
  if (total > target) return larger(fee + change, minimum)
  const steps = elapsed > SLOTS ? elapsed / BigInt(SLOTS) : 1n
  return larger(fee - change * steps, minimum)
}

function readWindow(extraData: Hex): bigint[] {
  const bytes = Buffer.from(bytesOf(extraData))
  return Array.from({ length: SLOTS }, (_, at) =>
    bytes.length < (at + 1) * SLOT_BYTES ? 0n : bytes.readBigUInt64BE(at * SLOT_BYTES),
  )
}

/** Shifts the gas window by `elapsed` seconds. The oldest slots drop out. */
function rolled(window: readonly bigint[], elapsed: bigint): bigint[] {
  const gone = elapsed > SLOTS ? SLOTS : Number(elapsed)
  return [...window.slice(gone), ...Array.from({ length: gone }, () => 0n)]
}

function windowHex(window: readonly bigint[]): Hex {
  const bytes = Buffer.alloc(SLOTS * SLOT_BYTES)
  window.forEach((gas, at) => bytes.writeBigUInt64BE(gas, at * SLOT_BYTES))
  return hexOf(bytes)
}

function capped(gas: bigint): bigint {
  return gas > MAX_U64 ? MAX_U64 : gas
}
