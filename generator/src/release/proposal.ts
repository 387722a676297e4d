import { join } from 'node:path'
import { readLock, lockName, type Lock } from '../output/lock.ts'
import type { Config } from '../engine/config.ts'
import type { Change } from '../diff/change.ts'
import { bumpOf, largest, nextVersion, type Bump, usersOf } from './bump.ts'
import { changelogEntry } from './changelog.ts'
import type { Api } from '../model/types.ts'

export interface PackageProposal {
  readonly target: string
  readonly name: string
  readonly bump: Bump
  /** Entry for the package's changelog. */
  readonly summary: string
}

/** A proposed release. All packages of a configuration share a version. */
export interface Proposal {
  readonly since?: string
  readonly released?: string
  /** The smallest version that the changes allow. */
  readonly required: string
  readonly packages: readonly PackageProposal[]
}

export interface Ingredients {
  readonly root: string
  readonly config: Config
  readonly api: Api
  readonly changes: readonly Change[]
  /** Lock file of the last release; undefined if it had none. */
  readonly oldLock: Lock | undefined
  readonly docsUrl: string | undefined
}

/** Determines the bump of each package from the changes in the API and in the package's files. */
export function proposePackages(ingredients: Ingredients): readonly PackageProposal[] {
  const { root, config, changes, oldLock, api, docsUrl } = ingredients
  const state = readLock(join(root, config.out, lockName))
  const now = state.kind === 'lock' ? state.lock : undefined
  const pageOf = pagesOf(api, config, docsUrl)
  return Object.entries(config.targets).map(([target, { packageName }]) => {
    const isOwn = config.targets[target]?.module !== undefined
    const filesChanged =
      oldLock !== undefined && now !== undefined && differs({ target, isOwn }, oldLock, now)
    const users = usersOf(target, Object.keys(config.targets))
    const bump = bumpOf(users, changes, { filesChanged })
    const entry = changelogEntry(changes, { users, pageOf })
    const summary = entry === '' && bump === 'patch' ? 'Regenerated; the API is unchanged.' : entry
    return { target, name: packageName, bump, summary }
  })
}

export function requiredVersion(
  packages: readonly PackageProposal[],
  released: string,
  pre?: { readonly tag: string; readonly latest: string },
): string {
  return nextVersion(released, largest(packages.map(({ bump }) => bump)), pre)
}

/**
 * Whether the generated sources of a package differ. Files outside `src` are ignored, such as package.json,
 * which contains versions. A custom target may put its sources anywhere, so only its package.json is ignored.
 */
function differs(
  { target, isOwn }: { readonly target: string; readonly isOwn: boolean },
  before: Lock,
  after: Lock,
): boolean {
  const counts = (path: string): boolean =>
    isOwn
      ? path.startsWith(`${target}/`) && path !== `${target}/package.json`
      : path.startsWith(`${target}/src/`)
  const files = ({ files: all }: Lock): string =>
    JSON.stringify(
      Object.entries(all)
        .filter(([path]) => counts(path))
        .map(([path, { final }]) => `${path} ${final}`)
        .sort(),
    )
  return files(before) !== files(after)
}

/**
 * Returns the pages of methods by method name, below the given URL or that of the deployed docs. Without
 * a URL there are none, because a published changelog cannot link to the folder of another package.
 */
function pagesOf(
  { groups }: Api,
  { targets }: Config,
  docsUrl: string | undefined,
): (method: string) => string | undefined {
  const deployed = targets['docs']?.options['baseUrl']
  const url = docsUrl ?? (typeof deployed === 'string' ? deployed : undefined)
  if (url === undefined) return () => undefined
  const base = url.replace(/\/+$/, '')
  const pages = new Map(
    groups.flatMap(({ slug, methods }) =>
      methods.map((method) => [method.name, `${base}/${slug}/${method.slug}.html`] as const),
    ),
  )
  return (method) => pages.get(method)
}
