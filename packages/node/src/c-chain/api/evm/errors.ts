import { rpcErrors } from '@native-node/server'
import type { CChainErrors } from '@native-node/server/c-chain'
import type { RpcError } from '@rpcloom/rpc/server'
import { Refusal } from '../../../chain/refusal.ts'

export const errors: CChainErrors = rpcErrors.cChain

type Reason = keyof CChainErrors

/** Converts a refused transaction to an API error. Returns other errors unchanged. */
export function reported(error: unknown): unknown {
  if (!(error instanceof Refusal)) return error
  const reason = error.reason in errors ? (error.reason as Reason) : 'invalidTransaction'
  return errors[reason](undefined, error.message)
}

export async function reporting<T>(work: Promise<T>): Promise<T> {
  try {
    return await work
  } catch (error) {
    throw reported(error)
  }
}

/**
 * Returns the error for a param that is valid against its schema but invalid for another reason.
 */
export function invalidParam(message: string): RpcError {
  return errors.invalidParams(undefined, message)
}
