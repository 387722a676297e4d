import type { Deprecation } from 'rpcloom/model'
import { code, codeLink, type Leaf, note } from '../page/leaf.ts'
import type { Near } from './catalogue.ts'
import type { SiteContext } from './context.ts'

export interface DeprecationBox {
  readonly since: string | undefined
  readonly replacement: Leaf | undefined
  readonly reason: Leaf | undefined
}

/**
 * Returns the deprecation notice of an element of a document. The replacement becomes a link if it is a method of
 * the document, or of one other document.
 */
export function deprecationBox(
  { catalogue, addresses }: SiteContext,
  deprecation: Deprecation | undefined,
  near: Near,
): DeprecationBox | undefined {
  if (deprecation === undefined) return undefined
  const { since, replacedBy, reason } = deprecation
  const found = replacedBy === undefined ? [] : catalogue.methods(replacedBy, near)
  const [only] = found.length === 1 ? found : []
  const plain = replacedBy === undefined ? undefined : code(replacedBy)
  return {
    since,
    replacement:
      only === undefined ? plain : codeLink(addresses.method(only.method), only.method.name),
    reason: reason === undefined ? undefined : note(endStop(reason)),
  }
}

export function endStop(text: string): string {
  return /[.!?]$/.test(text) ? text : `${text}.`
}
