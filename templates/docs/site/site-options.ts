import { isRecord } from '@rpcloom/rpc'
import type { Api } from 'rpcloom/model'
import type { TargetOptions } from 'rpcloom/codegen'

export interface SiteOptions {
  readonly title: string
  readonly tagline: string | undefined
  /**
   * Name of the method in the landing page's sample call. If undefined, a method is chosen
   * automatically.
   */
  readonly start: string | undefined
  /** URL of the deployed site with a trailing slash. Empty if unknown. */
  readonly baseUrl: string
  readonly packageName: string
  readonly version: string
  readonly client: string | undefined
  /** Shell commands that install the client. If undefined, `npm install` with the name of its package. */
  readonly install: string | undefined
  /** URL of the folder with the source documents, with a trailing slash. Empty if unknown. */
  readonly source: string
  /** Whether the site is one of several versions beside each other (`rpcloom docs build`). */
  readonly isVersioned: boolean
  /** The changes since each older version beside this one (`rpcloom docs build`), as Markdown, latest first. */
  readonly comparisons: readonly Comparison[]
  readonly theme: Theme
  readonly hasLogo: boolean
  /** Markdown with a heading for each version. Empty if there is no changelog. */
  readonly changelog: string
}

interface Comparison {
  readonly since: string
  readonly changes: string
}

/** Looks of the site. The configuration is validated. */
export interface Theme {
  readonly accent?: string
  readonly accentDark?: string
  readonly image?: string
  readonly links?: readonly { readonly text: string; readonly href: string }[]
}

/**
 * Reads the options `title`, `tagline`, `start`, `install`, `baseUrl`, `source` and `theme`, and `changelog.md` in the template
 * folder.
 */
export function siteOptions(api: Api, options: TargetOptions): SiteOptions {
  const { title, tagline, baseUrl, start, install, source, theme } = options.options
  const [only, ...others] = api.groups
  const fallback = only !== undefined && others.length === 0 ? only.title : 'JSON-RPC API reference'
  return {
    title: textOr(title, fallback),
    tagline: typeof tagline === 'string' ? tagline : undefined,
    start: typeof start === 'string' ? start : undefined,
    baseUrl: webFolder(baseUrl),
    source: webFolder(source),
    // Validated by the schema of the configuration.
    theme: isRecord(theme) ? theme : {},
    isVersioned: options.options['isVersioned'] === true,
    comparisons: comparisonsOf(options),
    hasLogo: options.templates['assets/logo.svg'] !== undefined,
    changelog: [versionNotes(options), options.templates['changelog.md'] ?? ''].join('\n\n').trim(),
    packageName: options.packageName,
    version: options.version,
    client: options.siblings['client'],
    install: typeof install === 'string' ? install : undefined,
  }
}

/** Returns the changes that `rpcloom docs build --since` has found, as a version of the changelog. */
function versionNotes({ version, options: { changes } }: TargetOptions): string {
  return typeof changes === 'string' && changes !== '' ? `## ${version}\n\n${changes}` : ''
}

function comparisonsOf({ options: { comparisons } }: TargetOptions): readonly Comparison[] {
  if (!Array.isArray(comparisons)) return []
  return comparisons.filter(isRecord).map(({ since, changes }) => ({
    since: textOr(since, ''),
    changes: textOr(changes, ''),
  }))
}

function webFolder(address: unknown): string {
  if (typeof address !== 'string' || !/^https?:\/\//i.test(address)) return ''
  return address.replace(/\/*$/, '/')
}

function textOr(value: unknown, fallback: string): string {
  return typeof value === 'string' && value !== '' ? value : fallback
}
