import type { RpcError } from '@rpcloom/rpc/server'
import type { Failure } from '../../engine/failure.ts'
import { hexOf, quantityOf } from '../../hex.ts'
import type { MessageResult } from '../../engine/message.ts'
import { errors } from './errors.ts'
import { Refusal } from '../../../chain/refusal.ts'

const ERROR = '0x08c379a0'
const PANIC = '0x4e487b71'

const panics: ReadonlyMap<bigint, string> = new Map([
  [0x00n, 'generic panic'],
  [0x01n, 'assert(false)'],
  [0x11n, 'arithmetic underflow or overflow'],
  [0x12n, 'division or modulo by zero'],
  [0x21n, 'enum overflow'],
  [0x22n, 'invalid encoded storage byte array accessed'],
  [0x31n, 'out-of-bounds array access; popping on an empty array'],
  [0x32n, 'out-of-bounds access of an array or bytesN'],
  [0x41n, 'out of memory'],
  [0x51n, 'uninitialized function'],
])

/** Decodes the Solidity revert reason. Returns undefined if the bytes contain no reason. */
export function revertReason(returned: Uint8Array): string | undefined {
  const selector = hexOf(returned.subarray(0, 4))
  const body = returned.subarray(4)
  if (selector === PANIC && body.length === 32) {
    const code = quantityOf(body)
    return panics.get(code) ?? `unknown panic code: 0x${code.toString(16)}`
  }
  if (selector !== ERROR || body.length < 64) return undefined
  const offset = quantityOf(body.subarray(0, 32))
  if (offset + 32n > BigInt(body.length)) return undefined
  const start = Number(offset) + 32
  const length = quantityOf(body.subarray(start - 32, start))
  if (BigInt(start) + length > BigInt(body.length)) return undefined
  return Buffer.from(body.subarray(start, start + Number(length))).toString('utf8')
}

/** Returns an error with code 3 and the returned bytes as data. */
export function revertError(returned: Uint8Array): RpcError {
  const reason = revertReason(returned)
  const message = reason === undefined ? 'execution reverted' : `execution reverted: ${reason}`
  return errors.executionReverted(hexOf(returned), message)
}

export function failureError(
  failure: Failure,
  { returned }: Pick<MessageResult, 'returned'>,
): RpcError {
  switch (failure.kind) {
    case 'revert':
      return revertError(returned)
    case 'outOfGas':
      return errors.outOfGas(undefined, failure.message)
    case 'invalidInstruction':
      return errors.invalidInstruction(undefined, failure.message)
    case 'other':
      return errors.executionAborted(undefined, failure.message)
    default:
      return failure.kind satisfies never
  }
}

const reasons = [
  'insufficientFunds',
  'invalidFeeCap',
  'feeBelowBaseFee',
  'intrinsicGasTooLow',
  'invalidTransaction',
] as const

/**
 * Converts a refused message to an API error. `messageOf` builds the error message from the reason.
 * Returns other errors unchanged.
 */
export function reportedMessage(error: unknown, messageOf: (reason: string) => string): unknown {
  if (!(error instanceof Refusal)) return error
  const reason = reasons.find((known) => known === error.reason) ?? 'intrinsicGasTooLow'
  return errors[reason](undefined, messageOf(error.message))
}
