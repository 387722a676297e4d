import { type Group, type Method, wordsOf } from 'rpcloom/model'
import { codeLink, type Leaf, note } from '../page/leaf.ts'
import type { Member } from './catalogue.ts'
import type { SiteContext } from './context.ts'
import { summaryOf } from './summary.ts'

interface RelatedRow {
  readonly link: Leaf
  readonly about: Leaf | undefined
}

const most = 6

/**
 * Returns related methods: methods that the document links, replacements in both directions, and
 * similar methods. If several other documents have a method of the name, all of them, with their groups.
 */
export function relatedMethods(
  { catalogue, addresses }: SiteContext,
  { group, method }: Member,
): readonly RelatedRow[] {
  const { replaced, sharing } = indexes.get(group) ?? indexOf(group)
  const names = [...method.links.map((link) => link.method), method.doc.deprecated?.replacedBy]
  const named = names.flatMap((name) => (name === undefined ? [] : catalogue.methods(name, group)))
  const own = [...(replaced.get(method.name) ?? []), ...similar(method, sharing)]
  const all = [...named, ...own.map((other) => ({ group, method: other }))]
  const labelOf = (other: Member): string => {
    const { name } = other.method
    return catalogue.methods(name, group).length === 1 ? name : `${name} (${other.group.title})`
  }
  return [...new Map(all.map((member) => [member.method, member])).values()]
    .filter((other) => other.method !== method)
    .slice(0, most)
    .map((other) => ({
      link: codeLink(addresses.method(other.method), labelOf(other)),
      about: note(summaryOf(other.method.doc)),
    }))
}

interface GroupIndex {
  readonly replaced: ReadonlyMap<string, readonly Method[]>
  readonly sharing: ReadonlyMap<string, ReadonlyMap<Method, number>>
}

const indexes = new WeakMap<Group, GroupIndex>()

/**
 * The index is cached by group, because comparing all pairs of methods would take quadratic time.
 */
function indexOf(group: Group): GroupIndex {
  const replaced = new Map<string, Method[]>()
  const sharing = new Map<string, Map<Method, number>>()
  for (const [index, method] of group.methods.entries()) {
    const by = method.doc.deprecated?.replacedBy
    if (by !== undefined) replaced.set(by, [...(replaced.get(by) ?? []), method])
    for (const [mark] of marksOf(method)) {
      sharing.set(mark, (sharing.get(mark) ?? new Map<Method, number>()).set(method, index))
    }
  }
  indexes.set(group, { replaced, sharing })
  return { replaced, sharing }
}

/** Maximum number of methods with the same word or tag. A word or tag that more methods have is ignored. */
const widest = 60

/**
 * Returns the methods that share the most words and tags with a method. Ties keep the order of the
 * group.
 */
function similar(method: Method, sharing: GroupIndex['sharing']): readonly Method[] {
  const found = new Map<Method, { readonly index: number; readonly score: number }>()
  for (const [mark, weight] of marksOf(method)) {
    const others = sharing.get(mark)
    if (others === undefined || others.size > widest) continue
    for (const [other, index] of others) {
      const start = other.doc.deprecated === undefined ? 0 : -1
      found.set(other, { index, score: (found.get(other)?.score ?? start) + weight })
    }
  }
  return [...found]
    .filter(([other, { score }]) => other !== method && score >= 2)
    .sort(([, a], [, b]) => b.score - a.score || a.index - b.index)
    .map(([other]) => other)
    .slice(0, most)
}

const commonWords = new Set(['get', 'set', 'is', 'by', 'the', 'of', 'and', 'list', 'new'])

function marksOf({ member, tags }: Method): readonly (readonly [mark: string, weight: number])[] {
  const words = member
    .split(/(?<=[a-z0-9])(?=[A-Z])/)
    .flatMap(wordsOf)
    .map((word) => word.toLowerCase().replace(/(?<=..)s$/, ''))
    .filter((word) => !commonWords.has(word))
  return [
    ...[...new Set(words)].map((word) => [`word ${word}`, 2] as const),
    ...[...new Set(tags)].map((tag) => [`tag ${tag}`, 1] as const),
  ]
}
