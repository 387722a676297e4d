import { type ErrorLists, type ErrorTable, reasonOf } from '../error-tables.ts'
import { INVALID_PARAMS } from '../json-rpc.ts'
import type { Transport } from './types.ts'

/**
 * Names the errors of nodes that do not send a reason: by the pattern of the document, else by code if only
 * one error has it. Invalid params have the same name everywhere. `lists` are the names of the errors of each
 * method, by group.
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
    const listed = [...new Set(names)].flatMap((name): readonly Named[] => {
      const error = errors[name]
      const known = error && reasonOf(name, error)
      return error && known !== undefined ? [{ ...error, reason: known }] : []
    })
    return nameOf(listed, { code, message })
  }
  return async (request) => ({ ...(await transport(request)), reason })
}

interface Named {
  readonly code: number
  readonly pattern?: string
  readonly reason: string
}

function nameOf(
  list: readonly Named[],
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
