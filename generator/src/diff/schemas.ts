import { placeId } from '../json/place.ts'
import type { NamedType, Schema } from '../model/types.ts'
import { compareAlternatives, matchAsUnion } from './alternatives.ts'
import { compareLimits } from './limits.ts'
import { compareObjects } from './objects.ts'
import { namedBy, type Side } from './side.ts'
import { note, type Spot, type Unit } from './unit.ts'
import { areDisjoint, compareTypes, compareValues } from './values.ts'
import { type Conjunction, type View, viewOf } from './view.ts'
import { compareWords } from './words.ts'

export interface NamedPair {
  readonly key: string
  readonly before: NamedType
  readonly after: NamedType
  readonly unit: Unit
}

/** Compares schemas. If a type has the same name on both sides, it is compared once and reported by name. */
export interface SchemaComparer {
  readonly before: Side
  readonly after: Side
  readonly pairs: ReadonlyMap<string, NamedPair>
  readonly compare: (spot: Spot, before: Conjunction, after: Conjunction) => void
}

/** Maximum nesting of schemas. Schemas at deeper levels are compared only by name. */
const deepest = 200

export function schemaComparer(before: Side, after: Side): SchemaComparer {
  const pairs = new Map<string, NamedPair>()
  const queue: NamedPair[] = []
  const open = new Set<string>()
  let busy = false

  function visit(spot: Spot, olds: Conjunction, news: Conjunction): void {
    const named = namedPair(olds, news)
    if (named !== undefined) {
      spot.unit.refers.add(named.key)
      return
    }
    const key = `${idOf(olds)}\n${idOf(news)}`
    // A recursive schema without a name is already being compared.
    if (open.has(key) || open.size > deepest) return
    open.add(key)
    const [old, now] = [olds[0], news[0]]
    const here = {
      ...spot,
      ...(old !== undefined && { before: old.place }),
      ...(now !== undefined && { after: now.place }),
    }
    compareViews(comparer, here, { olds, news })
    open.delete(key)
  }

  function namedPair(olds: Conjunction, news: Conjunction): NamedPair | undefined {
    const [old, now] = [soleOf(olds), soleOf(news)]
    const was = old && namedBy(before, old)
    const is = now && namedBy(after, now)
    if (was === undefined || is === undefined || was.name !== is.name) return undefined
    const key = `${was.id}\n${is.id}`
    const known = pairs.get(key)
    if (known !== undefined) return known
    const pair = {
      key,
      before: was,
      after: is,
      unit: { differences: [], refers: new Set<string>() },
    }
    pairs.set(key, pair)
    queue.push(pair)
    return pair
  }

  const comparer: SchemaComparer = {
    before,
    after,
    pairs,
    compare: (spot, olds, news) => {
      visit(spot, olds, news)
      if (busy) return
      busy = true
      for (let pair = queue.shift(); pair !== undefined; pair = queue.shift()) {
        open.clear()
        const here = { unit: pair.unit, path: '' }
        const [old, now] = [[pair.before.schema], [pair.after.schema]]
        compareViews(
          comparer,
          { ...here, before: pair.before.place, after: pair.after.place },
          { olds: old, news: now },
        )
      }
      busy = false
    },
  }
  return comparer
}

function compareViews(
  comparer: SchemaComparer,
  spot: Spot,
  { olds, news }: { readonly olds: Conjunction; readonly news: Conjunction },
): void {
  const [old, now] = [viewOf(comparer.before, olds), viewOf(comparer.after, news)]
  if (old.isUnion !== now.isUnion && matchAsUnion(comparer, spot, { olds, news, old, now })) return
  compareNames(comparer, spot, olds, news)
  compareTypes(spot, old, now)
  // If a list became an object, further differences are irrelevant.
  if (areDisjoint(old, now)) return
  compareValues(spot, old, now)
  compareObjects(comparer, spot, old, now)
  compareItems(comparer, spot, old, now)
  compareLimits(spot, old, now)
  compareWords(comparer, spot, old, now)
  compareAlternatives(comparer, spot, old, now)
}

/** Reports a renamed type, because programs that import it have to change. */
function compareNames(
  { before, after }: SchemaComparer,
  spot: Spot,
  olds: Conjunction,
  news: Conjunction,
): void {
  const [old, now] = [soleOf(olds), soleOf(news)]
  const was = old && namedBy(before, old)
  const is = now && namedBy(after, now)
  if (was === undefined || is === undefined || was.name === is.name) return
  const kept = [...after.api.types.values()].some(({ name }) => name === was.name)
  if (!kept) note(spot, 'type-renamed', { from: was.name, to: is.name })
}

function compareItems(comparer: SchemaComparer, spot: Spot, old: View, now: View): void {
  const count = Math.max(old.prefix.length, now.prefix.length)
  for (let index = 0; index < count; index++) {
    const [was, is] = [old.prefix[index] ?? old.items, now.prefix[index] ?? now.items]
    comparer.compare({ ...spot, path: `${spot.path}[${index}]` }, was, is)
  }
  if (old.items.length > 0 || now.items.length > 0) {
    comparer.compare({ ...spot, path: `${spot.path}[]` }, old.items, now.items)
  }
}

function soleOf(schemas: Conjunction): Schema | undefined {
  return schemas.length === 1 ? schemas[0] : undefined
}

function idOf(schemas: Conjunction): string {
  return schemas.map(({ place }) => placeId(place)).join(' & ')
}
