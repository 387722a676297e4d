import { codeLink, type Leaf, note } from '../page/leaf.ts'
import type { Member, SiteContext } from './context.ts'
import { summaryOf } from './summary.ts'

/** A related method. */
export interface RelatedRow {
  readonly link: Leaf
  readonly about: Leaf | undefined
}

const most = 6

/** Returns the methods that the document links, that replace this method, or that are similar. */
export function relatedMethods(context: SiteContext, member: Member): readonly RelatedRow[] {
  const { catalogue, addresses } = context
  const { method } = member
  const linked = method.links.flatMap(({ method: name }) => catalogue.method(name)?.method ?? [])
  const replacement = method.doc.deprecated?.replacedBy
  const all = [
    ...linked,
    ...(replacement === undefined ? [] : [catalogue.method(replacement)?.method ?? method]),
    ...catalogue.nearTo(member),
  ]
  return [...new Set(all)]
    .filter((other) => other !== method)
    .slice(0, most)
    .map((other) => {
      const summary = summaryOf(other.doc)
      return {
        link: codeLink(addresses.method(other), other.name),
        about: summary === undefined ? undefined : note(summary),
      }
    })
}
