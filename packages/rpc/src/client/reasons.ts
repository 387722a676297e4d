import { type ErrorLists, type ErrorTable, reasonOf } from '../error-tables.ts'
import { INVALID_PARAMS } from '../json-rpc.ts'
import type { Transport } from './types.ts'

/**
 * Adds names to the errors of nodes that do not send a reason. An error is identified by its pattern in the
 * document, or by its code if no other error has it. Invalid params have the same name for every method.
 * `lists` contains, by group, the names of the errors that each method can return.
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
  // Patterns come from a document, so the text is limited to bound the matching time.
  const text = message.slice(0, 500)
  const byPattern = list.find(({ pattern }) => pattern && new RegExp(pattern, 'iu').test(text))
  if (byPattern) return byPattern.reason
  const byCode = list.filter((error) => error.code === code && !error.pattern)
  if (byCode.length === 1) return byCode[0]?.reason
  return code === INVALID_PARAMS ? 'invalidParams' : undefined
}
