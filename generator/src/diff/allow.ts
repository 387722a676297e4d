import type { Change } from './change.ts'
import type { Audience } from './direction.ts'
import { isChangeKind } from './kinds.ts'

/** Breaking changes that a project allows, by affected audience or by kind. */
export interface Allowed {
  readonly audiences: ReadonlySet<Audience>
  readonly kinds: ReadonlySet<string>
}

/**
 * Parses the value of `--allow`: a comma-separated list of `callers`, `implementers`, `all`, and kinds of
 * changes.
 */
export function parseAllowed(
  text: string,
):
  | { readonly kind: 'allowed'; readonly allowed: Allowed }
  | { readonly kind: 'unknown'; readonly word: string } {
  const audiences = new Set<Audience>()
  const kinds = new Set<string>()
  for (const word of text.split(',').map((part) => part.trim())) {
    if (word === '' || word === 'none') continue
    if (word === 'all') {
      audiences.add('callers')
      audiences.add('implementers')
    } else if (word === 'callers' || word === 'implementers') audiences.add(word)
    else if (isChangeKind(word)) kinds.add(word)
    else return { kind: 'unknown', word }
  }
  return { kind: 'allowed', allowed: { audiences, kinds } }
}

export function excessOf(changes: readonly Change[], allowed: Allowed): readonly Change[] {
  return changes.filter(
    ({ kind, breaks }) =>
      !allowed.kinds.has(kind) && breaks.some((audience) => !allowed.audiences.has(audience)),
  )
}
