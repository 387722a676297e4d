import { type Method, wordsOf } from 'rpcloom/model'
import { codeLink, type Leaf, note } from '../page/leaf.ts'
import type { Member, SiteContext } from './context.ts'
import { summaryOf } from './summary.ts'

/** A method that a reader of this one may want. */
export interface RelatedRow {
  readonly link: Leaf
  readonly about: Leaf | undefined
}

const most = 6

/** Methods that the document links, that replace this one or are near it in name and subject. */
export function relatedMethods(context: SiteContext, member: Member): readonly RelatedRow[] {
  const { catalogue, addresses } = context
  const { group, method } = member
  const linked = method.links.flatMap(({ method: wire }) => catalogue.method(wire)?.method ?? [])
  const replacement = method.doc.deprecated?.replacedBy
  const replaced = group.methods.filter(({ doc }) => doc.deprecated?.replacedBy === method.wire)
  const near = group.methods
    .map((other) => ({ other, score: nearness(method, other) }))
    .filter(({ score }) => score >= 2)
    .sort((a, b) => b.score - a.score)
    .map(({ other }) => other)
  const all = [
    ...linked,
    ...(replacement === undefined ? [] : [catalogue.method(replacement)?.method ?? method]),
    ...replaced,
    ...near,
  ]
  return [...new Set(all)]
    .filter((other) => other !== method)
    .slice(0, most)
    .map((other) => {
      const summary = summaryOf(other.doc)
      return {
        link: codeLink(addresses.method(other), other.wire),
        about: summary === undefined ? undefined : note(summary),
      }
    })
}

/** Words of a name that say nothing of its subject. */
const commonWords = new Set(['get', 'set', 'is', 'by', 'the', 'of', 'and', 'list', 'new'])

function nearness(method: Method, other: Method): number {
  const words = subject(other)
  const shared = [...subject(method)].filter((word) => words.has(word)).length
  const tags = method.tags.filter((tag) => other.tags.includes(tag)).length
  return shared * 2 + tags - (other.doc.deprecated === undefined ? 0 : 1)
}

const subjects = new WeakMap<Method, ReadonlySet<string>>()

function subject(method: Method): ReadonlySet<string> {
  const known = subjects.get(method) ?? subjectOf(method)
  subjects.set(method, known)
  return known
}

function subjectOf({ member }: Method): ReadonlySet<string> {
  const words = member
    .split(/(?<=[a-z0-9])(?=[A-Z])/)
    .flatMap(wordsOf)
    .map((word) => word.toLowerCase().replace(/(?<=..)s$/, ''))
  return new Set(words.filter((word) => !commonWords.has(word)))
}
