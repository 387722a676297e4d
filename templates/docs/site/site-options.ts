import type { Api } from 'rpcloom/model'
import type { TargetOptions } from 'rpcloom/emit'

/** What a site is told beside the documents. */
export interface SiteOptions {
  readonly title: string
  /** One sentence under the title; absent unless configured. */
  readonly tagline: string | undefined
  /** Wire name of the method that the landing page calls; chosen by itself where there is none. */
  readonly start: string | undefined
  /** Where the site will stand, with a slash at the end; empty where it may stand anywhere. */
  readonly baseUrl: string
  readonly packageName: string
  readonly version: string
  /** Name of the client package, where one is generated too. */
  readonly client: string | undefined
  /** Where the documents can be read or edited, with a slash at the end; empty where nowhere is known. */
  readonly source: string
  /** Markdown with a heading for each version; empty without one. */
  readonly changelog: string
}

/** Reads the options `title`, `tagline`, `start`, `baseUrl` and `source`, and `changelog.md` beside the templates. */
export function siteOptions(api: Api, options: TargetOptions): SiteOptions {
  const { title, tagline, baseUrl, start, source } = options.options
  const [only, ...others] = api.groups
  const fallback = only !== undefined && others.length === 0 ? only.title : 'JSON-RPC API reference'
  return {
    title: textOr(title, fallback),
    tagline: typeof tagline === 'string' ? tagline : undefined,
    start: typeof start === 'string' ? start : undefined,
    baseUrl: webFolder(baseUrl),
    source: webFolder(source),
    changelog: options.templates['changelog.md'] ?? '',
    packageName: options.packageName,
    version: options.version,
    client: options.siblings['client'],
  }
}

function webFolder(address: unknown): string {
  if (typeof address !== 'string' || !/^https?:\/\//i.test(address)) return ''
  return address.replace(/\/*$/, '/')
}

function textOr(value: unknown, fallback: string): string {
  return typeof value === 'string' && value !== '' ? value : fallback
}
