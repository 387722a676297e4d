import type { ErrorDescriptor } from '../descriptor.ts'
import type { ErrorLists, ErrorTable } from '../error-tables.ts'
import { INVALID_PARAMS } from '../json-rpc.ts'
import type { Transport } from './types.ts'

/**
 * Names the errors of nodes that do not send a reason: by the pattern of the document, else by code if only
 * one error has it. Invalid params have the same name everywhere.
 */
export function withReasons(
  transport: Transport,
  errors: ErrorTable,
  byMethod: ErrorLists,
): Transport {
  const reason = (method: string, code: number, message: string): string | undefined => {
    const names = Object.hasOwn(byMethod, method) ? (byMethod[method] ?? []) : []
    const listed = names.flatMap((name) => errors[name] ?? [])
    return nameOf(
      listed.filter((error) => error.reason !== undefined),
      { code, message },
    )
  }
  return async (request) => ({ ...(await transport(request)), reason })
}

function nameOf(
  list: readonly ErrorDescriptor[],
  { code, message }: { readonly code: number; readonly message: string },
): string | undefined {
  // Patterns come from a document: limiting the text limits the time to match it.
  const text = message.slice(0, 500)
  const byPattern = list.find(({ pattern }) => pattern && new RegExp(pattern, 'iu').test(text))
  if (byPattern) return byPattern.reason
  const byCode = list.filter((error) => error.code === code && !error.pattern)
  if (byCode.length === 1) return byCode[0]?.reason
  return code === INVALID_PARAMS ? 'invalidParams' : undefined
}
