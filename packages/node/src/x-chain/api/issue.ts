import type { RpcError } from '@rpcloom/rpc'
import type { ID } from '../../codec/field.ts'
import { idText } from '../../codec/ids.ts'
import { RefusedTx } from '../../chain/refused-tx.ts'
import { txFromHex } from '../../chain/tx-from-hex.ts'

type MakeError = (data?: unknown, message?: string) => RpcError

/** Errors of an API that issues transactions. A reason that is not listed here uses `transactionRefused`. */
export interface IssueErrors {
  readonly transactionRefused: MakeError
  readonly undecodableTransaction: MakeError
  readonly unparsableTransaction: MakeError
}

export async function issueTx(
  text: string,
  errors: IssueErrors,
  issue: (bytes: Uint8Array) => Promise<ID>,
): Promise<{ readonly txID: string }> {
  const bytes = txFromHex(text, errors)
  try {
    return { txID: idText(await issue(bytes)) }
  } catch (error) {
    throw refused(error, errors)
  }
}

/** Converts an error of the chain to an API error. Returns other errors unchanged. */
export function refused(error: unknown, errors: IssueErrors): unknown {
  if (error instanceof RangeError)
    return errors.unparsableTransaction(undefined, `couldn't parse tx: ${error.message}`)
  if (!(error instanceof RefusedTx)) return error
  const { reason, message } = error
  const specificError = reason === 'transactionRefused' ? undefined : errorNamed(errors, reason)
  return (
    specificError?.(undefined, message) ??
    errors.transactionRefused(undefined, `couldn't issue tx: ${message}`)
  )
}

function errorNamed(errors: IssueErrors, reason: string): MakeError | undefined {
  return new Map<string, MakeError>(Object.entries(errors)).get(reason)
}
