import type { Api } from 'rpcloom/model'
import { openScope, type SourceOutput } from 'rpcloom/codegen'

/** Returns the module with the type guard that narrows an error to the errors of a method. */
export function errorsModule(api: Api, types: string): SourceOutput {
  const path = 'src/errors.ts'
  const scope = openScope(api, path, ['isRpcError'], new Set())
  const guard = scope.use('@rpcloom/rpc', 'isRpcError', 'value', 'isRpcErrorOf')
  const error = scope.use('@rpcloom/rpc', 'RpcError', 'type')
  const byMethod = scope.use(`${types}/errors`, 'ErrorsByMethod', 'type')
  const statement = `/**
 * Whether an error is an error response of the server, optionally to a certain method. If \`method\` is passed,
 * \`code\`, \`reason\` and \`data\` have the types that the document declares for the errors of the method.
 */
export const isRpcError: {
  <Name extends keyof ${byMethod}>(error: unknown, method: Name): error is ${error} & ${byMethod}[Name]
  (error: unknown): error is ${error}
} = (error: unknown, method?: string): error is never => ${guard}(error, method)`
  return scope.module([statement])
}
