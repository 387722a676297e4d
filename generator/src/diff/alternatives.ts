import { gather } from '../json/gather.ts'
import { jsonText } from '../json/text.ts'
import { stringOf } from '../json/members.ts'
import type { Located } from '../json/place.ts'
import { whenText } from '../model/schema/when.ts'
import { asUnion, ofAll, unionOf } from './as-union.ts'
import type { Comparer } from './comparer.ts'
import { conditionOf, type Coverage, coverageOf, type Union } from './coverage.ts'
import type { Difference } from './differences.ts'
import type { Direction } from './direction.ts'
import { namedBy, referred, type Version } from './version.ts'
import { note, type ComparedPath } from './differences.ts'
import { type Conjunction, placesOf, type View, viewOf } from './view.ts'
import { compareMeaning } from './words.ts'

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
      compareMembers(comparer, compared, unionOf(was), unionOf(is))
    } else if (is !== undefined) {
      note(compared, 'constraint-added', { name: is.keyword })
    } else if (was !== undefined) {
      note(compared, 'constraint-removed', { name: was.keyword })
    }
  }
}

/**
 * Compares a union with another schema, as if the other schema were a union of one alternative for each of its types or
 * values. Returns false if the other schema allows anything or has alternatives itself.
 */
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
  const { olds, news, old, now } = versions
  const plain = old.isUnion ? now : old
  if (plain.types === undefined || plain.choices.length > 0) return false
  compareMeaning(compared, ofAll(comparer.before, old), ofAll(comparer.after, now))
  compareMembers(
    comparer,
    compared,
    asUnion(comparer.before, old, olds),
    asUnion(comparer.after, now, news),
  )
  return true
}

function compareMembers(comparer: Comparer, compared: ComparedPath, old: Union, now: Union): void {
  const { pairs, removed, added } = match(comparer, old.members, now.members)
  const coverage = coverageOf(comparer, { old, now, pairs })
  // A single alternative excludes none.
  if (pairs.length > 1) compareExclusion(compared, [old, now], coverage)
  for (const [was, is] of pairs) {
    const here = { ...compared, path: pathOf(compared, comparer.after, is, now.members.length) }
    compareConditions({ ...here, ...placesOf(was, is) }, [was, is], coverage)
    const found = { ...compared.found, differences: [] }
    comparer.compare({ ...here, found }, was, is)
    for (const difference of found.differences)
      compared.found.differences.push(ofUnion(difference, [was, is], coverage))
  }
  for (const member of removed) {
    const { name, type } = describe(comparer.before, member)
    const details = name === undefined ? { from: type } : { name, from: type }
    const here = { ...compared, ...placesOf(member, undefined) }
    const gains = coverage.moves([conditionOf(member)])
    const direction = sum(gains, !coverage.losesNone(member))
    note(here, 'alternative-removed', details, direction)
  }
  for (const member of added) {
    const { name, type } = describe(comparer.after, member)
    const details = name === undefined ? { to: type } : { name, to: type }
    const here = { ...compared, ...placesOf(undefined, member) }
    const direction = sum(!coverage.gainsNone(member), coverage.overlaps(member))
    note(here, 'alternative-added', details, direction)
  }
}

/** Compares whether a value may match several alternatives, if any value does. */
function compareExclusion(
  compared: ComparedPath,
  [old, now]: readonly [Union, Union],
  { overlaps }: Coverage,
): void {
  const { keyword: name } = now
  if (name !== undefined && now.isExclusive && !old.isExclusive && now.members.some(overlaps))
    note(compared, 'constraint-added', { name })
}

/**
 * Returns a difference of two paired alternatives as a difference of their unions: values that another alternative has are
 * neither gained nor lost. With `oneOf`, they may be lost: a value that another alternative has must not match both.
 */
function ofUnion(
  difference: Difference,
  [was, is]: readonly [Conjunction, Conjunction],
  { gainsNone, losesNone, overlaps }: Coverage,
): Difference {
  const { direction } = difference
  const [gains, loses] = [direction !== 'narrower', direction !== 'wider']
  if (direction === 'same' || direction === 'assumed') return difference
  const isWider = gains && !gainsNone(is)
  const isNarrower = (loses && !losesNone(was)) || (gains && overlaps(is))
  return { ...difference, direction: sum(isWider, isNarrower) }
}

function sum(gains: boolean, loses: boolean): Direction {
  if (gains) return loses ? 'other' : 'wider'
  return loses ? 'narrower' : 'same'
}

