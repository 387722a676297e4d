import semver from 'semver'
import type { Change } from '../diff/change.ts'
import type { Audience } from '../diff/direction.ts'

/** How far a version goes up, in the words of changesets. */
export type Bump = 'none' | 'patch' | 'minor' | 'major'

const order: readonly Bump[] = ['none', 'patch', 'minor', 'major']

/** The larger of bumps; `none` of no bump at all. */
export function largest(bumps: readonly Bump[]): Bump {
  return order[Math.max(0, ...bumps.map((bump) => order.indexOf(bump)))] ?? 'none'
}

/** Whom a change may break who installs the package of a target. */
export function usersOf(target: string): readonly Audience[] {
  switch (target) {
    case 'client':
    case 'mock':
      return ['callers']
    case 'server':
      return ['implementers']
    case 'docs':
      // A page breaks nobody.
      return []
    default:
      // A target of somebody's own may be for either.
      return ['callers', 'implementers']
  }
}

/** Whether a change breaks those who use the package of a target. */
export function isBreaking({ breaks }: Change, target: string): boolean {
  return usersOf(target).some((user) => breaks.includes(user))
}

/**
 * What a package asks for: `major` where its users may have to change their programs, `minor` where the
 * API changed otherwise than in words, `patch` where only its files did.
 */
export function bumpOf(
  target: string,
  changes: readonly Change[],
  { filesChanged }: { readonly filesChanged: boolean },
): Bump {
  if (changes.some((change) => isBreaking(change, target))) return 'major'
  if (changes.some(({ kind }) => !isProse(kind))) return 'minor'
  return changes.length > 0 || filesChanged ? 'patch' : 'none'
}

const prose: ReadonlySet<Change['kind']> = new Set([
  'document-described',
  'document-version',
  'error-message',
  'examples-changed',
  'method-described',
  'param-described',
  'result-described',
  'schema-described',
  'servers-changed',
] as const)

/** Whether a kind of change is about words that no program reads. */
export function isProse(kind: Change['kind']): boolean {
  return prose.has(kind)
}

/**
 * The version after a release. Below 1.0.0 npm takes the second number for the first: what would be major
 * is minor there, and everything else a patch. `pre` makes a prerelease of it, the next one where `latest`
 * is one already.
 */
export function nextVersion(
  released: string,
  bump: Bump,
  pre?: { readonly tag: string; readonly latest: string },
): string {
  if (bump === 'none') return released
  const core = coreOf(released)
  const step = semver.major(core) === 0 ? (bump === 'major' ? 'minor' : 'patch') : bump
  // Where there were prereleases alone, the version that they came before is still to come.
  const isOpen = semver.prerelease(released) !== null
  const final = isOpen ? core : (semver.inc(core, step) ?? core)
  if (pre === undefined) return final
  const before = semver.prerelease(pre.latest)
  const isNext = before?.[0] === pre.tag && coreOf(pre.latest) === final
  return `${final}-${pre.tag}.${isNext ? Number(before[1] ?? -1) + 1 : 0}`
}

/** Whether a version goes at least as far as it has to; a prerelease counts as what it comes before. */
export function isEnough(version: string, required: string): boolean {
  return semver.gte(coreOf(version), coreOf(required))
}

/** A version without its prerelease. */
function coreOf(version: string): string {
  const parsed = semver.parse(version)
  return parsed === null ? '0.0.0' : `${parsed.major}.${parsed.minor}.${parsed.patch}`
}
