import { rpcErrors } from '@native-node/server'
import type { CChainErrors } from '@native-node/server/c-chain'
import type { RpcError } from '@rpcloom/rpc/server'
import { RefusedTx } from '../../chain/refused-tx.ts'

/** The errors of the document of the EVM API. */
export const errors: CChainErrors = rpcErrors.cChain

type Reason = keyof CChainErrors

/** Reports a refused transaction by the reason that the document has for it; passes other failures on. */
export function reported(error: unknown): unknown {
  if (!(error instanceof RefusedTx)) return error
  const reason = error.reason in errors ? (error.reason as Reason) : 'invalidTransaction'
  return errors[reason](undefined, error.message)
}

/** Waits for work on a transaction and reports its refusal. */
export async function reporting<T>(work: Promise<T>): Promise<T> {
  try {
    return await work
  } catch (error) {
    throw reported(error)
  }
}

/** A param that is valid on its own, but not here. */
export function invalidParam(message: string): RpcError {
  return errors.invalidParams(undefined, message)
}
