import type { EvmMessage } from '../../../engine/evm-message.ts'
import { errors, invalidParam } from '../errors.ts'
import { Refusal } from '../../../../chain/refusal.ts'

/**
 * Converts a refused call to an error with the codes of eth_simulateV1. Returns other errors
 * unchanged.
 */
export function simulatedError(error: unknown, { gas }: Pick<EvmMessage, 'gas'>): unknown {
  if (!(error instanceof Refusal)) return error
  const text = `err: ${error.message} (supplied gas ${gas})`
  switch (error.reason) {
    case 'nonceTooLow':
      return errors.simulatedNonceTooLow(undefined, text)
    case 'nonceTooHigh':
      return errors.simulatedNonceTooHigh(undefined, text)
    case 'feeBelowBaseFee':
      return errors.simulatedFeeTooLow(undefined, text)
    case 'intrinsicGasTooLow':
      return errors.simulatedGasTooLow(undefined, text)
    case 'insufficientFunds':
      return errors.simulatedFundsTooLow(undefined, text)
    case 'invalidFeeCap':
      return invalidParam(text)
    case 'initCodeTooLarge':
      return errors.simulatedInitCodeTooLarge(undefined, text)
    default:
      return error
  }
}
