import type { RpcError } from '@rpcloom/rpc'
import { Refusal } from './refusal.ts'

type MakeError = (data: undefined, message: string) => RpcError

/** Errors of an API that issues transactions. A reason that is not listed becomes `transactionRefused`. */
export interface IssueErrors {
  readonly transactionRefused: MakeError
  readonly unparsableTransaction: MakeError
}

/**
 * Converts the error of issuing a transaction to the API error of its reason. The messages of `transactionRefused` and
 * of the other reasons for which `isPrefixed` returns true start with "couldn't issue tx". Returns errors that are not
 * about the transaction unchanged.
 */
export function toApiError(
  error: unknown,
  errors: IssueErrors,
  isPrefixed: (reason: string) => boolean = () => false,
): unknown {
  if (error instanceof RangeError)
    return errors.unparsableTransaction(undefined, `couldn't parse tx: ${error.message}`)
  if (!(error instanceof Refusal)) return error
  const { reason, message } = error
  const make = new Map<string, MakeError>(Object.entries(errors)).get(reason)
  const { transactionRefused } = errors
  if (make === undefined || make === transactionRefused || isPrefixed(reason))
    return (make ?? transactionRefused)(undefined, `couldn't issue tx: ${message}`)
  return make(undefined, message)
}
