import { rpcErrors } from '@native-node/server'
import type { CChainErrors } from '@native-node/server/c-chain'
import type { RpcError } from '@rpcloom/rpc/server'
import { RefusedTx } from '../../chain/refused-tx.ts'

/** Errors of the EVM API document. */
export const errors: CChainErrors = rpcErrors.cChain

type Reason = keyof CChainErrors

/** Converts a refused transaction to the API error of its reason. Returns other errors unchanged. */
export function reported(error: unknown): unknown {
  if (!(error instanceof RefusedTx)) return error
  const reason = error.reason in errors ? (error.reason as Reason) : 'invalidTransaction'
  return errors[reason](undefined, error.message)
}

/** Awaits work on a transaction. Converts a refused transaction to an API error. */
export async function reporting<T>(work: Promise<T>): Promise<T> {
  try {
    return await work
  } catch (error) {
    throw reported(error)
  }
}

/** Returns the error for a param that matches its schema but is invalid nonetheless. */
export function invalidParam(message: string): RpcError {
  return errors.invalidParams(undefined, message)
}
