import { rpcErrors } from '@native-node/server'
import type { CChainDevErrors } from '@native-node/server/c-chain-dev'
import type { RpcError } from '@rpcloom/rpc/server'

export const errors: CChainDevErrors = rpcErrors.cChainDev

/** Returns the error for a param that matches its schema but is invalid nonetheless. */
export function invalidParam(message: string): RpcError {
  return errors.invalidParams(undefined, message)
}
