import semver from 'semver'
import { tagsHere } from '../engine/revision.ts'

/** A released state of the API, with which the current state is compared. */
export interface Released {
  /** Argument for `rpcloom diff`: a release tag, or the value of `--since`. */
  readonly word: string
  /** Version of the release; absent if unknown. */
  readonly version?: string
  /** Newest version, including prereleases. */
  readonly latest?: string
}

/**
 * Returns the last release: the highest version among the tags `v1.2.3`, `1.2.3` and `@scope/package@1.2.3` of
 * the current commit and its ancestors. A prerelease is only returned if there is no other release. Undefined
 * before the first release.
 */
export function lastRelease(
  packages: readonly string[],
  { root, since }: { readonly root: string; readonly since?: string | undefined },
): Released | undefined {
  const tagged = tagsHere(root)
    .flatMap((tag) => {
      const version = versionOf(tag, packages)
      return version === undefined ? [] : [{ tag, version }]
    })
    .sort((a, b) => semver.rcompare(a.version, b.version))
  const latest = tagged[0]?.version
  if (since !== undefined) {
    const version = versionOf(since, packages)
    return { word: since, ...(version && { version }), ...(latest && { latest }) }
  }
  const last = tagged.find(({ version }) => semver.prerelease(version) === null) ?? tagged.at(0)
  if (last === undefined || latest === undefined) return undefined
  return { word: last.tag, version: last.version, latest }
}

function versionOf(tag: string, packages: readonly string[]): string | undefined {
  const own = packages.find((name) => tag.startsWith(`${name}@`))
  const text = own === undefined ? tag.replace(/^v/, '') : tag.slice(own.length + 1)
  return semver.valid(text) ?? undefined
}
