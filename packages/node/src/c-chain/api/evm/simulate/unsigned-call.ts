import { RpcError } from '@native-node/server'
import type { CallRequest } from '@native-node/server/c-chain'
import { createAddressFromString } from '@ethereumjs/util'
import { MAX_U64 } from '../../../../codec/field.ts'
import type { EvmHeader } from '../../../chain/header.ts'
import { getAddress } from '../../../checksum.ts'
import type { Machine } from '../../../engine/machine.ts'
import type { Hex } from '../../../hex.ts'
import { errors } from '../errors.ts'
import type { Execution } from '../execution.ts'
import { checkFee, partsOf, present, pricesOf, senderOf } from '../call-request.ts'
import { simulatedError } from './simulated-error.ts'
import type { UnsignedTx } from './unsigned.ts'
import { refusal } from '../../../refusals.ts'

export interface Simulating {
  readonly chain: Execution
  readonly isValidating: boolean
  readonly withTransfers: boolean
  /** Gas that all remaining calls of the simulation may use in total. */
  gasLeft: bigint
}

interface CallContext {
  readonly call: CallRequest
  readonly header: EvmHeader
  readonly machine: Machine
  readonly gasUsed: bigint
  readonly simulating: Simulating
}

/**
 * Converts a call to a transaction and fills in missing members. Throws the errors of
 * eth_simulateV1.
 */
export async function unsignedOf(context: CallContext): Promise<UnsignedTx> {
  const { call, header, machine, simulating } = context
  const gas = gasOf(context)
  const from = senderOf(call)
  const account = await machine.state.getAccount(createAddressFromString(from))
  const nonce = call.nonce ?? account?.nonce ?? 0n
  const { chainId } = simulating.chain.vm.rules
  if (present(call.chainId) && call.chainId !== chainId) {
    const text = `chainId does not match node's (have=${call.chainId}, want=${chainId})`
    throw errors.chainIdMismatch(undefined, text)
  }
  const isLegacy = present(call.gasPrice) || header.baseFeePerGas === undefined
  try {
    const { feeCap, gasPrice } = pricesOf(call, header.baseFeePerGas ?? 0n)
    const tipCap = isLegacy ? feeCap : (call.maxPriorityFeePerGas ?? 0n)
    if (simulating.isValidating) checkNonce(from, nonce, account?.nonce ?? 0n)
    const isFree = !simulating.isValidating && feeCap === 0n && tipCap === 0n
    if (!isFree) checkFee(from, feeCap, header.baseFeePerGas)
    return {
      message: { ...partsOf(call), from, gas, gasPrice, feeCap },
      nonce,
      chainId,
      tipCap,
      legacyPrice: isLegacy ? feeCap : undefined,
    }
  } catch (error) {
    throw simulatedError(error, { gas })
  }
}

const INTERNAL_ERROR = -32_603

function gasOf({ call, header, gasUsed, simulating }: CallContext): bigint {
  const gas = call.gas ?? header.gasLimit - gasUsed
  if (gasUsed + gas > header.gasLimit) {
    const text = `block gas limit reached: ${gasUsed} >= ${header.gasLimit}`
    throw errors.simulatedBlockFull(undefined, text)
  }
  return gas < simulating.gasLeft ? gas : simulating.gasLeft
}

function checkNonce(from: Hex, given: bigint, next: bigint): void {
  const sender = `address ${getAddress(from)}`
  if (given < next) {
    throw refusal('nonceTooLow', `nonce too low: ${sender}, tx: ${given} state: ${next}`)
  }
  if (given > next) {
    const text = `nonce too high: ${sender}, tx: ${given} state: ${next}`
    throw refusal('nonceTooHigh', text)
  }
  // The reference client responds to the maximum nonce with an internal error, not with a specific
  // error code.
  if (given === MAX_U64)
    throw new RpcError(INTERNAL_ERROR, `nonce has max value: ${sender}, nonce: ${given}`)
}
