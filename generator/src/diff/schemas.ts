import { placeId } from '../json/place.ts'
import { jsonText } from '../json/text.ts'
import type { NamedType } from '../model/types.ts'
import { compareAlternatives, matchAsUnion } from './alternatives.ts'
import type { Comparer } from './comparer.ts'
import type { Direction } from './direction.ts'
import { compareConditionals } from './conditionals.ts'
import { compareLimits } from './limits.ts'
import { compareObjects } from './objects.ts'
import { namedBy, type Version } from './version.ts'
import { note, type ComparedPath, type FoundDifferences } from './differences.ts'
import { areDisjoint, compareTypes, compareValues } from './values.ts'
import { comparableTo, type Conjunction, placesOf, type View, viewOf } from './view.ts'
import { compareWords } from './words.ts'

export interface NamedPair {
  readonly key: string
  readonly before: NamedType
  readonly after: NamedType
  readonly found: FoundDifferences
}

/** Maximum nesting depth. For schemas at a greater depth, only their names are compared. */
const deepest = 200

/**
 * Compares schemas. A named type that exists in both versions is compared once. Its changes are reported for
 * the type, not for each schema that refers to it.
 */
export class SchemaComparer implements Comparer {
  readonly before: Version
  readonly after: Version
  readonly pairs: Map<string, NamedPair> = new Map()
  readonly #queue: NamedPair[] = []
  /** Keys of the pairs of schemas that are being compared. */
  readonly #open = new Set<string>()
  /** Directions of differences by pairs of schemas, which comparers inside of this one share. */
  readonly #directions: Map<string, ReadonlySet<Direction>>
  #isBusy = false

  constructor(
    before: Version,
    after: Version,
    directions: Map<string, ReadonlySet<Direction>> = new Map(),
  ) {
    this.before = before
    this.after = after
    this.#directions = directions
  }

  compare(compared: ComparedPath, olds: Conjunction, news: Conjunction): void {
    this.#visit(compared, olds, news)
    if (this.#isBusy) return
    this.#isBusy = true
    for (let pair = this.#queue.shift(); pair !== undefined; pair = this.#queue.shift()) {
      this.#open.clear()
      const { found, before, after } = pair
      const here = { found, path: '', before: before.place, after: after.place }
      compareViews(this, here, { olds: [before.schema], news: [after.schema] })
    }
    this.#isBusy = false
  }

  directionsOf(olds: Conjunction, news: Conjunction): ReadonlySet<Direction> {
    const key = jsonText([olds, news])
    const known = this.#directions.get(key)
    if (known !== undefined) return known
    // A recursive type that depends on its own directions may have any difference.
    this.#directions.set(key, new Set(['other']))
    const found: FoundDifferences = { differences: [], refers: new Set() }
    const inner = new SchemaComparer(this.before, this.after, this.#directions)
    inner.compare({ found, path: '' }, olds, news)
    const all = [found, ...[...inner.pairs.values()].map((pair) => pair.found)]
    const directions = new Set(
      all.flatMap(({ differences }) => differences.map(({ direction }) => direction)),
    )
    this.#directions.set(key, directions)
    return directions
  }

  #visit(compared: ComparedPath, olds: Conjunction, news: Conjunction): void {
    const named = this.#namedPair(olds, news)
    if (named !== undefined) {
      compared.found.refers.add(named.key)
      return
    }
    const key = `${idOf(olds)}\n${idOf(news)}`
    // Skip a recursive schema that is already being compared.
    if (this.#open.has(key) || this.#open.size > deepest) return
    this.#open.add(key)
    compareViews(this, { ...compared, ...placesOf(olds, news) }, { olds, news })
    this.#open.delete(key)
  }

  #namedPair(olds: Conjunction, news: Conjunction): NamedPair | undefined {
    const [was, is] = [soleNamed(this.before, olds), soleNamed(this.after, news)]
    if (was === undefined || is === undefined || was.name !== is.name) return undefined
    const key = `${was.id}\n${is.id}`
    const known = this.pairs.get(key)
    if (known !== undefined) return known
    const found = { differences: [], refers: new Set<string>() }
    const pair = { key, before: was, after: is, found }
    this.pairs.set(key, pair)
    this.#queue.push(pair)
    return pair
  }
}

function compareViews(
  comparer: SchemaComparer,
  compared: ComparedPath,
  { olds, news }: { readonly olds: Conjunction; readonly news: Conjunction },
): void {
  const [old, now] = [viewOf(comparer.before, olds), viewOf(comparer.after, news)]
  if (old.isUnion !== now.isUnion && matchAsUnion(comparer, compared, { olds, news, old, now }))
    return
  compareNames(comparer, compared, olds, news)
  compareTypes(comparer, compared, old, now)
  // Between disjoint types, such as list and object, further differences are irrelevant.
  if (areDisjoint(old, now)) return
  compareValues(compared, old, now)
  compareObjects(comparer, compared, old, now)
  compareItems(comparer, compared, old, now)
  const [was, is] = [comparableTo(old, now), comparableTo(now, old)]
  compareLimits(compared, was, is)
  compareWords(comparer, compared, was, is)
  compareConditionals(comparer, compared, old, now)
  compareAlternatives(comparer, compared, old, now)
}

/** Reports a renamed type, because programs that import it have to change. */
function compareNames(
  { before, after }: SchemaComparer,
  compared: ComparedPath,
  olds: Conjunction,
  news: Conjunction,
): void {
  const [was, is] = [soleNamed(before, olds), soleNamed(after, news)]
  if (was === undefined || is === undefined || was.name === is.name) return
  const kept = [...after.api.types.values()].some(({ name }) => name === was.name)
  if (!kept) note(compared, 'type-renamed', { from: was.name, to: is.name })
}

function compareItems(
  comparer: SchemaComparer,
  compared: ComparedPath,
  old: View,
  now: View,
): void {
  const count = Math.max(old.first.length, now.first.length)
  for (let index = 0; index < count; index++) {
    const [was, is] = [old.first[index] ?? old.rest, now.first[index] ?? now.rest]
    comparer.compare({ ...compared, path: `${compared.path}[${index}]` }, was, is)
  }
  if (old.rest.length > 0 || now.rest.length > 0) {
    comparer.compare({ ...compared, path: `${compared.path}[]` }, old.rest, now.rest)
  }
}

/**
 * Returns the named type that a conjunction refers to. Returns undefined if the conjunction has several
 * schemas.
 */
function soleNamed(version: Version, [schema, ...others]: Conjunction): NamedType | undefined {
  return schema === undefined || others.length > 0 ? undefined : namedBy(version, schema)
}

function idOf(schemas: Conjunction): string {
  return schemas.map(({ place }) => placeId(place)).join(' & ')
}
