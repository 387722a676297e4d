import { INVALID_PARAMS } from '../json-rpc.ts'
import type { Transport } from './types.ts'

/** An error of the document: its name, its code, and the pattern by which a public node's message is known. */
export type Reason = readonly [name: string, code: number, pattern?: string]

/** The errors of documents, and by wire name which of them a method lists. */
export interface ReasonTable {
  readonly errors: readonly Reason[]
  readonly methods: Readonly<Record<string, readonly number[]>>
}

/**
 * Names the errors of nodes that do not name them themselves: by the pattern of the document, else by
 * the only error of its code. Invalid params have one name everywhere.
 */
export function withReasons(transport: Transport, { errors, methods }: ReasonTable): Transport {
  const reason = (wire: string, code: number, message: string): string | undefined => {
    const listed = Object.hasOwn(methods, wire) ? (methods[wire] ?? []) : []
    return nameOf(
      listed.flatMap((at) => errors.slice(at, at + 1)),
      { code, message },
    )
  }
  return async (request) => ({ ...(await transport(request)), reason })
}

function nameOf(
  list: readonly Reason[],
  { code, message }: { readonly code: number; readonly message: string },
): string | undefined {
  // Patterns come from a document: a bounded text bounds their work.
  const text = message.slice(0, 500)
  const byPattern = list.find(([, , pattern]) => pattern && new RegExp(pattern, 'iu').test(text))
  if (byPattern) return byPattern[0]
  const byCode = list.filter(([, own, pattern]) => own === code && !pattern)
  if (byCode.length === 1) return byCode[0]?.[0]
  return code === INVALID_PARAMS ? 'invalidParams' : undefined
}
