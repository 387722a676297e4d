import { gather } from '../json/gather.ts'
import { compareText } from '../json/compare-text.ts'
import type { Change } from './change.ts'
import { type Audience, brokenBy, type Flow } from './direction.ts'
import type { Collector, Use } from './collector.ts'
import { compareGroups } from './groups.ts'
import { type NamedPair, SchemaComparer } from './schemas.ts'
import type { Version } from './version.ts'
import type { Difference } from './differences.ts'

/**
 * Returns the changes between two versions of an API, breaking changes first. A change of a named type is
 * reported once, with all methods that use the type.
 */
export function compareApis(before: Version, after: Version): readonly Change[] {
  const schemas = new SchemaComparer(before, after)
  const collector: Collector = { schemas, changes: [], uses: [] }
  compareGroups(collector, before.api.groups, after.api.groups)
  return [...collector.changes, ...usesAsChanges(collector.uses), ...typeChanges(collector)].sort(
    byWeight,
  )
}

function usesAsChanges(uses: readonly Use[]): readonly Change[] {
  return uses.flatMap(({ found, flow, method }) =>
    found.differences.map((difference) =>
      changeOf(difference, {
        subject: method,
        methods: [method],
        breaks: brokenBy(difference.direction, flow),
      }),
    ),
  )
}

/**
 * Methods that use a named type, and whether values of the type are sent in params, in results or in both.
 */
interface Reached {
  readonly methods: Set<string>
  readonly flows: Set<Flow>
}

function typeChanges({ schemas, uses }: Collector): readonly Change[] {
  const reachOf = openReach(schemas.pairs, uses)
  return [...schemas.pairs.values()].flatMap(({ key, after, found }) => {
    if (found.differences.length === 0) return []
    const { methods, flows } = reachOf(key)
    const sorted = [...methods].sort()
    return found.differences.map((difference) => {
      const broken = [...flows].flatMap((flow) => brokenBy(difference.direction, flow))
      const breaks = (['callers', 'implementers'] as const).filter((who) => broken.includes(who))
      return changeOf(difference, { subject: after.name, methods: sorted, breaks })
    })
  })
}

/**
 * Returns a function that finds the methods that use a type. It searches from the type to its users: only few
 * types change, whereas a search from the methods would visit all types.
 */
function openReach(
  pairs: ReadonlyMap<string, NamedPair>,
  uses: readonly Use[],
): (key: string) => Reached {
  const referrers = gather(
    [...pairs.values()].flatMap(({ key, found }) =>
      [...found.refers].map((to) => [to, key] as const),
    ),
  )
  const users = gather(uses.flatMap((use) => [...use.found.refers].map((to) => [to, use] as const)))
  return (key) => {
    const reached: Reached = { methods: new Set(), flows: new Set() }
    const found = new Set([key])
    for (const one of found) {
      for (const referrer of referrers.get(one) ?? []) found.add(referrer)
      for (const { method, flow } of users.get(one) ?? []) {
        reached.methods.add(method)
        reached.flows.add(flow)
      }
    }
    return reached
  }
}

function changeOf(
  { kind, path, details, before, after }: Difference,
  { subject, methods, breaks }: Pick<Change, 'subject' | 'methods' | 'breaks'>,
): Change {
  return {
    kind,
    methods,
    subject,
    path,
    details,
    breaks,
    ...(before !== undefined && { before }),
    ...(after !== undefined && { after }),
  }
}

/** Sorts breaking changes first, callers before implementers, then by name. */
function byWeight(a: Change, b: Change): number {
  return (
    weightOf(a.breaks) - weightOf(b.breaks) ||
    compareText(a.subject, b.subject) ||
    compareText(a.path, b.path)
  )
}

function weightOf(breaks: readonly Audience[]): number {
  if (breaks.includes('callers')) return 0
  return breaks.length > 0 ? 1 : 2
}
