import { type Audience, brokenBy, type Change, type Flow } from './change.ts'
import type { Collector, Use } from './collector.ts'
import { compareGroups } from './groups.ts'
import { type NamedPair, schemaComparer } from './schemas.ts'
import type { Side } from './side.ts'
import type { Difference } from './unit.ts'

/**
 * What changed between two versions of an API, breaking changes first. A named type that several methods
 * share is told of once, with the methods that it concerns.
 */
export function compareApis(before: Side, after: Side): readonly Change[] {
  const schemas = schemaComparer(before, after)
  const collector: Collector = { schemas, changes: [], uses: [] }
  compareGroups(collector, before.api.groups, after.api.groups)
  return [...collector.changes, ...usesAsChanges(collector.uses), ...typeChanges(collector)].sort(
    byWeight,
  )
}

function usesAsChanges(uses: readonly Use[]): readonly Change[] {
  return uses.flatMap(({ unit, flow, method }) =>
    unit.differences.map((difference) =>
      changeOf(difference, {
        subject: method,
        methods: [method],
        breaks: brokenBy(difference.direction, flow),
      }),
    ),
  )
}

/** Which methods reach a named type, and by which ways its values travel. */
interface Reached {
  readonly methods: Set<string>
  readonly flows: Set<Flow>
}

function typeChanges({ schemas, uses }: Collector): readonly Change[] {
  const reached = new Map<string, Reached>()
  for (const use of uses) {
    for (const key of closure(use.unit.refers, schemas.pairs)) {
      const entry = reached.get(key) ?? { methods: new Set(), flows: new Set() }
      entry.methods.add(use.method)
      entry.flows.add(use.flow)
      reached.set(key, entry)
    }
  }
  return [...schemas.pairs.values()].flatMap(({ key, after, unit }) => {
    const { methods = new Set<string>(), flows = new Set<Flow>() } = reached.get(key) ?? {}
    return unit.differences.map((difference) => {
      const broken = [...flows].flatMap((flow) => brokenBy(difference.direction, flow))
      const breaks = (['callers', 'implementers'] as const).filter((who) => broken.includes(who))
      return changeOf(difference, { subject: after.name, methods: [...methods].sort(), breaks })
    })
  })
}

function closure(
  from: ReadonlySet<string>,
  pairs: ReadonlyMap<string, NamedPair>,
): ReadonlySet<string> {
  const found = new Set(from)
  for (const key of found) {
    for (const next of pairs.get(key)?.unit.refers ?? []) found.add(next)
  }
  return found
}

function changeOf(
  { kind, path, message, before, after }: Difference,
  { subject, methods, breaks }: Pick<Change, 'subject' | 'methods' | 'breaks'>,
): Change {
  return {
    kind,
    methods,
    subject,
    path,
    message,
    breaks,
    ...(before !== undefined && { before }),
    ...(after !== undefined && { after }),
  }
}

/** Changes that break somebody first, callers before implementers; among equals, by name. */
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

function compareText(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0
}
