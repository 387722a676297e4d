import { isRpcError } from '@native-node/client'
import type { RpcResponse } from './requests.ts'

/** Returns code and reason of the error of a call. */
export async function errorReason(
  work: Promise<unknown>,
): Promise<readonly [number, string | undefined]> {
  const error = await work.then(
    () => undefined,
    (thrown: unknown) => thrown,
  )
  if (!isRpcError(error)) throw new Error('not refused by the node', { cause: error })
  return [error.code, error.reason]
}

/** Returns the code and the pointers of all issues for invalid params. */
export function invalidPointers(error: RpcResponse['error']): readonly unknown[] {
  const issues = error?.data?.['issues'] as readonly { readonly pointer: string }[]
  return [error?.code, ...new Set(issues.map(({ pointer }) => pointer))]
}
