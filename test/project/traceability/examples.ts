import { below, children, follow, items, member, members, text } from '../openrpc/files.ts'
import { documents, type Json } from '../openrpc/files.ts'
import { methodsOf } from '../openrpc/walk.ts'

/** Example pairings of all documents, by the name of their test: `method: pairing`. */
export const pairings: ReadonlyMap<string, Json> = new Map(
  documents.flatMap(([file]) =>
    methodsOf(file).flatMap((method) =>
      children(below(method, 'examples')).flatMap((example): readonly [string, Json][] => {
        const pairing = follow(example)?.value
        if (pairing === undefined) return []
        return [[`${text(method.value, 'name')}: ${text(pairing, 'name')}`, pairing]]
      }),
    ),
  ),
)

/**
 * Whether a pairing contains `word` as a member name or value. For a param, searches only the
 * params.
 */
export function shows(name: string, word: string, isParam: boolean): boolean {
  const pairing = pairings.get(name)
  const parts = isParam ? ['params'] : ['params', 'result']
  return parts.some((part) => holds(member(pairing, part) ?? null, word))
}

/** Whether a value contains `word` as a member name or value. */
function holds(value: Json, word: string): boolean {
  if (value === word) return true
  return (
    items(value).some((item) => holds(item, word)) ||
    members(value).some(([name, member]) => name === word || holds(member, word))
  )
}
