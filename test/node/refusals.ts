import { isRpcError } from '@native-node/client'
import type { RpcAnswer } from './ask.ts'

/** Code and reason of the refusal that a call ends with. */
export async function refusal(
  work: Promise<unknown>,
): Promise<readonly [number, string | undefined]> {
  const error = await work.then(
    () => undefined,
    (thrown: unknown) => thrown,
  )
  if (!isRpcError(error)) throw new Error('not refused by the node', { cause: error })
  return [error.code, error.reason]
}

/** Code and the pointers of all issues of params that do not fit. */
export function misfits(error: RpcAnswer['error']): readonly unknown[] {
  const issues = error?.data?.['issues'] as readonly { readonly pointer: string }[]
  return [error?.code, ...new Set(issues.map(({ pointer }) => pointer))]
}
