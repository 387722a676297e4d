import { rpcErrors } from '@native-node/server'
import type { CChainDevErrors } from '@native-node/server/c-chain-dev'
import type { RpcError } from '@rpcloom/rpc/server'

/** The errors of the document of the development methods. */
export const errors: CChainDevErrors = rpcErrors.cChainDev

/** A param that is valid on its own, but not here. */
export function invalidParam(message: string): RpcError {
  return errors.invalidParams(undefined, message)
}
