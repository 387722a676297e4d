import type { Deprecation } from 'rpcloom/model'
import { code, codeLink, type Leaf, note } from '../page/leaf.ts'
import type { SiteContext } from './context.ts'

export interface DeprecationBox {
  readonly since: string | undefined
  readonly replacement: Leaf | undefined
  readonly reason: Leaf | undefined
}

/**
 * Returns the deprecation notice of an element. The replacement becomes a link if it is a method of
 * the documents.
 */
export function deprecationBox(
  { catalogue, addresses }: SiteContext,
  deprecation: Deprecation | undefined,
): DeprecationBox | undefined {
  if (deprecation === undefined) return undefined
  const { since, replacedBy, reason } = deprecation
  const found = replacedBy === undefined ? undefined : catalogue.method(replacedBy)
  const plain = replacedBy === undefined ? undefined : code(replacedBy)
  return {
    since,
    replacement:
      found === undefined ? plain : codeLink(addresses.method(found.method), found.method.name),
    reason: reason === undefined ? undefined : note(endStop(reason)),
  }
}

export function endStop(text: string): string {
  return /[.!?]$/.test(text) ? text : `${text}.`
}
