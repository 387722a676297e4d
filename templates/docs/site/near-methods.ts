import { type Api, type Group, type Method, wordsOf } from 'rpcloom/model'
import type { Member } from './context.ts'

/** Returns related methods of the same group: first those that the method replaces, then similar ones. */
export type NearMethodsOf = (member: Member) => readonly Method[]

/** Maximum number of similar methods. */
const most = 6

/** Indexes a group when it is first used. */
export function nearMethods(api: Api): NearMethodsOf {
  const groups = new Map(api.groups.map((group) => [group.key, group]))
  const indexes = new Map<string, GroupIndex>()
  return ({ group: { key }, method }) => {
    const group = groups.get(key)
    if (group === undefined) return []
    const { replaced, sharing } = indexes.get(key) ?? indexOf(group)
    indexes.set(key, { replaced, sharing })
    return [...(replaced.get(method.name) ?? []), ...nearest(method, sharing)]
  }
}

/** Words of a name that do not identify its subject. */
const commonWords = new Set(['get', 'set', 'is', 'by', 'the', 'of', 'and', 'list', 'new'])

/** Maximum number of methods that share a word or tag. More common ones do not relate methods. */
const widest = 60

interface GroupIndex {
  /** Replaced methods, by the name of their replacement. */
  readonly replaced: ReadonlyMap<string, readonly Method[]>
  /** For each word or tag, the methods that have it, with their index in the group. */
  readonly sharing: ReadonlyMap<string, ReadonlyMap<Method, number>>
}

/** Cached per group: comparing all pairs of methods would take quadratic time. */
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

/** Returns the methods that share the most words and tags. Ties are in the order of the group. */
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

/** Returns the words and tags of a method with their weights. */
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
