import { jsonText } from '../json/text.ts'
import { isArray, isObject, stringOf } from '../json/members.ts'
import type { Json } from '../json/types.ts'
import type { Located } from '../json/place.ts'
import type { Comparer } from './comparer.ts'
import { namedBy, referred, type Version } from './version.ts'
import { note, type ComparedPath } from './differences.ts'
import { type Conjunction, type View, viewOf } from './view.ts'

/**
 * Compares the members of `oneOf` or `anyOf` in two versions. Pairs members by name, tag, content or type,
 * and compares the members of each pair.
 */
export function compareAlternatives(
  comparer: Comparer,
  compared: ComparedPath,
  old: View,
  now: View,
): void {
  const count = Math.max(old.choices.length, now.choices.length)
  for (let index = 0; index < count; index++) {
    const [was, is] = [old.choices[index], now.choices[index]]
    if (was !== undefined && is !== undefined) {
      compareMembers(comparer, compared, was.options, is.options)
    } else if (is !== undefined) {
      note(compared, 'constraint-added', { name: is.keyword })
    } else if (was !== undefined) {
      note(compared, 'constraint-removed', { name: was.keyword })
    }
  }
}

/** Compares a union with another schema, as if the other schema were a union with one member. */
export function matchAsUnion(
  comparer: Comparer,
  compared: ComparedPath,
  versions: {
    readonly olds: Conjunction
    readonly news: Conjunction
    readonly old: View
    readonly now: View
  },
): boolean {
  const members = (view: View, schemas: Conjunction): readonly Located[] | undefined => {
    if (view.isUnion) return parts(view.choices[0]?.options ?? [])
    return schemas.length === 1 ? parts(schemas) : undefined
  }
  const [was, is] = [members(versions.old, versions.olds), members(versions.now, versions.news)]
  const plain = versions.old.isUnion ? versions.now : versions.old
  // A schema that allows anything, or that has several unions, is not comparable with a union.
  if (was === undefined || is === undefined || plain.types === undefined) return false
  compareMembers(comparer, compared, was, is)
  return true
}

/** Replaces schemas with a list of types or values by one schema for each, so that they match those of a union. */
function parts(schemas: Conjunction): Conjunction {
  return schemas.flatMap((schema) => {
    const { json, place } = schema
    if (!isObject(json)) return [schema]
    const split = (keyword: 'enum' | 'type', list: readonly Json[]): Conjunction =>
      list.map((one) => ({ place, json: { ...json, [keyword]: keyword === 'enum' ? [one] : one } }))
    const { enum: values, type: types } = json
    if (isArray(values)) return split('enum', values)
    return isArray(types) ? split('type', types) : [schema]
  })
}

function compareMembers(
  comparer: Comparer,
  compared: ComparedPath,
  olds: readonly Located[],
  news: readonly Located[],
): void {
  const { pairs, removed, added } = match(comparer, olds, news)
  for (const [was, is] of pairs) {
    comparer.compare(
      { ...compared, path: pathOf(compared, comparer.after, is, news.length) },
      [was],
      [is],
    )
  }
  for (const schema of removed) {
    const { name, type } = describe(comparer.before, schema)
    const details = name === undefined ? { from: type } : { name, from: type }
    note({ ...compared, before: schema.place }, 'alternative-removed', details)
  }
  for (const schema of added) {
    const { name, type } = describe(comparer.after, schema)
    const details = name === undefined ? { to: type } : { name, to: type }
    note({ ...compared, after: schema.place }, 'alternative-added', details)
  }
}

interface Matched {
  readonly pairs: readonly (readonly [Located, Located])[]
  readonly removed: readonly Located[]
  readonly added: readonly Located[]
}

/**
 * Pairs members of the old union with members of the new union: first by name, then by content, value,
 * tag, title, description, and finally type.
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

type KeyOf = (version: Version, schema: Located) => string | undefined

/**
 * Functions that return a key for a member of the old union and of the new union. Members with equal keys
 * form a pair.
 */
interface Likeness {
  readonly before: KeyOf
  readonly after: KeyOf
}

const byValue: KeyOf = (version, schema) => {
  const { values } = viewOf(version, [schema])
  return values?.length === 1 ? jsonText(values) : undefined
}
const byName: KeyOf = nameIn
const byContent: KeyOf = (version, schema) => jsonText(targetOf(version, schema).json)
const byTitle: KeyOf = (version, schema) => textIn(version, schema, 'title')
const byDescription: KeyOf = (version, schema) => textIn(version, schema, 'description')
const unnamedByType: KeyOf = (version, schema) =>
  nameIn(version, schema) === undefined ? typeKey(version, schema) : undefined
const namedByType: KeyOf = (version, schema) =>
  nameIn(version, schema) === undefined ? undefined : typeKey(version, schema)

const likenesses: readonly Likeness[] = [
  ...[byName, byContent, byValue, tagOf, byTitle, byDescription, unnamedByType].map((key) => ({
    before: key,
    after: key,
  })),
  // A component may have become an inline schema of the same type, or an inline schema may have become a
  // component. Two components with different names are not paired by type.
  { before: namedByType, after: unnamedByType },
  { before: unnamedByType, after: namedByType },
]

/** Returns the title or description of an alternative, or else of the schema to which it refers. */
function textIn(version: Version, schema: Located, keyword: string): string | undefined {
  return stringOf(schema.json, keyword) ?? stringOf(targetOf(version, schema).json, keyword)
}

function typeKey(version: Version, schema: Located): string | undefined {
  const { types, values } = viewOf(version, [schema])
  return values === undefined ? types?.join(' ') : undefined
}

/** Returns the schema that a union member refers to, or the member itself if it is not a reference. */
function targetOf(version: Version, schema: Located): Located {
  return referred(version, schema) ?? schema
}

/** Returns the type name of a union member. Returns undefined for unnamed types and for `null`. */
function nameIn(version: Version, schema: Located): string | undefined {
  const name = namedBy(version, schema)?.name
  if (name === undefined) return undefined
  const { types } = viewOf(version, [schema])
  return types?.length === 1 && types[0] === 'null' ? undefined : name
}

/**
 * Returns a key made from the properties that have a single literal value. Such properties distinguish the
 * members of a union.
 */
function tagOf(version: Version, schema: Located): string | undefined {
  const tags = [...viewOf(version, [schema]).properties].flatMap(([name, schemas]) => {
    const { values } = viewOf(version, schemas)
    return values?.length === 1 ? [`${name}=${jsonText(values[0])}`] : []
  })
  return tags.length === 0 ? undefined : tags.sort().join(' ')
}

/** Maximum length of a title or description that is shown as the name of an alternative. */
const longestName = 60

/** Describes an alternative by its values or type, and by its name, title or short description. */
function describe(
  version: Version,
  schema: Located,
): { readonly name: string | undefined; readonly type: string } {
  const view = viewOf(version, [schema])
  const values = view.values?.map((value) => jsonText(value)).join(' or ')
  const texts = view.types?.join() === 'null' ? [] : [byTitle, byDescription]
  const text = texts
    .map((textOf) => textOf(version, schema))
    .find((found) => found !== undefined && found.length <= longestName && !found.includes('\n'))
  return {
    name: nameIn(version, schema) ?? text,
    type: values ?? view.types?.join(' or ') ?? 'of any type',
  }
}

function pathOf(compared: ComparedPath, version: Version, schema: Located, count: number): string {
  if (count === 1) return compared.path
  const { name, type } = describe(version, schema)
  return `${compared.path}<${name ?? type}>`
}
