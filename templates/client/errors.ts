import type { Api, RpcErrorSpec } from 'rpcloom/model'
import {
  docText,
  documentsText,
  interfaceOf,
  memberName,
  numberLiteral,
  openScope,
  quoteString,
  type SourceOutput,
  unionText,
} from 'rpcloom/emit'

/** Which errors the documents list for which method, and the guard that narrows by it. */
export function errorsModule(api: Api): SourceOutput {
  const path = 'src/errors.ts'
  const scope = openScope(api, path, ['ErrorsByMethod', 'isRpcError'], new Set())
  const guard = scope.use('@rpcloom/rpc', 'isRpcError', 'value', 'isRpcErrorOf')
  const error = scope.use('@rpcloom/rpc', 'RpcError', 'type')
  const byMethod = new Map<string, readonly RpcErrorSpec[]>()
  for (const { wire, errors } of api.groups.flatMap(({ methods }) => methods)) {
    byMethod.set(wire, [...(byMethod.get(wire) ?? []), ...errors])
  }
  const table = interfaceOf({
    name: 'ErrorsByMethod',
    doc: docText({
      summary: 'Codes and reasons of the errors that each method lists, by wire name.',
    }),
    properties: [...byMethod].map(([wire, errors]) => ({
      name: memberName(wire),
      type: errorUnion(errors),
    })),
  })
  return {
    kind: 'typescript',
    path,
    from: documentsText(api.groups.map(({ file }) => file)),
    imports: scope.imports(),
    statements: [table, guardText(guard, error)],
  }
}

function errorUnion(errors: readonly RpcErrorSpec[]): string {
  const members = errors.flatMap(({ code, reason }) => {
    const number = numberLiteral(code)
    if (number === undefined) return []
    const name = reason === undefined ? 'string | undefined' : quoteString(reason)
    return [`{ readonly code: ${number}; readonly reason: ${name} }`]
  })
  return members.length === 0 ? 'object' : unionText(members)
}

function guardText(guard: string, error: string): string {
  return `/**
 * Whether a throwable is an answer of the node: any, or one to a method. With the method's wire name,
 * \`code\` and \`reason\` are narrowed to what the document lists for it.
 */
export const isRpcError: {
  <Wire extends keyof ErrorsByMethod>(error: unknown, method: Wire): error is ${error} & ErrorsByMethod[Wire]
  (error: unknown): error is ${error}
} = (error: unknown, method?: string): error is never => ${guard}(error, method)`
}
