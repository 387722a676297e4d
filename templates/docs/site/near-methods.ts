import { type Api, type Group, type Method, wordsOf } from 'rpcloom/model'
import type { Member } from './context.ts'

/** The methods of its group that are close to a method: those that it replaces, then those near it. */
export type NearMethodsOf = (member: Member) => readonly Method[]

/** No more of those that are near. */
const most = 6

/** Looks through all groups, each when it is first asked about. */
export function nearMethods(api: Api): NearMethodsOf {
  const groups = new Map(api.groups.map((group) => [group.key, group]))
  const indexes = new Map<string, GroupIndex>()
  return ({ group: { key }, method }) => {
    const group = groups.get(key)
    if (group === undefined) return []
    const { replaced, sharing } = indexes.get(key) ?? indexOf(group)
    indexes.set(key, { replaced, sharing })
    return [...(replaced.get(method.wire) ?? []), ...nearest(method, sharing)]
  }
}

/** Words of a name that say nothing of its subject. */
const commonWords = new Set(['get', 'set', 'is', 'by', 'the', 'of', 'and', 'list', 'new'])

/** A word or a tag that more methods of a group share than this says nothing of any one of them. */
const widest = 60

interface GroupIndex {
  /** The methods that another one replaces, by its wire name. */
  readonly replaced: ReadonlyMap<string, readonly Method[]>
  /** The methods, by place in the group, that have a word or a tag. */
  readonly sharing: ReadonlyMap<string, ReadonlyMap<Method, number>>
}

/** Found out once for a group: to compare each method with each would take the square of the time. */
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
  return { replaced, sharing }
}

/** The methods that share most with one, in the order of the group where they share as much. */
function nearest(method: Method, sharing: GroupIndex['sharing']): readonly Method[] {
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
    .filter(([, { score }]) => score >= 2)
    .sort(([, a], [, b]) => b.score - a.score || a.index - b.index)
    .map(([other]) => other)
    .filter((other) => other !== method)
    .slice(0, most)
}

/** What a method is about, and how much it says: words of its name, and tags. */
function marksOf(method: Method): readonly (readonly [mark: string, weight: number])[] {
  const tags = new Set(method.tags)
  return [
    ...[...subjectOf(method)].map((word) => [`word ${word}`, 2] as const),
    ...[...tags].map((tag) => [`tag ${tag}`, 1] as const),
  ]
}

function subjectOf({ member }: Method): ReadonlySet<string> {
  const words = member
    .split(/(?<=[a-z0-9])(?=[A-Z])/)
    .flatMap(wordsOf)
    .map((word) => word.toLowerCase().replace(/(?<=..)s$/, ''))
  return new Set(words.filter((word) => !commonWords.has(word)))
}
