import type { Common } from '@ethereumjs/common'
import type { EvmMessage } from './evm-message.ts'
import { refusal } from '../refusals.ts'

/** Gas costs of a message that do not depend on its execution. */
export interface IntrinsicCosts {
  /** Gas charged before the execution. */
  readonly intrinsic: bigint
  /** Minimum total gas of the message. */
  readonly floor: bigint
}

const WORD = 32

/**
 * Returns the intrinsic costs of a message. Throws a Refusal if the gas limit of the message
 * does not cover them, or if its init code is too large.
 */
export function costsOf(common: Common, message: EvmMessage): IntrinsicCosts {
  const { gas, to, data } = message
  const limit = common.isActivatedEIP(3860) ? common.param('maxInitCodeSize') : undefined
  if (to === undefined && limit !== undefined && BigInt(data.length) > limit) {
    const text = `max initcode size exceeded: code size ${data.length} limit ${limit}`
    throw refusal('initCodeTooLarge', text)
  }
  const zeros = zerosIn(data)
  const intrinsic = intrinsicOf(common, message, zeros)
  if (gas < intrinsic) {
    const text = `intrinsic gas too low: have ${gas}, want ${intrinsic}`
    throw refusal('intrinsicGasTooLow', text)
  }
  const floor = common.isActivatedEIP(7623) ? floorOf(common, data, zeros) : 0n
  if (gas < floor) {
    const text = `insufficient gas for floor data gas cost: have ${gas}, want ${floor}`
    throw refusal('intrinsicGasTooLow', text)
  }
  return { intrinsic, floor }
}

function intrinsicOf(
  common: Common,
  { to, data, accessList, authorizations = [] }: EvmMessage,
  zeros: number,
): bigint {
  let cost = common.param('txGas')
  cost += BigInt(zeros) * common.param('txDataZeroGas')
  cost += BigInt(data.length - zeros) * common.param('txDataNonZeroGas')
  if (to === undefined && common.gteHardfork('homestead')) cost += common.param('txCreationGas')
  if (to === undefined && common.isActivatedEIP(3860)) {
    cost += BigInt(Math.ceil(data.length / WORD)) * common.param('initCodeWordGas')
  }
  const slots = accessList.reduce((sum, { storageKeys }) => sum + storageKeys.length, 0)
  if (accessList.length > 0) {
    cost += BigInt(accessList.length) * common.param('accessListAddressGas')
    cost += BigInt(slots) * common.param('accessListStorageKeyGas')
  }
  if (common.isActivatedEIP(7702)) {
    cost += BigInt(authorizations.length) * common.param('perEmptyAccountCost')
  }
  return cost
}

function floorOf(common: Common, data: Uint8Array, zeros: number): bigint {
  const tokens = BigInt(zeros + (data.length - zeros) * 4)
  return common.param('txGas') + tokens * common.param('totalCostFloorPerToken')
}

function zerosIn(data: Uint8Array): number {
  // A loop: data may have megabytes, and the callback of `reduce` takes several times as long.
  let count = 0
  for (let at = 0; at < data.length; at++) if (data[at] === 0) count++
  return count
}
