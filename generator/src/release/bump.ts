import semver from 'semver'
import type { Change } from '../diff/change.ts'
import type { Audience } from '../diff/direction.ts'

/** The part of a version to increment, in the terms of the changesets tool. */
export type Bump = 'none' | 'patch' | 'minor' | 'major'

const order: readonly Bump[] = ['none', 'patch', 'minor', 'major']

/** Returns the largest bump; `none` for an empty list. */
export function largest(bumps: readonly Bump[]): Bump {
  return order[Math.max(0, ...bumps.map((bump) => order.indexOf(bump)))] ?? 'none'
}

/** Returns the audiences that a change may break among the users of a target's package. `all` are the targets of the configuration. */
export function usersOf(target: string, all: readonly string[]): readonly Audience[] {
  switch (target) {
    case 'types':
      return usersOfTypes(all)
    case 'client':
    case 'mock':
      return ['callers']
    case 'server':
      return ['implementers']
    case 'docs':
      // Changes of the docs site do not break programs.
      return []
    default:
      // The users of a custom target may be callers or implementers.
      return ['callers', 'implementers']
  }
}

/**
 * Returns the users of the types package: those of the packages that import it. Without such a package, programs
 * import the types directly, and may call or implement the API.
 */
function usersOfTypes(all: readonly string[]): readonly Audience[] {
  const importing = all.filter((target) => target !== 'types' && target !== 'docs')
  if (importing.length === 0) return ['callers', 'implementers']
  return [...new Set(importing.flatMap((target) => usersOf(target, all)))]
}

export function isBreaking({ breaks }: Change, users: readonly Audience[]): boolean {
  return users.some((user) => breaks.includes(user))
}

/**
 * Returns the bump of a package: `major` if its users may have to change their programs, `minor` for any other
 * API change except text, `patch` if only text or files changed.
 */
export function bumpOf(
  users: readonly Audience[],
  changes: readonly Change[],
  { filesChanged }: { readonly filesChanged: boolean },
): Bump {
  if (changes.some((change) => isBreaking(change, users))) return 'major'
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

/** Whether a change affects only text that no program reads. */
export function isProse(kind: Change['kind']): boolean {
  return prose.has(kind)
}

/**
 * Returns the next version. Below 1.0.0, npm treats the minor version like a major version, so a major bump
 * increments the minor version, and every other bump the patch version. `pre` requests a prerelease. If
 * `latest` is already a prerelease of the same version, the prerelease number is incremented.
 */
export function nextVersion(
  released: string,
  bump: Bump,
  pre?: { readonly tag: string; readonly latest: string },
): string {
  if (bump === 'none') return released
  const core = coreOf(released)
  const step = semver.major(core) === 0 ? (bump === 'major' ? 'minor' : 'patch') : bump
  // If the last release is a prerelease such as 1.0.0-beta.1, the next version is 1.0.0, which is not
  // released yet.
  const isOpen = semver.prerelease(released) !== null
  const final = isOpen ? core : (semver.inc(core, step) ?? core)
  if (pre === undefined) return final
  const before = semver.prerelease(pre.latest)
  const isNext = before?.[0] === pre.tag && coreOf(pre.latest) === final
  return `${final}-${pre.tag}.${isNext ? Number(before[1] ?? -1) + 1 : 0}`
}

/**
 * Whether a version is at least the required version. A prerelease is compared as its final version:
 * 2.0.0-beta.1 as 2.0.0.
 */
export function isEnough(version: string, required: string): boolean {
  return semver.gte(coreOf(version), coreOf(required))
}

function coreOf(version: string): string {
  const parsed = semver.parse(version)
  return parsed === null ? '0.0.0' : `${parsed.major}.${parsed.minor}.${parsed.patch}`
}