/** Compares for which values of params a method returns an alternative (`x-when`). */
function compareConditions(
  compared: ComparedPath,
  [was, is]: readonly [Conjunction, Conjunction],
  { moves }: Coverage,
): void {
  const [old, now] = [conditionOf(was), conditionOf(is)]
  const [from, to] = [whenText(old), whenText(now)]
  if (from === to) return
  const direction = sum(moves([old, now]), false)
  if (from === '') note(compared, 'condition-added', { to }, direction)
  else if (to === '') note(compared, 'condition-removed', { from }, direction)
  else note(compared, 'condition-changed', { from, to }, direction)
}

interface Matched {
  readonly pairs: readonly (readonly [Conjunction, Conjunction])[]
  readonly removed: readonly Conjunction[]
  readonly added: readonly Conjunction[]
}

/**
 * Pairs members of the old union with members of the new union: first by name, then by content, value,
 * tag, title, description, and finally type.
 */
function match(
  comparer: Comparer,
  olds: readonly Conjunction[],
  news: readonly Conjunction[],
): Matched {
  const pairs: (readonly [Conjunction, Conjunction])[] = []
  let [removed, added] = [[...olds], [...news]]
  for (const likeness of likenesses) {
    const waiting = gather(
      added.map((member) => [likeness.after(comparer.after, member), member] as const),
    )
    const taken = new Set<Conjunction>()
    removed = removed.filter((member) => {
      const key = likeness.before(comparer.before, member)
      const partner = key === undefined ? undefined : waiting.get(key)?.shift()
      if (partner === undefined) return true
      taken.add(partner)
      pairs.push([member, partner])
      return false
    })
    added = added.filter((member) => !taken.has(member))
  }
  return { pairs, removed, added }
}

type KeyOf = (version: Version, member: Conjunction) => string | undefined

/**
 * Functions that return a key for a member of the old union and of the new union. Members with equal keys
 * form a pair.
 */
interface Likeness {
  readonly before: KeyOf
  readonly after: KeyOf
}

const byValue: KeyOf = (version, member) => {
  const { values } = viewOf(version, member)
  return values?.length === 1 ? jsonText(values) : undefined
}
const byName: KeyOf = nameIn
const byContent: KeyOf = (version, member) =>
  jsonText(member.map((schema) => targetOf(version, schema).json))
const byTitle: KeyOf = (version, member) => textIn(version, member, 'title')
const byDescription: KeyOf = (version, member) => textIn(version, member, 'description')
const unnamedByType: KeyOf = (version, member) =>
  nameIn(version, member) === undefined ? typeKey(version, member) : undefined
const namedByType: KeyOf = (version, member) =>
  nameIn(version, member) === undefined ? undefined : typeKey(version, member)

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
function textIn(version: Version, member: Conjunction, keyword: string): string | undefined {
  return member
    .flatMap((schema) => [schema, targetOf(version, schema)])
    .map(({ json }) => stringOf(json, keyword))
    .find((text) => text !== undefined)
}

function typeKey(version: Version, member: Conjunction): string | undefined {
  const { types, values } = viewOf(version, member)
  return values === undefined ? types?.join(' ') : undefined
}

/** Returns the schema that a schema refers to, or the schema itself if it is not a reference. */
function targetOf(version: Version, schema: Located): Located {
  return referred(version, schema) ?? schema
}

/** Returns the type name of a union member. Returns undefined for unnamed types and for `null`. */
function nameIn(version: Version, member: Conjunction): string | undefined {
  const [schema, ...others] = member
  if (schema === undefined || others.length > 0) return undefined
  const name = namedBy(version, schema)?.name
  if (name === undefined) return undefined
  const { types } = viewOf(version, member)
  return types?.length === 1 && types[0] === 'null' ? undefined : name
}

/**
 * Returns a key made from the properties that have a single literal value. Such properties distinguish the
 * members of a union.
 */
function tagOf(version: Version, member: Conjunction): string | undefined {
  const tags = [...viewOf(version, member).properties].flatMap(([name, schemas]) => {
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
  member: Conjunction,
): { readonly name: string | undefined; readonly type: string } {
  const view = viewOf(version, member)
  const values = view.values?.map((value) => jsonText(value)).join(' or ')
  const texts = view.types?.join() === 'null' ? [] : [byTitle, byDescription]
  const text = texts
    .map((textOf) => textOf(version, member))
    .find((found) => found !== undefined && found.length <= longestName && !found.includes('\n'))
  return {
    name: nameIn(version, member) ?? text,
    type: values ?? view.types?.join(' or ') ?? 'of any type',
  }
}

function pathOf(
  compared: ComparedPath,
  version: Version,
  member: Conjunction,
  count: number,
): string {
  if (count === 1) return compared.path
  const { name, type } = describe(version, member)
  return `${compared.path}<${name ?? type}>`
}
