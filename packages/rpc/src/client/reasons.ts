/** An error of the document: its name, its code, and the pattern by which a public node's message is known. */
export type Reason = readonly [name: string, code: number, pattern?: string]

/** Names errors by the document, where the node itself does not: the `reason` of a method spec. */
/* @__NO_SIDE_EFFECTS__ */
export function reasons(
  ...list: readonly Reason[]
): (code: number, message: string) => string | undefined {
  return (code, message) => {
    // Patterns come from a document: a bounded text bounds their work.
    const text = message.slice(0, 500)
    const byPattern = list.find(([, , pattern]) => pattern && new RegExp(pattern, 'iu').test(text))
    if (byPattern) return byPattern[0]
    const byCode = list.filter(([, own, pattern]) => own === code && !pattern)
    return byCode.length === 1 ? byCode[0]?.[0] : undefined
  }
}
