import { INVALID_PARAMS } from '../json-rpc.ts'

/** An error of the document: its name, its code, and the pattern by which a public node's message is known. */
export type Reason = readonly [name: string, code: number, pattern?: string]

/**
 * Names errors: the `reason` of a method spec. A node of this package names them itself, invalid
 * params have one name everywhere, and the rest is known by the document.
 */
/* @__NO_SIDE_EFFECTS__ */
export function reasons(
  ...list: readonly Reason[]
): (code: number, message: string, data?: unknown) => string | undefined {
  return (code, message, data) => {
    const { reason } = Object(data) as Record<string, unknown>
    if (typeof reason === 'string') return reason
    // Patterns come from a document: a bounded text bounds their work.
    const text = message.slice(0, 500)
    const byPattern = list.find(([, , pattern]) => pattern && new RegExp(pattern, 'iu').test(text))
    if (byPattern) return byPattern[0]
    const byCode = list.filter(([, own, pattern]) => own === code && !pattern)
    if (byCode.length === 1) return byCode[0]?.[0]
    return code === INVALID_PARAMS ? 'invalidParams' : undefined
  }
}
