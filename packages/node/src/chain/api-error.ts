import type { RpcError } from '@rpcloom/rpc'
import { Refusal } from './refusal.ts'

type MakeError = (data: undefined, message: string) => RpcError

/** Errors of an API that issues transactions. A reason that is not listed becomes `transactionRefused`. */
export interface IssueErrors {
  readonly transactionRefused: MakeError
  readonly unparsableTransaction: MakeError
}

export const NOT_ISSUED = "couldn't issue tx: "

/**
 * Converts the error of issuing a transaction to the API error of its reason. `prefix` is that of the messages of
 * listed reasons. Returns errors that are not about the transaction unchanged.
 */
export function toApiError(error: unknown, errors: IssueErrors, prefix = ''): unknown {
  if (error instanceof RangeError)
    return errors.unparsableTransaction(undefined, `couldn't parse tx: ${error.message}`)
  if (!(error instanceof Refusal)) return error
  const { reason, message } = error
  const { transactionRefused } = errors
  const make = new Map<string, MakeError>(Object.entries(errors)).get(reason)
  return make === undefined || make === transactionRefused
    ? transactionRefused(undefined, NOT_ISSUED + message)
    : make(undefined, prefix + message)
}
