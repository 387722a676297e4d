import { type ErrorLists, type ErrorTable, reasonOf } from '../error-tables.ts'
import { INVALID_PARAMS } from '../json-rpc.ts'
import type { Transport } from './types.ts'

/**
 * Sets the `reason` of errors from servers that do not send a reason. An error is recognized by its pattern
 * in the document, or by its code if no other error of the method has the same code. `lists` contains the
 * error names of each method, by group.
 */
export function withReasons(
  transport: Transport,
  errors: ErrorTable,
  lists: Readonly<Record<string, ErrorLists>>,
): Transport {
  const reason = (method: string, code: number, message: string): string | undefined => {
    const names = Object.values(lists).flatMap((own) =>
      Object.hasOwn(own, method) ? (own[method] ?? []) : [],
    )
    const candidates = [...new Set(names)].flatMap((name): readonly Named[] => {
      const error = errors[name]
      const reasonName = error && reasonOf(name, error)
      return error && reasonName !== undefined ? [{ ...error, reason: reasonName }] : []
    })
    return reasonByMessage(candidates, { code, message })
  }
  return async (request) => ({ ...(await transport(request)), reason })
}

interface Named {
  readonly code: number
  readonly pattern?: string
  readonly reason: string
}

function reasonByMessage(
  list: readonly Named[],
  { code, message }: { readonly code: number; readonly message: string },
): string | undefined {
  // The text is shortened, since the pattern may be slow for long messages.
  const text = message.slice(0, 500)
  const byPattern = list.find(({ pattern }) => pattern && new RegExp(pattern, 'iu').test(text))
  if (byPattern) return byPattern.reason
  const byCode = list.filter((error) => error.code === code && !error.pattern)
  if (byCode.length === 1) return byCode[0]?.reason
  return code === INVALID_PARAMS ? 'invalidParams' : undefined
}
