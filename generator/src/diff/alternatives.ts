import { jsonText } from '../json/text.ts'
import { isObject } from '../json/members.ts'
import type { Located } from '../json/place.ts'
import type { Comparer } from './comparer.ts'
import { namedBy, referred, type Side } from './side.ts'
import { note, type Spot } from './unit.ts'
import { type Conjunction, type View, viewOf } from './view.ts'

/**
 * Compares the members of `oneOf` or `anyOf` in two versions. Pairs members by name, tag, content or type,
 * and compares the members of each pair.
 */
export function compareAlternatives(comparer: Comparer, spot: Spot, old: View, now: View): void {
  const count = Math.max(old.choices.length, now.choices.length)
  for (let index = 0; index < count; index++) {
    const [was, is] = [old.choices[index], now.choices[index]]
    if (was !== undefined && is !== undefined) {
      compareMembers(comparer, spot, was.options, is.options)
    } else if (is !== undefined) {
      note(spot, 'constraint-added', { name: is.keyword })
    } else if (was !== undefined) {
      note(spot, 'constraint-removed', { name: was.keyword })
    }
  }
}

/** Compares a union with another schema, as if the other schema were a union with one member. */
export function matchAsUnion(
  comparer: Comparer,
  spot: Spot,
  sides: {
    readonly olds: Conjunction
    readonly news: Conjunction
    readonly old: View
    readonly now: View
  },
): boolean {
  const members = (view: View, schemas: Conjunction): readonly Located[] | undefined =>
    view.isUnion ? view.choices[0]?.options : schemas.length === 1 ? schemas : undefined
  const [was, is] = [members(sides.old, sides.olds), members(sides.now, sides.news)]
  const plain = sides.old.isUnion ? sides.now : sides.old
  // A schema that allows anything, or that has several unions, is not comparable with a union.
  if (was === undefined || is === undefined || plain.types === undefined) return false
  compareMembers(comparer, spot, was, is)
  return true
}

function compareMembers(
  comparer: Comparer,
  spot: Spot,
  olds: readonly Located[],
  news: readonly Located[],
): void {
  const { pairs, removed, added } = match(comparer, olds, news)
  for (const [was, is] of pairs) {
    comparer.compare({ ...spot, path: pathOf(spot, comparer.after, is, news.length) }, [was], [is])
  }
  for (const schema of removed) {
    const { name, type } = describe(comparer.before, schema)
    const facts = name === undefined ? { from: type } : { name, from: type }
    note({ ...spot, before: schema.place }, 'alternative-removed', facts)
  }
  for (const schema of added) {
    const { name, type } = describe(comparer.after, schema)
    const facts = name === undefined ? { to: type } : { name, to: type }
    note({ ...spot, after: schema.place }, 'alternative-added', facts)
  }
}

interface Matched {
  readonly pairs: readonly (readonly [Located, Located])[]
  readonly removed: readonly Located[]
  readonly added: readonly Located[]
}

/**
 * Pairs members of the old union with members of the new union: first by name, then by content, tag, title,
 * and finally type.
 */
function match(comparer: Comparer, olds: readonly Located[], news: readonly Located[]): Matched {
  const pairs: (readonly [Located, Located])[] = []
  let [removed, added] = [[...olds], [...news]]
  for (const likeness of likenesses) {
    const waiting = new Map<string, Located[]>()
    for (const schema of added) {
      const key = likeness.after(comparer.after, schema)
      if (key !== undefined) waiting.set(key, [...(waiting.get(key) ?? []), schema])
    }
    const taken = new Set<Located>()
    removed = removed.filter((schema) => {
      const key = likeness.before(comparer.before, schema)
      const partner = key === undefined ? undefined : waiting.get(key)?.shift()
      if (partner === undefined) return true
      taken.add(partner)
      pairs.push([schema, partner])
      return false
    })
    added = added.filter((schema) => !taken.has(schema))
  }
  return { pairs, removed, added }
}

type KeyOf = (side: Side, schema: Located) => string | undefined

/**
 * Functions that return a key for a member of the old union and of the new union. Members with equal keys
 * form a pair.
 */
interface Likeness {
  readonly before: KeyOf
  readonly after: KeyOf
}

const byName: KeyOf = nameIn
const byContent: KeyOf = (side, schema) => jsonText(targetOf(side, schema).json)
const byTitle: KeyOf = (side, schema) => {
  const { json } = targetOf(side, schema)
  return isObject(json) && typeof json['title'] === 'string' ? json['title'] : undefined
}
const unnamedByType: KeyOf = (side, schema) =>
  nameIn(side, schema) === undefined ? typeKey(side, schema) : undefined
const namedByType: KeyOf = (side, schema) =>
  nameIn(side, schema) === undefined ? undefined : typeKey(side, schema)

const likenesses: readonly Likeness[] = [
  ...[byName, byContent, tagOf, byTitle, unnamedByType].map((key) => ({ before: key, after: key })),
  // A component may have become an inline schema of the same type, or an inline schema may have become a
  // component. Two components with different names are not paired by type.
  { before: namedByType, after: unnamedByType },
  { before: unnamedByType, after: namedByType },
]

function typeKey(side: Side, schema: Located): string | undefined {
  const { types, values } = viewOf(side, [schema])
  return values === undefined ? types?.join(' ') : undefined
}

/** Returns the schema that a union member refers to, or the member itself if it is not a reference. */
function targetOf(side: Side, schema: Located): Located {
  return referred(side, schema) ?? schema
}

/** Returns the type name of a union member. Returns undefined for unnamed types and for `null`. */
function nameIn(side: Side, schema: Located): string | undefined {
  const name = namedBy(side, schema)?.name
  if (name === undefined) return undefined
  const { types } = viewOf(side, [schema])
  return types?.length === 1 && types[0] === 'null' ? undefined : name
}

/**
 * Returns a key made from the properties that have a single literal value. Such properties distinguish the
 * members of a union.
 */
function tagOf(side: Side, schema: Located): string | undefined {
  const tags = [...viewOf(side, [schema]).properties].flatMap(([name, schemas]) => {
    const { values } = viewOf(side, schemas)
    return values?.length === 1 ? [`${name}=${jsonText(values[0])}`] : []
  })
  return tags.length === 0 ? undefined : tags.sort().join(' ')
}

/** Describes an alternative by its values or type and, if it is named, by its name. */
function describe(
  side: Side,
  schema: Located,
): { readonly name: string | undefined; readonly type: string } {
  const view = viewOf(side, [schema])
  const values = view.values?.map((value) => jsonText(value)).join(' or ')
  return {
    name: nameIn(side, schema),
    type: values ?? view.types?.join(' or ') ?? 'of any type',
  }
}

function pathOf(spot: Spot, side: Side, schema: Located, count: number): string {
  if (count === 1) return spot.path
  const { name, type } = describe(side, schema)
  return `${spot.path}<${name ?? type}>`
}
